import type { z } from 'zod'
import type { Answer, Sent } from './answer.ts'
import { NotApplicable, Skipped } from './rule.ts'
import { Session } from './session.ts'
import { misfit } from './shape.ts'
import { inWorld, type Target } from './target.ts'

/** One difference from what a rule says. */
export interface Difference {
  sent: Sent | undefined
  expected: string
  got: string
  answer: Answer | undefined
}

/** The credentials of a request. */
export type Access = 'token' | 'weak token' | 'secret key' | 'nobody' | { header: string }

export interface Asking {
  body?: unknown
  headers?: Record<string, string>
  access?: Access
}

/** The number of comparisons, and their differences. */
export class Findings {
  checks = 0
  readonly differences: Difference[] = []
  readonly notes = new Set<string>()
}

/** Most differences that are stored per rule. */
const keptDifferences = 50

/** One rule's check of the address: sends requests, compares, and collects differences. */
export class Trial {
  readonly session: Session
  readonly findings: Findings

  constructor(session: Session, findings: Findings = new Findings()) {
    this.session = session
    this.findings = findings
  }

  get target(): Target {
    return this.session.target
  }

  /** Whether long lists are tried in full. */
  get full(): boolean {
    return this.target.emulator || this.target.full
  }

  /** The same trial in another world of an emulator, recreated from the fixtures, whose clock may be advanced. */
  async inWorld(world: string): Promise<Trial> {
    const { target, transport, mask } = this.session
    const there = new Trial(new Session(inWorld(target, world), transport, mask), this.findings)
    await there.control('POST', '/reset')
    return there
  }

  /** Sends a request to the charge interface; a body that is not a text is sent as JSON. */
  async service(method: string, path: string, asking: Asking = {}): Promise<Answer> {
    const answer = await this.#send(method, this.target.baseUrl + path, 'token', asking)
    return asking.access === undefined ? this.session.opened('token', answer) : answer
  }

  /** Sends a request to the v3 interface. */
  async v3(method: string, path: string, asking: Asking = {}): Promise<Answer> {
    const answer = await this.#send(method, this.target.v3BaseUrl + path, 'secret key', asking)
    return asking.access === undefined ? this.session.opened('secret key', answer) : answer
  }

  /** Calls the control interface of an emulator. Throws a Skipped elsewhere. */
  async control(method: string, path: string, body?: unknown): Promise<Answer> {
    if (!this.target.emulator) throw new Skipped('only an emulator has a control interface')
    return this.#send(method, `${this.target.baseUrl}/_emulator${path}`, 'nobody', { body })
  }

  /** Creates a charge from a complete body with overrides; undefined omits a member. */
  async charge(overrides: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
    return this.service('POST', '/charges', { body: { ...(await this.chargeBody()), ...overrides }, headers })
  }

  async chargeBody() {
    const { customerId, paymentMethodId } = await this.session.payer()
    return {
      amount: 1500.5,
      currency: this.target.currency,
      reference: this.session.reference(),
      customer_id: customerId,
      payment_method_id: paymentMethodId,
    }
  }

  /** Creates a charge with a scenario key. Throws a NotApplicable if the key is unknown there. */
  async scenario(key: string, overrides: object = {}): Promise<Answer> {
    const answer = await this.charge(overrides, { 'X-Scenario-Key': key })
    if (
      !this.target.emulator &&
      answer.status === 400 &&
      answer.fields.some((field) => /scenario/i.test(field))
    )
      throw new NotApplicable(`the scenario key "${key}" is not known there`)
    return answer
  }

  /** A charge that waits for a next action. Throws a NotApplicable if the key does not cause one. */
  async waiting(key: string, type: string, overrides: object = {}): Promise<Answer> {
    const answer = await this.scenario(key, overrides)
    if (!this.target.emulator && answer.status === 201 && answer.at('data.next_action.type') !== type)
      throw new NotApplicable(`the scenario key "${key}" does not lead to ${type} there`)
    return answer
  }

  /** Reports what was expected unless it holds. */
  that(answer: Answer | undefined, holds: boolean, expected: string, got?: string): boolean {
    this.findings.checks++
    if (!holds && this.findings.differences.length < keptDifferences)
      this.findings.differences.push({
        sent: answer?.sent,
        expected,
        got: got ?? (answer ? `${answer.status} ${answer.text}` : 'nothing'),
        answer,
      })
    return holds
  }

  status(answer: Answer, status: number, why = ''): boolean {
    return this.that(answer, answer.status === status, `${status}${why && ` (${why})`}`)
  }

  equal(answer: Answer, path: string, value: unknown): boolean {
    const got = answer.at(path)
    const same = JSON.stringify(sorted(got)) === JSON.stringify(sorted(value))
    return this.that(
      answer,
      same,
      `${path}: ${JSON.stringify(value)}`,
      `${path}: ${JSON.stringify(got) ?? 'absent'}`,
    )
  }

  /** A 400 with a separate entry for the field. */
  refusesField(answer: Answer, field: string, why: string): boolean {
    const { emulator } = this.target
    const named = answer.fields.some((name) => (emulator ? name === field : isField(name, field)))
    return this.that(
      answer,
      answer.status === 400 && named,
      `400 that names ${field} in error.validation_errors (${why})`,
    )
  }

  /** Checks the body, or a part of it, against a schema. */
  fits(answer: Answer, schema: z.ZodType, path = ''): boolean {
    const { wrong, notes } = misfit(schema, answer.at(path), !this.target.emulator)
    for (const note of notes) this.note(note)
    const where = path === '' ? '' : `${path}: `
    return this.that(answer, wrong.length === 0, `${where}the members of the contract`, wrong.join('; '))
  }

  /** Something that the report should mention although it breaks no rule. */
  note(text: string): void {
    this.findings.notes.add(this.session.mask.text(text))
  }

  async #send(method: string, url: string, usual: Access, asking: Asking): Promise<Answer> {
    const { body, headers = {}, access = usual } = asking
    const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
    const authorization = await this.#authorization(access)
    const all = {
      ...(authorization !== undefined && { authorization }),
      ...(text !== '' && { 'content-type': 'application/json' }),
      ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
    }
    return this.session.send({ method, url, headers: all, body: text })
  }

  async #authorization(access: Access): Promise<string | undefined> {
    if (access === 'nobody') return undefined
    if (typeof access === 'object') return access.header
    if (access !== 'secret key')
      return `Bearer ${await this.session.token(access === 'token' ? 'usual' : 'weak')}`
    if (this.target.secretKey === undefined) throw new Skipped('no --secret-key')
    return `Bearer ${this.target.secretKey}`
  }
}

/** Members in alphabetical order, because their order does not matter. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]))
}

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9.]/g, '')

/** Whether a field name of an answer means a field: equal, in another case, or by its last parts. */
export function isField(name: string, field: string): boolean {
  const [got, wanted] = [plain(name), plain(field)]
  return got !== '' && (got === wanted || wanted.endsWith(`.${got}`))
}
