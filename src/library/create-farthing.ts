import { AsyncLocalStorage } from 'node:async_hooks'
import { loadConfig } from '../config/config.ts'
import { processEnvironment } from '../config/process-environment.ts'
import { goods, type GoodsParts, type OwnLines } from '../goods/goods.ts'
import type { AnyOffer } from '../offers/offer.ts'
import { createLogger } from '../ops/logger.ts'
import { createMetrics } from '../ops/metrics.ts'
import { systemClock, systemMonotonic, systemRandom, systemTimers } from '../ops/system.ts'
import { createApp } from '../service/app.ts'
import { buildService } from '../service/build-service.ts'
import { loadGoods, noGoods, standInsOf } from '../service/goods/load-goods.ts'
import type { SandboxView } from '../service/service-input.ts'
import { noFailPoint } from '../shared/fail-point.ts'
import type { About } from './about.ts'
import type { Farthing, FarthingOptions, Price } from './farthing.ts'
import { captureResponse, requestOf, writeResponse } from './capture-response.ts'
import { chargeOf, type Charge, type NodeMiddleware, type NodeRequest } from './charge.ts'
import { templateOf } from './route-pattern.ts'
import { soldRoute, type Handler } from './sold-route.ts'

/** What only the entry of the package knows. */
export interface Entrances {
  readonly openSandbox: (options: {
    readonly directory: string
    readonly world: string | null
    readonly blockMs: number
    readonly log: ReturnType<typeof createLogger>['log']
    readonly standIns: Awaited<ReturnType<typeof standInsOf>>
  }) => Promise<SandboxView & { close(): Promise<void> }>
  /** The lines that come with the service. */
  readonly ownLines: () => Promise<OwnLines>
}

/** How one call is answered: by the handler behind `charge`, or by the host as a whole, where the till has charged it already. */
interface Running {
  readonly handler: Handler | null
  readonly isPaid: boolean
}

const closingMs = 10_000

/** Names such as PORT and MODE are those of the host, so what is for the till has `FARTHING_` in front. */
function ownEnvironment(): Record<string, string | undefined> {
  const prefix = 'FARTHING_'
  return Object.fromEntries(
    Object.entries(processEnvironment()).flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])),
  )
}

