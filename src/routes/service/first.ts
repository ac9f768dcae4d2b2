import type { Operation } from '../../http/operation.ts'
import { healthOperations } from '../control/health.ts'
import { chargeOperations } from './charges.ts'
import { oauthOperations } from './oauth.ts'

/** The endpoints needed for a first payment. Only these are loaded at start-up; the others are loaded on first use. */
export const firstOperations: readonly Operation[] = [
  ...oauthOperations,
  ...chargeOperations,
  ...healthOperations,
]
