import type { IncomingMessage, ServerResponse } from 'node:http'

/** The part of a context of Hono that is used here. */
export interface HonoContext {
  readonly req: { readonly raw: Request; readonly routePath: string }
  readonly env: unknown
  res: Response
}

/** The parts of a request and a reply of Fastify that are used here. */
export interface FastifyRequest {
  readonly raw: IncomingMessage
  readonly body?: unknown
  readonly routeOptions: { readonly url?: string }
}
export interface FastifyReply {
  readonly raw: ServerResponse
  hijack(): unknown
}

/** A request of Express or of `node:http`. */
export type NodeRequest = IncomingMessage & {
  readonly route?: { readonly path: string }
  readonly baseUrl?: string
  readonly originalUrl?: string
  readonly body?: unknown
}

export type HonoMiddleware = (context: HonoContext, next: () => Promise<void>) => Promise<Response | void>
export type NodeMiddleware = (request: NodeRequest, response: ServerResponse, next: (error?: unknown) => void) => void
export type FastifyHook = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void

/** What a route is charged with: a middleware of Hono, Express and `node:http`, and a `preHandler` of Fastify. */
export type Charge = HonoMiddleware & NodeMiddleware & FastifyHook

/** The adapters that `Charge` is made of. */
export interface ChargeAdapters {
  readonly hono: HonoMiddleware
  readonly node: NodeMiddleware
  readonly fastify: FastifyHook
}

/** One function for all of them, since each framework calls it with its own arguments. */
export function chargeOf({ hono, node, fastify }: ChargeAdapters): Charge {
  // Express and Fastify look at the number of parameters.
  const charge = (first: unknown, second: unknown, third: unknown) => {
    if (isHono(first)) return hono(first, second as () => Promise<void>)
    if (isFastify(first)) return fastify(first, second as FastifyReply, third as (error?: Error) => void)
    return node(first as NodeRequest, second as ServerResponse, third as (error?: unknown) => void)
  }
  return charge as Charge
}

function isHono(given: unknown): given is HonoContext {
  return typeof given === 'object' && given !== null && 'req' in given && 'env' in given
}

function isFastify(given: unknown): given is FastifyRequest {
  return typeof given === 'object' && given !== null && 'raw' in given && 'routeOptions' in given
}
