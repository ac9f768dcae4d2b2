import { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import { Refusal } from './domain/kernel/errors.ts'
import type { Emulator } from './emulator/emulator.ts'
import type { AppContext, Bindings } from './http/context.ts'
import { asRefusal, HttpRefusal, refusalReply } from './http/errors.ts'
import { exchange } from './http/exchange.ts'
import { DirectRequest, notServed } from './http/fast/direct.ts'
import { respond } from './http/fast/respond.ts'
import { BrokenConnection } from './http/faults.ts'
import { metadataPath, pathPattern, withoutEnd, worldFirst } from './http/match.ts'
import { refuseMissing } from './http/missing.ts'
import type { Family, Operation } from './http/operation.ts'
import { redactText } from './http/redact.ts'
import { firstOperations } from './routes/service/first.ts'

/** Answers a request; `env` contains Node's own request and response if there is a socket. */
export type Fetch = (request: Request, env?: Bindings) => Response | Promise<Response>

/** `/w/{world}` before any path selects the world; the rest is routed as if it were the whole path. */
const worldPrefix = /^\/w\/([^/]*)(\/.*)?$/

/**
 * The router: world prefix, double slashes, every endpoint, and the answer when none matches. The endpoints of a first
 * payment are loaded at start, the others when one of them is first requested, so that a CI job that starts a container
 * waits for neither the dashboard nor the documents.
 */
export function createApp(emulator: Emulator): Fetch {
  let rest: Promise<Router> | undefined
  const all = (): Promise<Router> => {
    rest ??= Promise.all([
      import('./operations.ts'),
      import('./dashboard/index.ts'),
      import('./routes/unsupported.ts'),
    ]).then(([{ operations }, { pages }, advice]) =>
      fullRouter(emulator, operations, pages(emulator, operations), advice),
    )
    return rest
  }
  // It takes memory, and the requests that make room are among the rest.
  emulator.heap.whenScarce(() => void all())
  const first = router(emulator, firstOperations)
  first.notFound((c) =>
    c.req.raw instanceof DirectRequest ? notServed : all().then((router) => router.fetch(c.req.raw, c.env)),
  )
  return (request, env = {}) => {
    if (dotSegment.test(env.incoming?.url ?? '')) {
      if (env.incoming?.headers['accept']?.includes('text/html') !== true)
        return refused({ env }, 'service', notNormal)
      return import('./dashboard/kit/page.ts').then(({ sendMisnamedWorld }) =>
        sendMisnamedWorld({ env }, notNormal),
      )
    }
    return first.fetch(request, env)
  }
}

/**
 * A segment `.` or `..` in the path of a target as it was sent, in any spelling. The router would remove the segment
 * before it, and with it the world's name: `/w/../_emulator/reset` would reset the default world.
 */
const dotSegment = /^[^?#]*(?:[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?:[/\\?#]|%2f|%5c|$)/i

const notNormal = new Refusal(
  'invalid_request',
  'the path has a segment "." or ".."; send it without them. A world cannot have such a name',
)

type Router = Hono<{ Bindings: Bindings }>

function router(emulator: Emulator, operations: readonly Operation[]): Router {
  const app: Router = new Hono({
    getPath: (request, options) => {
      const path = getPath(request)
      // Some client libraries join base URL and path with two slashes.
      const single = worldFirst(path.includes('//') ? path.replace(/\/{2,}/g, '/') : path)
      const match = single.startsWith('/w/') ? worldPrefix.exec(single) : null
      if (!match) return withoutEnd(single)
      ;(options?.env as Bindings).world = match[1] ?? ''
      return withoutEnd(match[2] ?? '/')
    },
  })
  for (const op of operations) app.on(op.method.toUpperCase(), op.path, (c) => exchange(c, emulator, op))
  app.onError((error, c) => {
    if (error instanceof BrokenConnection) throw error
    return refused(c, familyOf(c.req.path), asRefusal(error, emulator.ports))
  })
  return app
}

/** Every endpoint and page, and the answers if none matches: 405 with `Allow`, or 404. */
function fullRouter(
  emulator: Emulator,
  operations: readonly Operation[],
  pages: ReturnType<typeof import('./dashboard/index.ts').pages>,
  { adviceFor, adviceBelow }: typeof import('./routes/unsupported.ts'),
): Router {
  const app = router(emulator, operations).route('/', pages)
  const allowed = methodsByPath(app.routes)
  app.notFound((c) => {
    const { method, path } = c.req
    const methods = allowed(path)
    const refusal =
      methods.length > 0
        ? new HttpRefusal(
            new Refusal(
              'method_not_allowed',
              sentences(
                `${method} is not allowed here; allowed: ${methods.join(', ')}`,
                adviceFor(method, path),
              ),
            ),
            { allow: methods.join(', ') },
          )
        : new Refusal(
            'not_found',
            sentences(
              `there is no endpoint at ${redactText(path).slice(0, 200)}; GET /_emulator/openapi.json lists all`,
              adviceBelow(method, path),
            ),
          )
    return refuseMissing(c, emulator, familyOf(c.req.path), refusal)
  })
  return app
}

const sentences = (what: string, advice: string | undefined): string =>
  advice === undefined ? what : `${what}. ${advice}`

function refused(c: Pick<AppContext, 'env'>, family: Family, refusal: Refusal): Response {
  const { status, headers, body } = refusalReply(family, refusal)
  return respond(c, JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  })
}

const familyOf = (path: string): Family =>
  path.startsWith('/_emulator')
    ? 'control'
    : path.startsWith('/realms/') || path.startsWith(metadataPath)
      ? 'oauth'
      : /^\/(v3|meta|transactions)(\/|$)/.test(path)
        ? 'v3'
        : 'service'

/** The methods of a path, whatever its parameters are called. */
function methodsByPath(all: Router['routes']): (path: string) => string[] {
  const patterns = all.map(({ method, path }) => [method, pathPattern(path)] as const)
  return (path) => [
    ...new Set(patterns.filter(([, pattern]) => pattern.test(path)).map(([method]) => method)),
  ]
}
