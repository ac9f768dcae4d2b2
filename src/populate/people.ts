import { Faker } from '@faker-js/faker'
import type { CommandInput } from '../domain/commands.ts'
import type { CustomerDetails } from '../domain/customer/commands.ts'
import type { PaymentMethodType } from '../domain/kernel/enums.ts'
import { type Country, cardFormats, countries } from './countries.ts'
import { type Dice, randomizer } from './dice.ts'

export interface Person {
  readonly country: Country
  readonly details: CustomerDetails & { email: string }
  /** First and last name. */
  readonly fullName: string
}

type NewMethod = CommandInput<'paymentMethod.create'>

/** Generates people and their payment methods. */
export class People {
  readonly #dice: Dice
  readonly #fakers: ReadonlyMap<Country, Faker>

  constructor(dice: Dice) {
    this.#dice = dice
    this.#fakers = new Map(
      countries.map((country) => [
        country,
        new Faker({ locale: [...country.locale], randomizer: randomizer(dice.next) }),
      ]),
    )
  }

  person(country: Country): Person {
    const { person, location, internet, helpers } = this.#faker(country)
    const sex = person.sexType()
    const first = person.firstName(sex)
    const last = person.lastName(sex)
    const middle = this.#dice.chance(0.2) ? person.firstName(sex) : undefined
    return {
      country,
      fullName: `${first} ${last}`,
      details: {
        email: internet.exampleEmail({ firstName: first, lastName: last }).toLowerCase(),
        name: { first, ...(middle !== undefined && { middle }), last },
        phone: { countryCode: country.callingCode, number: helpers.replaceSymbols(country.phone) },
        address: {
          line1: location.streetAddress(),
          city: location.city(),
          state: location.state(),
          postalCode: location.zipCode(),
          country: country.code,
        },
      },
    }
  }

  /** A payment method of a person, as a merchant would send it. `year` is that of its creation. */
  method(type: PaymentMethodType, customerId: string, owner: Person, year: number): NewMethod {
    const { internet, string } = this.#faker(owner.country)
    const ofDevice = type === 'card' || type.startsWith('devicewallet')
    return {
      type,
      customerId,
      details: this.#details(type, owner, year),
      meta: undefined,
      deviceFingerprint: ofDevice ? `fp-${string.hexadecimal({ length: 16, prefix: '' })}` : undefined,
      clientIp: ofDevice ? internet.ipv4({ network: 'test-net-2' }) : undefined,
    }
  }

  #details(type: PaymentMethodType, { country, details, fullName }: Person, year: number): object {
    const dice = this.#dice
    const makers: Record<PaymentMethodType, () => object> = {
      card: () => ({
        // Only its first six and last four digits are stored.
        number: this.#faker(country).finance.creditCardNumber(cardFormats[dice.pick(country.networks)]),
        expiryMonth: Math.floor(dice.between(1, 13)),
        expiryYear: year + Math.floor(dice.between(1, 5)),
        cardHolderName: fullName,
        ...(dice.chance(0.5) && { billingAddress: details.address }),
      }),
      mobile_money: () => ({
        network: dice.pick(country.operators),
        countryCode: country.callingCode,
        phoneNumber: details.phone?.number,
      }),
      bank_account: () => ({}),
      walletpay: () => ({}),
      devicewallet_a: () => ({ cardHolderName: fullName }),
      devicewallet_b: () => ({ cardHolderName: fullName }),
      ussd: () => ({}),
      bank_transfer: () => ({
        accountType: dice.chance(0.8) ? 'dynamic' : 'static',
        accountExpiresIn: dice.pick([1800, 3600, 86_400]),
        accountDisplayName: fullName,
      }),
    }
    return makers[type]()
  }

  #faker(country: Country): Faker {
    return this.#fakers.get(country) as Faker
  }
}
