import type { Log } from '../shared/log.ts'
import { captureResponse, requestOf } from './capture-response.ts'
import type { ChargeAdapters, NodeMiddleware, NodeRequest } from './charge.ts'
import type { Handler } from './sold-route.ts'

export interface AdapterParts {
  readonly url: string
  readonly log: Log
  /** Whether the till has charged the call that runs, so that its handler may answer. */
  isPaid(): boolean
  /** Sees that the route of a call is sold. @param pattern as the framework has it @throws CatalogError, TypeError */
  sellAs(method: string, pattern: string | undefined): Promise<void>
  /** Lets the till answer a call; `handler` runs where it is paid for, or free. */
  ask(request: Request, env: unknown, handler: Handler): Promise<Response>
}

/** What the till knows of the connection. */
export function connectionOf(request: NodeRequest): unknown {
  return { incoming: { url: request.originalUrl ?? request.url, socket: request.socket } }
}

/** Charges a route of each framework. */
export function chargeAdapters(parts: AdapterParts): ChargeAdapters {
  return { hono: honoAdapter(parts), node: nodeAdapter(parts), fastify: fastifyAdapter(parts) }
}

function honoAdapter({ isPaid, sellAs, ask }: AdapterParts): ChargeAdapters['hono'] {
  return async (context, next) => {
    if (isPaid()) return next()
    const { raw, routePath } = context.req
    await sellAs(raw.method, routePath)
    const answer = await ask(raw.clone(), context.env, async () => {
      await next()
      return context.res
    })
    context.res = undefined as never
    context.res = answer
  }
}

function nodeAdapter(parts: AdapterParts): ChargeAdapters['node'] {
  return (request, response, next) => {
    if (parts.isPaid()) return next()
    const path = request.route?.path
    const pattern = path === undefined ? undefined : `${request.baseUrl ?? ''}${path}`
    void throughNode({ request, response, pattern, next }, parts).catch(next)
  }
}

function fastifyAdapter(parts: AdapterParts): ChargeAdapters['fastify'] {
  return (given, reply, done) => {
    if (parts.isPaid()) return done()
    let isHandled = false
    const next = () => {
      isHandled = true
      done()
    }
    // Fastify runs no handler for a reply that was taken over, so it is taken over only where none is to run.
    const beforeSend = () => void (isHandled || reply.hijack())
    const request = Object.assign(Object.create(given.raw) as NodeRequest, { body: given.body })
    void throughNode({ request, response: reply.raw, pattern: given.routeOptions.url, next, beforeSend }, parts).catch((error: unknown) =>
      isHandled ? parts.log.error({ err: error }, 'a paid answer was not written') : done(error as Error),
    )
  }
}

interface NodeCall {
  readonly request: NodeRequest
  readonly response: Parameters<NodeMiddleware>[1]
  readonly pattern: string | undefined
  /** Runs the handler of the host. */
  readonly next: () => void
  readonly beforeSend?: () => void
}

async function throughNode({ request, response, pattern, next, beforeSend }: NodeCall, { url, sellAs, ask }: AdapterParts): Promise<void> {
  await sellAs(request.method ?? 'GET', pattern)
  const captured = captureResponse(response)
  const answer = await ask(requestOf(request, url), connectionOf(request), () => {
    next()
    return captured.ended
  })
  beforeSend?.()
  await captured.send(answer)
}
