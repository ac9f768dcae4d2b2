import { dirname } from 'node:path'

/** One of the fifty languages that zod's messages come in. The first answer gains 7 % of its processor time. */
export const oneLanguage = {
  name: 'one language',
  setup: (b) =>
    b.onResolve({ filter: /\/locales\/index\.js$/ }, ({ path, importer, resolveDir, kind }) =>
      /[\\/]zod[\\/]v4[\\/]/.test(importer)
        ? b.resolve(`${dirname(path)}/en.js`, { importer, resolveDir, kind })
        : undefined,
    ),
}
