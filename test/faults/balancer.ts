import { setTimeout as sleep } from 'node:timers/promises'
import type { SeededRandom } from './seeded-random.ts'
import { codeIn, entryPointOf, type EntryPoint, type Exchange } from './entry-point.ts'

export interface Backend {
  readonly name: string
  readonly url: string
}

/** One request of a payer, and how it went. */
export interface LoggedExchange {
  /** When it was sent. */
  readonly at: number
  readonly ms: number
  readonly by: string
  /** Without its query. */
  readonly path: string
  /** "200", "402", "503 settlement_pending", "lost: ECONNRESET", "left". */
  readonly outcome: string
  /** Not answered as it should be: connection broken, no answer, or an error of the service. */
  readonly failed: boolean
}

export interface Balancer extends EntryPoint {
  readonly exchanges: readonly LoggedExchange[]
  /** Calls that had to wait because no instance was ready. */
  readonly waited: number
  isReady(name: string): boolean
  stop(): Promise<void>
}

const checkEveryMs = 250
const checkMs = 2_000
const maxWaitMs = 40_000

/**
 * Sends each call to one of the instances whose `/readyz` answers 200, as a load balancer with health checks does. It asks four times
 * a second. An instance that refuses a connection gets no calls until its `/readyz` answers 200 again. No call is sent twice.
 */
export function balance(backends: readonly Backend[], random: SeededRandom): Balancer {
  const entryPoints = new Map(backends.map(({ name, url }) => [name, entryPointOf(url, name)]))
  const ready = new Set<string>()
  const exchanges: LoggedExchange[] = []
  const stopping = new AbortController()
  let waited = 0

  async function check({ name, url }: Backend): Promise<void> {
    while (!stopping.signal.aborted) {
      const isUp = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(checkMs) }).then(
        async (response) => {
          await response.body?.cancel()
          return response.status === 200
        },
        () => false,
      )
      if (isUp) ready.add(name)
      else ready.delete(name)
      await sleep(checkEveryMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function choose(): Promise<EntryPoint | null> {
    if (ready.size === 0) waited += 1
    for (let waits = 0; ready.size === 0 && waits < maxWaitMs; waits += 50) await sleep(50)
    return ready.size === 0 ? null : entryPoints.get(random.pick([...ready]))!
  }

  const checks = Promise.all(backends.map(check))
  return {
    exchanges,
    get waited() {
      return waited
    },
    isReady: (name) => ready.has(name),
    async ask(path, headers, leaveAfterMs) {
      const entryPoint = await choose()
      const [at, started] = [Date.now(), performance.now()]
      const exchange: Exchange = (await entryPoint?.ask(path, headers, leaveAfterMs)) ?? {
        kind: 'lost',
        cause: 'no instance ready',
        left: false,
        by: 'balancer',
      }
      const { by } = exchange
      if (exchange.kind === 'lost' && exchange.cause === 'ECONNREFUSED') ready.delete(by)
      exchanges.push({ at, ms: performance.now() - started, by, path: path.split('?')[0]!, ...outcomeOf(exchange) })
      return exchange
    },
    async stop() {
      stopping.abort()
      await checks
    },
  }
}

function outcomeOf(exchange: Exchange): Pick<LoggedExchange, 'outcome' | 'failed'> {
  if (exchange.kind === 'lost')
    return exchange.left ? { outcome: 'left', failed: false } : { outcome: `lost: ${exchange.cause}`, failed: true }
  const { status, text } = exchange
  const outcome = status === 200 ? '200' : `${status} ${codeIn(text)}`
  // The chain does not have the payer's own transfer yet, which is true at the moment of its block.
  const tooYoung = outcome === '503 transaction_not_found'
  return { outcome, failed: (status >= 500 && !tooYoung) || status === 429 }
}
