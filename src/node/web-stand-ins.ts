import { standInForWeb } from '../http/fast/late-web.ts'

/** Ends what the import of this module begins: it has to stand in front of that of the server library. */
export const restoreWeb = standInForWeb(globalThis)
