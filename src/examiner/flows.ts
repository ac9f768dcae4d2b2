/** The flows that are played unless the file names some, simplest first, with the next actions that they ask for. */
export const usualFlows: readonly { key: string; asks: readonly string[]; method?: 'card' | 'other' }[] = [
  { key: 'scenario:noauth', asks: [] },
  { key: 'scenario:auth_3ds', asks: ['redirect_url'], method: 'card' },
  { key: 'scenario:auth_redirect', asks: ['redirect_url'], method: 'other' },
  { key: 'scenario:auth_pin', asks: ['requires_pin', 'requires_otp'], method: 'card' },
  { key: 'scenario:auth_pin_3ds', asks: ['requires_pin', 'redirect_url'], method: 'card' },
  { key: 'scenario:auth_otp', asks: ['requires_otp'] },
  { key: 'scenario:auth_avs', asks: ['requires_additional_fields'], method: 'card' },
  { key: 'scenario:payment_instruction', asks: ['payment_instruction'] },
]

/** Next actions that the program asks the customer about. */
export const answerTypes = ['requires_pin', 'requires_otp', 'requires_additional_fields'] as const
export type AnswerType = (typeof answerTypes)[number]

export const isAnswerType = (type: string): type is AnswerType => answerTypes.includes(type as AnswerType)

/** The flows that a program of this kind can go through: those that need no answer, and those that have one. */
export function flowsFor(answers: readonly string[], method: string | undefined): string[] {
  const fits = usualFlows.filter(
    ({ asks, method: of }) =>
      asks.every((type) => !isAnswerType(type) || answers.includes(type)) &&
      (of === undefined || method === undefined || (of === 'card') === (method === 'card')),
  )
  return fits.map(({ key }) => key)
}

/** What became known of a flow when it was played without a deviation. */
export interface Features {
  /** The next actions that the customer followed, in order. */
  readonly actions: readonly string[]
  /** Whether the customer was sent back to the program. */
  readonly returns: boolean
  readonly steps: number
  /** The step after which there was a charge. */
  readonly charged: number
  /** Requests that created something to pay. */
  readonly creations: number
  readonly webhooks: number
  /** Whether the program reads at the service. */
  readonly reads: boolean
  /** Whether the program reads charges by itself. */
  readonly polls: boolean
  /** Whether the program can be killed and started again. */
  readonly restarts: boolean
  /** Whether the customer pays on a page of the service that offers a choice of payment methods. */
  readonly hosted: boolean
  /** Whether webhooks prove nothing but that their sender knows the secret: it is sent with them, and signs no body. */
  readonly bareSecret: boolean
}
