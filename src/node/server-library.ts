// In this order: the library looks at the web's classes when it is loaded.
import './web-stand-ins.ts'
import { getRequestListener } from '@hono/node-server'
import { restoreWeb } from './web-stand-ins.ts'

restoreWeb()

export { getRequestListener }
