import type { Clock } from '../../../shared/clock.ts'
import { createLastUsed } from '../../../shared/last-used.ts'
import { createRateLimit } from '../../../shared/rate-limit.ts'

/** Wrong tokens of one client in a row, and then one a minute. */
const ofClient = { burst: 10, perSecond: 1 / 60 }
/** Wrong tokens of all clients together, and then one every ten seconds. */
const ofAll = { burst: 200, perSecond: 1 / 10 }
/** Clients that are remembered. */
const maxClients = 10_000

/** Holds up those who try tokens. */
export interface Lockout {
  /**
   * Seconds until this client may try a token; 0 where it may now. While very many are tried by all clients together, one that has tried a
   * wrong one waits too. A client that has not tried any is never held up by others.
   */
  wait(client: string): number
  /** A token of this client was wrong. */
  failed(client: string): void
  /** A token of this client was right: the same token is taken from it during a lockout too, since others may share its address. */
  succeeded(client: string, operator: string): void
  hasSucceeded(client: string, operator: string): boolean
}

export function createLockout(clock: Clock): Lockout {
  const clients = createRateLimit({ ...ofClient, clock, clients: maxClients })
  const all = createRateLimit({ ...ofAll, clock, clients: 1 })
  const known = createLastUsed<true>(maxClients)
  const keyOf = (client: string, operator: string) => `${operator} ${client}`
  return {
    wait(client) {
      const own = clients.wait(client)
      if (own > 0) return own
      const hasFailed = clients.wait(client, ofClient.burst) > 0
      return hasFailed ? all.wait('all') : 0
    },
    failed(client) {
      clients.take(client)
      all.take('all')
    },
    succeeded: (client, operator) => void known.set(keyOf(client, operator), true),
    hasSucceeded: (client, operator) => known.get(keyOf(client, operator)) === true,
  }
}
