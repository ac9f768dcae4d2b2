import type { z } from 'zod'
import type { Card } from './payment-method.ts'

export type CardNetwork = z.output<typeof Card>['network']

/** Ranges of first digits, both ends included; the ends of a range are equally long. */
export const cardNetworkRanges: readonly { network: CardNetwork; from: string; to: string }[] = [
  { network: 'VISA', from: '4', to: '4' },
  { network: 'MASTERCARD', from: '51', to: '55' },
  { network: 'MASTERCARD', from: '2221', to: '2720' },
  { network: 'AMERICAN EXPRESS', from: '34', to: '34' },
  { network: 'AMERICAN EXPRESS', from: '37', to: '37' },
  { network: 'DISCOVER', from: '6011', to: '6011' },
  { network: 'DISCOVER', from: '622126', to: '622925' },
  { network: 'DISCOVER', from: '644', to: '649' },
  { network: 'DISCOVER', from: '65', to: '65' },
  { network: 'VERVE', from: '506099', to: '506198' },
  { network: 'VERVE', from: '507865', to: '507964' },
  { network: 'VERVE', from: '650002', to: '650027' },
  { network: 'AFRIGO', from: '564456', to: '564456' },
]

/** The network of a card number: the narrowest range that holds its first digits, else UNKNOWN. */
export function networkOf(digits: string): CardNetwork {
  let best = 0
  let network: CardNetwork = 'UNKNOWN'
  for (const range of cardNetworkRanges) {
    const start = digits.slice(0, range.from.length)
    // Equally long strings of digits compare like numbers.
    if (range.from.length > best && start >= range.from && start <= range.to) {
      best = range.from.length
      network = range.network
    }
  }
  return network
}
