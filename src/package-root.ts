/** The folder of the package, which contains the folders of the sources and of the bundle. */
export const packageRoot = new URL('..', import.meta.url)

/** What the build writes beside the bundle; not there where the sources themselves run. */
export const builtData = new URL('data.json', import.meta.url)
