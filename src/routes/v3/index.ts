import type { Operation } from '../../http/operation.ts'
import { accountOperations } from './accounts.ts'
import { balanceOperations } from './balances.ts'
import { bankOperations } from './banks.ts'
import { beneficiaryOperations } from './beneficiaries.ts'
import { billPaymentOperations } from './bill-payments.ts'
import { billerOperations } from './biller-items.ts'
import { billOperations } from './bills.ts'
import { bulkChargeOperations } from './bulk-charges.ts'
import { bulkOperations } from './bulk-transfers.ts'
import { bulkVirtualNumberOperations } from './bulk-virtual-account-numbers.ts'
import { cardBinOperations } from './card-bins.ts'
import { v3ChargebackOperations } from './chargebacks.ts'
import { v3ChargeOperations } from './charges.ts'
import { paymentOperations } from './payments.ts'
import { quickdocs } from './quickdocs.ts'
import { v3RefundOperations } from './refunds.ts'
import { v3SettlementOperations } from './settlements.ts'
import { transactionExtras } from './transaction-extras.ts'
import { transactionOperations } from './transactions.ts'
import { transferOperations } from './transfers.ts'
import { virtualNumberOperations } from './virtual-account-numbers.ts'
import { statementOperations } from './wallet-statement.ts'

const described: readonly Operation[] = [
  ...billOperations,
  ...billPaymentOperations,
  ...billerOperations,
  ...transferOperations,
  ...bulkOperations,
  ...bankOperations,
  ...beneficiaryOperations,
  ...balanceOperations,
  ...statementOperations,
  ...transactionOperations,
  ...transactionExtras,
  ...v3RefundOperations,
  ...v3ChargebackOperations,
  ...v3SettlementOperations,
  ...accountOperations,
  ...paymentOperations,
  ...v3ChargeOperations,
  ...bulkChargeOperations,
  ...cardBinOperations,
  ...virtualNumberOperations,
  ...bulkVirtualNumberOperations,
]

/** Every v3 endpoint, and the quickdocs endpoints that describe them. */
export const v3Operations: readonly Operation[] = [...described, ...quickdocs(described)]
