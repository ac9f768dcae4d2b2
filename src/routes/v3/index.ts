import type { Operation } from '../../http/operation.ts'
import { balanceOperations } from './balances.ts'
import { bankOperations } from './banks.ts'
import { beneficiaryOperations } from './beneficiaries.ts'
import { billOperations } from './bills.ts'
import { v3ChargeOperations } from './charges.ts'
import { paymentOperations } from './payments.ts'
import { quickdocs } from './quickdocs.ts'
import { transactionOperations } from './transactions.ts'
import { transferOperations } from './transfers.ts'

const described: readonly Operation[] = [
  ...billOperations,
  ...transferOperations,
  ...bankOperations,
  ...beneficiaryOperations,
  ...balanceOperations,
  ...transactionOperations,
  ...paymentOperations,
  ...v3ChargeOperations,
]

/** Every v3 endpoint, and the quickdocs endpoints that describe them. */
export const v3Operations: readonly Operation[] = [...described, ...quickdocs(described)]
