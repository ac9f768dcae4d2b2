/** Scenarios as published for users of the package, written out as in public-types.ts. */

import type { ChargeStatus, FlowActor, FlowKind, PaymentMethodType } from '../domain/kernel/enums.ts'
import type { ScenarioKey } from './scenario-key.ts'

/** An entry of the scenario catalogue. */
export interface Scenario {
  /** The key. */
  key: ScenarioKey
  /** What it does, in a line. */
  title: string
  /** What it does, in detail; null if the title says it. */
  description: string | null
  /** The parts of a payment that it sets, such as `steps`, `webhooks` and `response`. */
  sets: string[]
  /** The payment methods that its flow supports; null: all. */
  payment_methods: PaymentMethodType[] | null
  /** The payment methods that use its flow when the key has none. */
  default_for: PaymentMethodType[]
  /** The file it was read from, or `posted`. */
  source: string
}

/** The explanation of a scenario key, step by step. */
export interface Explanation {
  /** The key that is explained. */
  key: ScenarioKey
  /** The fragments that it combines. */
  uses: {
    /** Key of the fragment. */
    key: ScenarioKey
    /** What it does, in a line. */
    title: string
  }[]
  /** The payment methods that its flow supports; null: all. */
  payment_methods: PaymentMethodType[] | null
  /** What happens, one sentence each. */
  steps: string[]
  /** The same as a picture, from top to bottom. */
  flow: {
    /** What it is. */
    kind: FlowKind
    /** Who ends it, or acts in it. */
    by: FlowActor
    /** What happens. */
    title: string
    /** More about it, one sentence each. */
    details: string[]
    /** Ways out besides the next one. */
    exits: {
      /** What leads there. */
      when: string
      /** How the charge ends then. */
      result: string
    }[]
    /** How the charge ends here; null if it does not. */
    ends: ChargeStatus | null
  }[]
}

/** The result of adding or reloading scenarios. */
export interface ScenariosAdded {
  /** Fragments that were added; after a reload, all that are in use. */
  fragments: number
  /** What is wrong with the files; empty if nothing is. */
  problems: string[]
}
