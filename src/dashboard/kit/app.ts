import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { z } from 'zod'
import { invalidField, Refusal } from '../../domain/kernel/errors.ts'
import type { Emulator } from '../../emulator/emulator.ts'
import { controlAccess } from '../../http/auth.ts'
import { invalidFields, readText } from '../../http/body.ts'
import { type Bindings, baseUrlOf, headerOf } from '../../http/context.ts'
import { asRefusal } from '../../http/errors.ts'
import { withOtherWorlds } from '../../http/other-worlds.ts'
import { dashboardHeader } from '../../http/rules.ts'
import { worldOf } from '../../http/source.ts'
import { fieldErrors } from '../../http/validate.ts'
import type { View } from './view.ts'

/** The bindings and variables of the pages' handlers. */
export interface PageEnv {
  Bindings: Bindings
  Variables: { view: View }
}

export type PageContext = Context<PageEnv>

type Next = () => Promise<void>

/** The prefix of the world in the address of a request: `/w/name`, or nothing. */
export const basePath = ({ env }: Pick<PageContext, 'env'>): string =>
  env.world === undefined ? '' : `/w/${env.world}`

/**
 * The first middleware of every page: refuses requests from other sites' pages, checks the control token unless the page
 * is `open` to payers, and sets the view.
 */
export const admit =
  (emulator: Emulator, access: 'control' | 'open') =>
  async (c: PageContext, next: Next): Promise<void> => {
    const method = c.req.method === 'POST' ? 'post' : 'get'
    const world = worldOf(c, emulator, { family: 'control', access, method })
    if (access === 'control') controlAccess(c, emulator.settings.controlToken)
    if (method === 'post') emulator.heap.mustHaveRoom()
    const param = (name: string): string => c.req.param(name) ?? ''
    const isRefresh = headerOf(c, dashboardHeader) === 'refresh'
    c.set('view', { world, emulator, base: basePath(c), origin: baseUrlOf(c, emulator), isRefresh, param })
    await next()
  }

const formTypes = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i

/** Middleware that reads a form for the validator that follows, within the usual limit of bodies. */
export const readForm =
  ({ settings }: Emulator) =>
  async (c: PageContext, next: Next): Promise<void> => {
    const type = headerOf(c, 'content-type') ?? ''
    if (!formTypes.test(type))
      throw invalidField('Content-Type', 'must be application/x-www-form-urlencoded, as forms are sent')
    const body = await readText(c, settings.maxBodyBytes)
    // The request of a socket is passed on without its body, so the validator gets a new one.
    const { url, headers } = c.req.raw
    c.req.raw = new Request(url, { method: 'POST', headers, body })
    await next()
  }

/** The hook of every `zValidator`: refuses (400) invalid input, naming each field and what is allowed. */
export function refuseInvalid(
  result: { target: string; data: unknown } & (
    | { success: true }
    | { success: false; error: z.core.$ZodError }
  ),
): void {
  if (!result.success) throw invalidFields(fieldErrors(result.error, result.data, result.target))
}

/** An error of a page's handlers as a Refusal, naming other worlds that contain the requested value. */
export function refusalOf(c: PageContext, emulator: Emulator, error: unknown): Refusal {
  if (error instanceof HTTPException)
    return new Refusal('invalid_request', `the form cannot be read: ${error.message}`)
  const refusal = asRefusal(error, emulator.ports)
  const view = viewOf(c)
  return view === undefined ? refusal : withOtherWorlds(refusal, emulator, view.world)
}

/** The view, once the request was admitted. */
export const viewOf = (c: PageContext): View | undefined => c.get('view')

/** Whether the client is a browser, which gets refusals as pages. */
export const isBrowser = (c: PageContext): boolean => headerOf(c, 'accept')?.includes('text/html') ?? false
