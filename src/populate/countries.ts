import type { LocaleDefinition } from '@faker-js/faker'
import { base, en, en_GH, en_NG, en_ZA, fr, fr_SN } from '@faker-js/faker'
import type { PaymentMethodType } from '../domain/kernel/enums.ts'

/** Where customers come from, and how people pay there. */
export interface Country {
  /** Two letters (ISO 3166). */
  readonly code: string
  readonly currency: string
  readonly callingCode: string
  /** Mobile numbers without the calling code; `#` is a digit. */
  readonly phone: string
  /** Names and addresses; each falls back to the next. */
  readonly locale: readonly LocaleDefinition[]
  /** Weight: the share of customers who live there, relative to the other countries. */
  readonly weight: number
  /** Median of all purchases, and the step that prices are multiples of. In units of the currency. */
  readonly price: { readonly median: number; readonly step: number }
  /** Weights of the kinds of payment methods. */
  readonly methods: Readonly<Partial<Record<PaymentMethodType, number>>>
  /** Operators of mobile money. */
  readonly operators: readonly string[]
  /** Card networks; one that is listed more often is more common. */
  readonly networks: readonly (keyof typeof cardFormats)[]
}

/** Card numbers by network: `#` is a digit, `L` the check digit. */
export const cardFormats = {
  visa: '4##############L',
  mastercard: '5[1-5]#############L',
  verve: '50610##########L',
  afrigo: '564456#########L',
  amex: '37############L',
} as const

/** Faker has no locales for these countries. */
const local = (
  firstNames: string,
  lastNames: string,
  cities: string,
  regions: string,
): readonly LocaleDefinition[] => [
  {
    person: {
      first_name: { generic: firstNames.split(' ') },
      last_name: { generic: lastNames.split(' ') },
      last_name_pattern: { generic: [{ value: '{{person.last_name.generic}}', weight: 1 }] },
    },
    location: {
      city_name: cities.split(', '),
      city_pattern: ['{{location.city_name}}'],
      state: regions.split(', '),
    },
  },
  en,
  base,
]

