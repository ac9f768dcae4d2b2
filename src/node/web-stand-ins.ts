import { standInForWeb } from '../http/fast/late-web.ts'

export const restoreWeb = standInForWeb(globalThis)
