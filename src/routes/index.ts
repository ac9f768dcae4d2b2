import type { Operation } from '../http/operation.ts'
import { chargeOperations } from './charges.ts'
import { healthOperations } from './control/health.ts'
import { oauthOperations } from './oauth.ts'

/** Every endpoint, in the order in which it is documented. */
export const operations: readonly Operation[] = [...oauthOperations, ...chargeOperations, ...healthOperations]
