/** The folder of the package: the sources and what is built from them stand in folders of it. */
export const packageRoot = new URL('..', import.meta.url)

/** What the build writes beside the bundle; not there where the sources themselves run. */
export const builtData = new URL('data.json', import.meta.url)
