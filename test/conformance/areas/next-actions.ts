import { z } from 'zod'
import { WireNextAction } from '../../../src/wire/charge.ts'
import type { Answer } from '../kit/answer.ts'
import { avs, otp, pin } from '../kit/bodies.ts'
import { area, NotApplicable, type Rule } from '../kit/rule.ts'
import type { Trial } from '../kit/trial.ts'

/** A scenario key that leads to each kind, and what the contract says about its member. */
const kinds: Record<string, { key: string; shape: string; member: z.ZodType }> = {
  redirect_url: {
    key: 'scenario:auth_3ds',
    shape: 'an object with url, a payment screen URL',
    member: z.looseObject({ url: z.string().refine((text) => URL.canParse(text), 'must be a URL') }),
  },
  requires_additional_fields: {
    key: 'scenario:auth_avs',
    shape: 'an object with fields, an array of at most 50 strings',
    member: z.looseObject({ fields: z.array(z.string()).max(50) }),
  },
  requires_pin: { key: 'scenario:auth_pin', shape: 'an object', member: z.looseObject({}) },
  requires_requery: { key: 'scenario:requery', shape: 'an object', member: z.looseObject({}) },
  requires_otp: { key: 'scenario:auth_otp', shape: 'an object', member: z.looseObject({}) },
  requires_capture: { key: 'scenario:auth_capture', shape: 'an object', member: z.looseObject({}) },
  payment_instruction: {
    key: 'scenario:payment_instruction',
    shape: 'an object with note, the instruction for the payer',
    member: z.looseObject({ note: z.string().min(1) }),
  },
  requires_bank_transfer: {
    key: 'scenario:bank_transfer',
    shape:
      'an object with account_number, account_type, account_bank_name; optional account_expiration_datetime and note',
    member: z.looseObject({
      account_number: z.string().min(1),
      account_type: z.string().min(1),
      account_bank_name: z.string().min(1),
      account_expiration_datetime: z
        .string()
        .refine((text) => !Number.isNaN(Date.parse(text)), 'must be a date-time')
        .optional(),
      note: z.string().optional(),
    }),
  },
  qr_code: {
    key: 'scenario:auth_qr',
    shape: 'an object with image, a data URI of an image',
    member: z.looseObject({
      image: z.string().regex(/^data:image\/[a-z+.-]+[;,]/, 'must be a data URI of an image'),
    }),
  },
}

const shapes: Omit<Rule, 'area'>[] = Object.entries(kinds).map(([type, { key, shape, member }]) => ({
  id: type,
  rule: `next_action ${type}: type and the member ${type}, ${shape}; the charge is pending`,
  basis: 'stated',
  needs: ['token', 'payer'],
  async check(t) {
    const answer = await t.waiting(key, type)
    t.status(answer, 201)
    t.equal(answer, 'data.next_action.type', type)
    t.fits(answer, member, `data.next_action.${type}`)
    t.fits(answer, WireNextAction, 'data.next_action')
    t.equal(answer, 'data.status', 'pending')
  },
}))

/** PUT /charges/{id} with an authorization. Throws a NotApplicable if the operation does not exist. */
async function authorize(t: Trial, answer: Answer, authorization: object): Promise<Answer> {
  const updated = await t.service('PUT', `/charges/${answer.string('data.id')}`, { body: { authorization } })
  if (!t.target.emulator && [404, 405].includes(updated.status))
    throw new NotApplicable('there is no PUT /charges/{id}')
  t.status(updated, 200)
  return updated
}

const ends = (t: Trial, answer: Answer, status: string): void => {
  t.equal(answer, 'data.status', status)
  t.equal(answer, 'data.next_action', undefined)
}

/** Chosen: how a charge continues. */
const flows: Omit<Rule, 'area'>[] = [
  {
    id: 'pin_then_otp',
    rule: 'scenario:auth_pin: a PIN, then an OTP by PUT /charges/{id}, and the charge succeeds',
    basis: 'chosen',
    needs: ['token', 'payer'],
    async check(t) {
      const created = await t.waiting('scenario:auth_pin', 'requires_pin')
      const asked = await authorize(t, created, pin('1234', t.target))
      t.equal(asked, 'data.next_action.type', 'requires_otp')
      ends(t, await authorize(t, created, otp('123456')), 'succeeded')
    },
  },
  {
    id: 'avs',
    rule: 'scenario:auth_avs: an address by PUT /charges/{id}, and the charge succeeds',
    basis: 'chosen',
    needs: ['token', 'payer'],
    async check(t) {
      const created = await t.waiting('scenario:auth_avs', 'requires_additional_fields')
      ends(t, await authorize(t, created, avs()), 'succeeded')
    },
  },
  {
    id: 'wrong_answers',
    rule: 'scenario:auth_otp: a wrong OTP leaves the charge pending, the third one fails it; a further one is a 409',
    basis: 'chosen',
    needs: ['token', 'payer'],
    async check(t) {
      const created = await t.waiting('scenario:auth_otp', 'requires_otp')
      for (const status of ['pending', 'pending', 'failed'])
        t.equal(await authorize(t, created, otp('000000')), 'data.status', status)
      const late = await t.service('PUT', `/charges/${created.string('data.id')}`, {
        body: { authorization: otp('123456') },
      })
      t.status(late, 409, 'the charge has ended')
    },
  },
  {
    id: 'requery',
    rule: 'scenario:requery: the second read of the charge brings its end',
    basis: 'chosen',
    needs: ['token', 'payer'],
    async check(t) {
      const created = await t.waiting('scenario:requery', 'requires_requery')
      const path = `/charges/${created.string('data.id')}`
      t.equal(await t.service('GET', path), 'data.status', 'pending')
      ends(t, await t.service('GET', path), 'succeeded')
    },
  },
  {
    id: 'noauth',
    rule: 'scenario:noauth: the charge succeeds at once',
    basis: 'chosen',
    needs: ['token', 'payer'],
    async check(t) {
      ends(t, await t.scenario('scenario:noauth'), 'succeeded')
    },
  },
  {
    id: 'joined',
    rule: 'Segments of a key are joined with &: scenario:auth_otp&issuer:insufficient_funds fails after the OTP',
    basis: 'chosen',
    needs: ['token', 'payer'],
    async check(t) {
      const created = await t.waiting('scenario:auth_otp&issuer:insufficient_funds', 'requires_otp')
      const ended = await authorize(t, created, otp('123456'))
      ends(t, ended, 'failed')
      t.equal(ended, 'data.processor_response', { type: 'insufficient_funds', code: '51' })
    },
  },
  {
    id: 'conflict',
    rule: 'Two segments that set the same thing are a 400 on X-Scenario-Key',
    basis: 'chosen',
    needs: ['token', 'payer'],
    async check(t) {
      const answer = await t.charge({}, { 'X-Scenario-Key': 'issuer:approved&issuer:do_not_honor' })
      if (!t.target.emulator && answer.status === 201)
        throw new NotApplicable('segments do not conflict there')
      t.refusesField(answer, 'X-Scenario-Key', 'two verdicts')
    },
  },
]

export const nextActions = area('next_actions', [...shapes, ...flows])
