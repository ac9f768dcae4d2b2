// In this order: the library reads the web's global classes when it is loaded.
import './web-stand-ins.ts'
import { getRequestListener } from '@hono/node-server'
import { restoreWeb } from './web-stand-ins.ts'

restoreWeb()

export { getRequestListener }
