import type { Fixtures } from '../domain/fixtures/fixtures.ts'
import type { Decryption } from '../domain/kernel/encrypted.ts'
import type { Context } from '../domain/kernel/state.ts'
import type { Catalogue } from '../domain/scenario/catalogue.ts'
import type { WebhookEndpoint } from '../domain/webhook/events.ts'
import type { Ports } from '../engine/ports.ts'
import type { Random } from '../engine/random.ts'
import type { Words } from '../wire/words.ts'
import type { HeapGuard } from './heap-guard.ts'
import { endpointDefaults, type Settings } from './settings.ts'

/** What all worlds of an emulator share. */
export interface Shared {
  ports: Ports
  settings: Settings
  fixtures: Fixtures
  seed: string
  catalogue(): Catalogue
  words(): Words
  heap: HeapGuard
}

/** The context of decisions; time and catalogue are set before each one. */
export type WorldContext = Context & { now: number; programNow: number; catalogue: Catalogue }

export const createContext = (
  { ports, settings, fixtures, catalogue, words }: Shared,
  random: Random,
  decryption = decryptionOf(ports, fixtures),
): WorldContext => ({
  now: 0,
  programNow: 0,
  catalogue: catalogue(),
  settings: {
    fees: fixtures.fees,
    settleAfterMs: fixtures.settleAfter,
    webhook: {
      delayMs: settings.webhookDelayMs,
      retryDelaysMs: settings.webhookRetryDelaysMs,
      // Asked each time: a reload may change the header.
      get callback() {
        return endpointDefaults(settings, words().vocabulary)
      },
    },
    v3: fixtures.v3,
    ...decryption.settings,
  },
  newId: random.newId,
  digits: random.digits,
  random: random.float,
  decrypt: decryption.decrypt,
})

/** How encrypted fields of requests are read. */
export const decryptionOf = (ports: Ports, fixtures: Fixtures): Decryption => ({
  decrypt: (encrypted, nonce) => ports.decryptAesGcm(fixtures.encryptionKey, nonce, encrypted),
  settings: {
    encryption: fixtures.encryption,
    standInCards: fixtures.paymentMethods.flatMap(({ type, details }) => (type === 'card' ? [details] : [])),
  },
})

/** The webhook endpoint that every world starts with, if one is configured. */
export const environmentEndpoint = ({ settings, words }: Shared): WebhookEndpoint | undefined =>
  settings.webhookUrl === undefined
    ? undefined
    : {
        id: 'whe_environment',
        url: settings.webhookUrl,
        events: undefined,
        headers: {},
        ...endpointDefaults(settings, words().vocabulary),
      }