/** Opens a till for the routes of another server. Ready when it resolves. @throws ConfigError, OperatorError */
export async function createFarthing(options: FarthingOptions, { openSandbox, ownLines }: Entrances): Promise<Farthing> {
  const url = options.url.replace(/\/+$/, '')
  const running = new AsyncLocalStorage<Running>()
  const env = { ...ownEnvironment(), ...options.settings }
  const config = loadConfig(env)
  const wanted = { goods: options.goods ?? [], mode: config.mode }
  const others = wanted.goods.length > 0 ? await loadGoods(wanted, await ownLines(), env) : noGoods
  const { log } = createLogger({ level: config.logLevel ?? 'warn', secrets: [...config.secrets, ...others.secrets], pretty: false })
  const sandbox =
    config.mode === 'sandbox'
      ? await openSandbox({
          directory: config.sandboxDir ?? `${config.dataDir}/sandbox`,
          world: config.sandboxWorld,
          blockMs: config.sandboxBlockMs,
          log,
          standIns: config.sandboxSources === 'stand-ins' ? await standInsOf(others) : {},
        })
      : null
  let line: GoodsParts | null = null
  const routes = goods({
    name: 'routes',
    open(parts) {
      line = parts
      return { offers: [] }
    },
  })
  const service = await buildService({
    config,
    system: { clock: systemClock, monotonic: systemMonotonic, timers: systemTimers, random: systemRandom },
    log,
    metrics: createMetrics(),
    sandbox,
    publicUrl: url,
    failPoint: noFailPoint,
    goods: { ...others, lines: [...others.lines, { line: routes, settings: {}, from: 'createFarthing' }] },
  })
  await service.start()
  let app = createApp(service)
  service.catalog.onChange(() => void (app = createApp(service)))

  const sold: AnyOffer[] = []
  /** By route: resolves when it is sold. */
  const sales = new Map<string, Promise<void>>()
  let host: ((request: Request, env?: unknown) => Response | Promise<Response>) | null = null
  let selling: Promise<void> = Promise.resolve()

  /** What answers the call that runs. A call over MCP has no request of its own: the host gets one that the till has charged. */
  const handlerNow = (): Handler | null => running.getStore()?.handler ?? null

  function sell(price: Price, about: About & { readonly route: string }): Promise<void> {
    const known = sales.get(about.route)
    if (known) return known
    const wanted = soldRoute(price, about, { handler: handlerNow, url })
    // One after the other, and a route that can't be sold does not keep others from it.
    const sale = selling.then(async () => {
      await line!.replaceOffers([...sold, wanted])
      sold.push(wanted)
    })
    selling = sale.catch((error: unknown) => {
      sales.delete(about.route)
      log.error({ err: error, route: about.route }, 'a route can not be sold: its handler is not reached')
    })
    sales.set(about.route, sale)
    return sale
  }

  const ask = (request: Request, env: unknown, handler: Handler): Promise<Response> =>
    running.run({ handler, isPaid: false }, async () => app.fetch(request, env as never))
  const isPaid = () => running.getStore()?.isPaid === true

  function charge(price: Price, about: About = {}): Charge {
    if (about.route !== undefined) sell(price, { ...about, route: about.route }).catch(() => {})
    const sellAs = (method: string, pattern: string | undefined) => {
      const route = about.route ?? `${method === 'HEAD' ? 'GET' : method} ${templateOf(pattern ?? '')}`
      return sell(price, { ...about, route })
    }

    async function throughNode(
      request: NodeRequest,
      response: Parameters<NodeMiddleware>[1],
      {
        pattern,
        next,
        beforeSend = () => {},
      }: { readonly pattern: string | undefined; readonly next: () => void; readonly beforeSend?: () => void },
    ): Promise<void> {
      await sellAs(request.method ?? 'GET', pattern)
      const env = { incoming: { url: request.originalUrl ?? request.url, socket: request.socket } }
      const captured = captureResponse(response)
      const answer = await ask(requestOf(request, url), env, () => {
        next()
        return captured.ended
      })
      beforeSend()
      await captured.send(answer)
    }

    return chargeOf({
      async hono(context, next) {
        if (isPaid()) return next()
        const { raw, routePath } = context.req
        await sellAs(raw.method, routePath)
        const answer = await ask(raw.clone(), context.env, async () => {
          await next()
          return context.res
        })
        context.res = undefined as never
        context.res = answer
      },
      node(request, response, next) {
        if (isPaid()) return next()
        const path = request.route?.path
        const pattern = path === undefined ? undefined : `${request.baseUrl ?? ''}${path}`
        void throughNode(request, response, { pattern, next }).catch(next)
      },
      fastify(request, reply, done) {
        if (isPaid()) return done()
        let isHandled = false
        const next = () => {
          isHandled = true
          done()
        }
        // Fastify runs no handler for a reply that was taken over, so it is taken over only where none is to run.
        const beforeSend = () => void (isHandled || reply.hijack())
        const node = Object.assign(Object.create(request.raw) as NodeRequest, { body: request.body })
        void throughNode(node, reply.raw, { pattern: request.routeOptions.url, next, beforeSend }).catch((error: unknown) =>
          isHandled ? log.error({ err: error }, 'a paid answer was not written') : done(error as Error),
        )
      },
    })
  }

  const fetchOwn = async (request: Request, env?: unknown): Promise<Response> => {
    await selling
    const onHost = host
    const handler: Handler | null = onHost === null ? null : async (asked) => onHost(asked(), env)
    return running.run({ handler, isPaid: true }, async () => app.fetch(request, env as never))
  }

  return {
    charge,
    fetch: fetchOwn,
    handle(given) {
      host = given
      return async (request, env) => {
        const copy = request.clone()
        const answer = await given(request, env)
        if (answer.status !== 404) return answer
        const own = await fetchOwn(copy, env)
        return own.status === 404 ? answer : own
      }
    },
    documents(request, response, next) {
      const env = { incoming: { url: request.originalUrl ?? request.url, socket: request.socket } }
      Promise.resolve()
        .then(() => fetchOwn(requestOf(request, url), env))
        .then((own) => (own.status === 404 ? next() : writeResponse(own, response)))
        .catch(next)
    },
    async close() {
      service.health.drain()
      for (const step of service.closing) await step.run(closingMs)
      await sandbox?.close()
    },
  }
}
