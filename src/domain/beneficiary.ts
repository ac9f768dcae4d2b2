/** A saved receiver of transfers. A deleted one is kept, hidden, so that its id is never given again. */
export interface Beneficiary {
  /** The integer by which v3 knows it, as text. */
  readonly id: string
  readonly accountNumber: string
  readonly bankCode: string
  readonly bankName: string
  readonly fullName: string
  readonly currency: string | undefined
  readonly createdAt: number
  readonly removed: boolean
}
