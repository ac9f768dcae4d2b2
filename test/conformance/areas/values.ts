import type { Member } from '../kit/member.ts'

/** contract, Address; the fields are relative to the address. */
export const addressMembers = (prefix: string): Member[] => [
  ...['line1', 'city', 'state', 'postal_code'].map((field) => ({
    id: `${prefix}${field}`,
    rule: `address.${field}: required, non-empty`,
    field,
    takes: ['x'],
    refuses: ['', 5, undefined],
  })),
  {
    id: `${prefix}line2`,
    rule: 'address.line2: optional, non-empty when present',
    field: 'line2',
    takes: ['x', undefined],
    refuses: ['', 5],
  },
  {
    id: `${prefix}country`,
    rule: 'address.country: required, two uppercase letters',
    field: 'country',
    takes: ['NG', 'GH'],
    refuses: ['N', 'NGA', 'ng', 'N1', '', undefined],
  },
]

/** contract, Name. */
export const nameMembers = (prefix: string): Member[] =>
  ['first', 'middle', 'last'].map((field) => ({
    id: `${prefix}${field}`,
    rule: `name.${field}: optional, 2 to 50 characters: letters, spaces, commas, periods, apostrophes and hyphens, not only spaces or symbols`,
    field,
    takes: ['Al', 'A'.repeat(50), "O'Neil-Smith, Jr. X", undefined],
    refuses: ['A', 'A'.repeat(51), '', 'Ann3', 'Ann!', '  ', '--', 5],
  }))

/** contract, Phone. */
export const phoneMembers = (prefix: string): Member[] => [
  {
    id: `${prefix}country_code`,
    rule: 'phone.country_code: required, 1 to 3 digits',
    field: 'country_code',
    takes: ['1', '234'],
    refuses: ['', '2345', '+23', 'NG', 234, undefined],
  },
  {
    id: `${prefix}number`,
    rule: 'phone.number: required, 7 to 10 digits, unformatted',
    field: 'number',
    takes: ['8012345', '8012345678'],
    refuses: ['801234', '80123456789', '801-234567', '801 234567', '', 8012345678, undefined],
  },
]
