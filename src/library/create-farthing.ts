import { AsyncLocalStorage } from 'node:async_hooks'
import type { About } from './about.ts'
import { requestOf, writeResponse } from './capture-response.ts'
import { chargeOf, type Charge } from './charge.ts'
import { chargeAdapters, connectionOf } from './charge-adapters.ts'
import type { Farthing, FarthingOptions, Price } from './farthing.ts'
import { openTill, type Entrances } from './open-till.ts'
import { templateOf } from './route-pattern.ts'
import { createRouteSales } from './route-sales.ts'
import type { Handler } from './sold-route.ts'

/** How one call is answered: by the handler behind `charge`, or by the host as a whole, where the till has charged it already. */
interface Running {
  readonly handler: Handler | null
  readonly isPaid: boolean
}

type Fetch = (request: Request, env?: unknown) => Response | Promise<Response>

/** Opens a till for the routes of another server. Ready when it resolves. @throws ConfigError, OperatorError */
export async function createFarthing(options: FarthingOptions, entrances: Entrances): Promise<Farthing> {
  const url = options.url.replace(/\/+$/, '')
  const till = await openTill({ ...options, url }, entrances)
  const running = new AsyncLocalStorage<Running>()
  const sales = createRouteSales({ till, url, handler: () => running.getStore()?.handler ?? null })
  let host: Fetch | null = null

  function charge(price: Price, about: About = {}): Charge {
    if (about.route !== undefined) sales.sell(price, { ...about, route: about.route }).catch(() => {})
    return chargeOf(
      chargeAdapters({
        url,
        log: till.log,
        isPaid: () => running.getStore()?.isPaid === true,
        async sellAs(method, pattern) {
          const route = about.route ?? `${method === 'HEAD' ? 'GET' : method} ${templateOf(pattern ?? '')}`
          await sales.sell(price, { ...about, route })
        },
        ask: (request, env, handler) => running.run({ handler, isPaid: false }, () => till.fetch(request, env)),
      }),
    )
  }

  /** A call over MCP has no request of its own: the host gets one that the till has charged. */
  async function fetchOwn(request: Request, env?: unknown): Promise<Response> {
    await sales.settled()
    const onHost = host
    const handler: Handler | null = onHost === null ? null : async (asked) => onHost(asked(), env)
    return running.run({ handler, isPaid: true }, () => till.fetch(request, env))
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
      Promise.resolve()
        .then(() => fetchOwn(requestOf(request, url), connectionOf(request)))
        .then((own) => (own.status === 404 ? next() : writeResponse(own, response)))
        .catch(next)
    },
    close: () => till.close(),
  }
}
