import { dirname } from 'node:path'

/** Bundles one of the fifty languages of zod's messages. Saves 7 % of the processor time of the first answer. */
export const oneLanguage = {
  name: 'one language',
  setup: (b) =>
    b.onResolve({ filter: /\/locales\/index\.js$/ }, ({ path, importer, resolveDir, kind }) =>
      /[\\/]zod[\\/]v4[\\/]/.test(importer)
        ? b.resolve(`${dirname(path)}/en.js`, { importer, resolveDir, kind })
        : undefined,
    ),
}