export const countries: readonly Country[] = [
  {
    code: 'NG',
    currency: 'NGN',
    callingCode: '234',
    phone: '80########',
    locale: [en_NG, en, base],
    weight: 45,
    price: { median: 8500, step: 50 },
    methods: {
      card: 50,
      bank_transfer: 25,
      ussd: 10,
      bank_account: 8,
      walletpay: 4,
      devicewallet_a: 2,
      devicewallet_b: 1,
    },
    operators: ['MTN', 'AIRTEL'],
    networks: ['mastercard', 'mastercard', 'mastercard', 'verve', 'verve', 'verve', 'visa', 'visa', 'afrigo'],
  },
  {
    code: 'GH',
    currency: 'GHS',
    callingCode: '233',
    phone: '24#######',
    locale: [en_GH, en, base],
    weight: 18,
    price: { median: 120, step: 1 },
    methods: { mobile_money: 60, card: 32, bank_account: 4, walletpay: 4 },
    operators: ['MTN', 'VODAFONE', 'AIRTEL'],
    networks: ['visa', 'visa', 'mastercard'],
  },
  {
    code: 'KE',
    currency: 'KES',
    callingCode: '254',
    phone: '7########',
    locale: local(
      'Achieng Akinyi Atieno Barasa Brian Chebet Cherono Dennis Faith Grace Jelimo Kamau Kevin Kiprono Mercy Moraa Mwende Nafula Njeri Ochieng Omondi Wairimu Wambui Wanjiru',
      'Barasa Chepkoech Gitau Kariuki Kibet Kimani Kiplagat Maina Muthoni Mutua Mwangi Ndungu Njoroge Nyambura Ochieng Odhiambo Okoth Onyango Otieno Owino Rotich Wafula Wanjala Waweru',
      'Nairobi, Mombasa, Kisumu, Nakuru, Eldoret, Thika, Nyeri, Machakos',
      'Nairobi, Mombasa, Kisumu, Nakuru, Uasin Gishu, Kiambu, Nyeri, Machakos',
    ),
    weight: 14,
    price: { median: 1800, step: 10 },
    methods: { mobile_money: 68, card: 28, bank_account: 4 },
    operators: ['MPS', 'AIRTEL'],
    networks: ['visa', 'mastercard'],
  },
  {
    code: 'ZA',
    currency: 'ZAR',
    callingCode: '27',
    phone: '8########',
    locale: [en_ZA, en, base],
    weight: 9,
    price: { median: 480, step: 0.01 },
    methods: { card: 78, bank_account: 12, devicewallet_a: 6, devicewallet_b: 4 },
    operators: ['MTN'],
    networks: ['visa', 'mastercard', 'amex'],
  },
  {
    code: 'UG',
    currency: 'UGX',
    callingCode: '256',
    phone: '77#######',
    locale: local(
      'Aisha Akello Alice Apio Brenda Daniel Esther Faith Grace Isaac Joel Kato Moses Nakato Namukasa Nankya Okello Opio Patience Ronald Sarah Ssali Wasswa Winnie',
      'Achan Asiimwe Byaruhanga Kabuye Kaggwa Kasozi Katumba Kizza Lubega Mugisha Mukasa Mutebi Nabirye Nakimuli Nalwoga Namubiru Ochola Odongo Okot Ssebunya Ssemakula Tumusiime Tumwine Wamala',
      'Kampala, Entebbe, Jinja, Gulu, Mbarara, Mbale, Masaka, Lira',
      'Central Region, Eastern Region, Northern Region, Western Region',
    ),
    weight: 5,
    price: { median: 52_000, step: 500 },
    methods: { mobile_money: 76, card: 22, bank_account: 2 },
    operators: ['MTN', 'AIRTEL'],
    networks: ['visa', 'mastercard'],
  },
  {
    code: 'TZ',
    currency: 'TZS',
    callingCode: '255',
    phone: '71#######',
    locale: local(
      'Abdallah Amani Asha Baraka Debora Emmanuel Fatuma Furaha Gloria Halima Hamisi Juma Khadija Lilian Mariamu Mwajuma Neema Rajabu Rehema Salma Selemani Upendo Zainabu Zawadi',
      'Bakari Chacha Hassani Kileo Kimaro Lyimo Makundi Malisa Massawe Mbwambo Mchome Minja Mollel Moshi Mrema Msuya Mushi Mwakyusa Ndosi Ngowi Shayo Swai Temba Urassa',
      'Dar es Salaam, Dodoma, Arusha, Mwanza, Mbeya, Morogoro, Tanga, Zanzibar City',
      'Dar es Salaam, Dodoma, Arusha, Mwanza, Mbeya, Morogoro, Tanga',
    ),
    weight: 4,
    price: { median: 38_000, step: 500 },
    methods: { mobile_money: 74, card: 22, bank_account: 4 },
    operators: ['MPS', 'AIRTEL'],
    networks: ['visa', 'mastercard'],
  },
  {
    code: 'SN',
    currency: 'XOF',
    callingCode: '221',
    phone: '77#######',
    locale: [fr_SN, fr, en, base],
    weight: 3,
    price: { median: 9000, step: 25 },
    methods: { mobile_money: 66, card: 34 },
    operators: ['AIRTEL'],
    networks: ['visa', 'mastercard'],
  },
  {
    code: 'US',
    currency: 'USD',
    callingCode: '1',
    phone: '20255501##',
    locale: [en, base],
    weight: 2,
    price: { median: 42, step: 0.01 },
    methods: { card: 84, devicewallet_a: 10, devicewallet_b: 6 },
    operators: ['MTN'],
    networks: ['visa', 'mastercard', 'amex'],
  },
]
