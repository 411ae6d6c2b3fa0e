import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from './dice.ts'
import { codeIn, doorOf, type Door, type Exchange } from './door.ts'

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
  /** Not answered for good: broken off, silent, or an error of the service. */
  readonly failed: boolean
}

export interface Balancer extends Door {
  readonly exchanges: readonly LoggedExchange[]
  /** Calls that found no instance ready, and waited. */
  readonly waited: number
  isReady(name: string): boolean
  stop(): Promise<void>
}

const checkEveryMs = 250
const checkMs = 2_000
const longestWaitMs = 40_000

/**
 * Sends each call to one of the instances whose `/readyz` says yes, as a load balancer with health checks does. It asks four times
 * a second; one that refuses a connection has no more calls until it says yes again. It sends nothing twice.
 */
export function balance(backends: readonly Backend[], dice: Dice): Balancer {
  const doors = new Map(backends.map(({ name, url }) => [name, doorOf(url, name)]))
  const ready = new Set<string>()
  const exchanges: LoggedExchange[] = []
  const stopping = new AbortController()
  let waited = 0

  async function check({ name, url }: Backend): Promise<void> {
    while (!stopping.signal.aborted) {
      const said = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(checkMs) }).then(
        async (response) => {
          await response.body?.cancel()
          return response.status === 200
        },
        () => false,
      )
      if (said) ready.add(name)
      else ready.delete(name)
      await sleep(checkEveryMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  async function choose(): Promise<Door | null> {
    if (ready.size === 0) waited += 1
    for (let waits = 0; ready.size === 0 && waits < longestWaitMs; waits += 50) await sleep(50)
    return ready.size === 0 ? null : doors.get(dice.pick([...ready]))!
  }

  const checks = Promise.all(backends.map(check))
  return {
    exchanges,
    get waited() {
      return waited
    },
    isReady: (name) => ready.has(name),
    async ask(path, headers, leaveAfterMs) {
      const door = await choose()
      const [at, started] = [Date.now(), performance.now()]
      const exchange: Exchange = (await door?.ask(path, headers, leaveAfterMs)) ?? {
        kind: 'lost',
        cause: 'nobody ready',
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
  // Says of the payer's own transfer that the chain does not have it yet, which is so in the moment of its block.
  const tooYoung = outcome === '503 transaction_not_found'
  return { outcome, failed: (status >= 500 && !tooYoung) || status === 429 }
}
