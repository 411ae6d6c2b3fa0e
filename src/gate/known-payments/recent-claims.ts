import type { RememberedCall } from '../../ledger/reconcile/remembered-call.ts'
import { createLastUsed } from '../../shared/last-used.ts'

/**
 * The newest claims of this process, by the identity of their authorization. A database that fails over may lose the last ones. Their payments
 * are found on the chain then, and only who remembers the call can tell its caller from a stranger who read the signature there.
 */
export interface RecentClaims {
  remember(identity: string, call: RememberedCall): void
  of(identity: string): RememberedCall | undefined
  /** Claimed since then. */
  since(time: number): readonly (readonly [identity: string, call: RememberedCall])[]
}

/** Some 10 MB at most; more than a minute of sales at 300 a second. */
const maxClaims = 20_000

export function createRecentClaims(): RecentClaims {
  const claims = createLastUsed<RememberedCall>(maxClaims)
  return {
    remember: (identity, call) => void claims.set(identity, call),
    of: (identity) => claims.peek(identity),
    since: (time) => [...claims.entries()].filter(([, { at }]) => at >= time),
  }
}
