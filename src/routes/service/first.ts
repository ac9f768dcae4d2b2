import type { Operation } from '../../http/operation.ts'
import { healthOperations } from '../control/health.ts'
import { chargeOperations } from './charges.ts'
import { oauthOperations } from './oauth.ts'

/** The endpoints of a first payment; they alone are loaded when the emulator starts. */
export const firstOperations: readonly Operation[] = [
  ...oauthOperations,
  ...chargeOperations,
  ...healthOperations,
]
