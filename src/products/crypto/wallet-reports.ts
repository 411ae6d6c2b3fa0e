import { LRUCache } from 'lru-cache'
import type { OfferContext } from '../../offer.ts'
import type { Hex } from '../../shared/bytes.ts'
import { hasPassed } from '../../shared/clock.ts'
import { Problem } from '../../shared/problems.ts'
import { observeWallet, type WalletParts, type WalletSight } from './observe-wallet.ts'
import { scoreWallet, type WalletScore } from './score-wallet.ts'

/** What was seen of a wallet, and the score that it makes. */
export interface WalletReport {
  readonly address: Hex
  readonly sight: WalletSight
  readonly score: WalletScore
  /** Milliseconds since the epoch. */
  readonly observedAt: number
}

export interface WalletReports {
  /** @throws Problem `upstream_unavailable` when no network says anything of the address. */
  of(
    address: Hex,
    context: Pick<OfferContext, 'chains' | 'sources' | 'clock'>,
  ): Promise<{ readonly report: WalletReport; readonly cached: boolean }>
}

const keptMs = 120_000
/** What was missing may be back soon. */
const keptPartialMs = 15_000
const mostReports = 5_000
const mostFirsts = 100_000

/** Looks at a wallet once for all who ask at the same time, and keeps what was seen for two minutes. */
export function createWalletReports(parts: Omit<WalletParts, 'labels'>): WalletReports {
  const kept = new LRUCache<Hex, WalletReport>({ max: mostReports })
  const firsts = new LRUCache<string, { readonly at: number; readonly exact: boolean }>({ max: mostFirsts })
  const spans = new Map<string, bigint>()
  const underWay = new Map<Hex, Promise<WalletReport>>()

  async function look(address: Hex, { chains, sources, clock }: Pick<OfferContext, 'chains' | 'sources' | 'clock'>): Promise<WalletReport> {
    const sight = await observeWallet(address, { ...parts, chains, sources, clock, firsts, spans })
    if (Object.values(sight.observations.transactions).every(({ state }) => state === 'unknown')) {
      throw new Problem('upstream_unavailable', 'No network answers for this address at present.', { retryAfter: 5 })
    }
    const report = { address, sight, score: scoreWallet(sight.observations), observedAt: clock.now() }
    kept.set(address, report)
    return report
  }

  return {
    async of(address, context) {
      const held = kept.get(address)
      if (held && !hasPassed(held.observedAt, missingOf(held).length > 0 ? keptPartialMs : keptMs, context.clock.now()))
        return { report: held, cached: true }
      const running = underWay.get(address) ?? look(address, context).finally(() => underWay.delete(address))
      underWay.set(address, running)
      return { report: await running, cached: false }
    },
  }
}

/** What is unknown or was not read whole, as paths that name the network where that matters, with the reason. */
export function missingOf({ sight: { observations: seen, networks } }: WalletReport): string[] {
  const named = {
    age: seen.age,
    'sanctions.lists': seen.sanctions.lists,
    ...prefixed('transactions', seen.transactions),
    ...prefixed('sanctions.blacklist', seen.sanctions.blacklist),
    ...prefixed('sanctions.oracle', seen.sanctions.oracle),
    ...prefixed('balances.usdc', seen.usdc),
    ...prefixed('balances.native', seen.native),
    ...prefixed('history', seen.dealings),
  }
  const unknown = Object.entries(named).flatMap(([path, one]) => (one.state === 'unknown' ? [`${path} (${one.reason})`] : []))
  const cut = [...networks].flatMap(([id, { history }]) => {
    const dealings = seen.dealings[id]
    if (history.state === 'unknown' || dealings?.state !== 'observed' || !dealings.value.cut) return []
    return [`history.${id} (capped_by_${history.value.cappedBy})`]
  })
  return [...unknown, ...cut]
}

function prefixed<T>(prefix: string, all: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [`${prefix}.${key}`, value]))
}
