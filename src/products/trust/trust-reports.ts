import { LRUCache } from 'lru-cache'
import type { OfferContext } from '../../offer.ts'
import type { Hex } from '../../shared/bytes.ts'
import { hasPassed } from '../../shared/clock.ts'
import { Problem } from '../../shared/problems.ts'
import type { FirstActivity } from './first-activity.ts'
import { observeAddress, type AddressSight, type TrustParts } from './observe-address.ts'
import { scoreTrust, type TrustScore } from './score-trust.ts'

/** What was seen of an address, and the score that it makes. */
export interface TrustReport {
  readonly address: Hex
  readonly sight: AddressSight
  readonly score: TrustScore
  /** Milliseconds since the epoch. */
  readonly observedAt: number
  /** Something could not be observed that may be there the next time. */
  readonly partial: boolean
}

export interface Reported {
  readonly report: TrustReport
  /** Whether it was in hand. */
  readonly cached: boolean
}

export interface TrustReports {
  /** @throws Problem `upstream_unavailable` when no network says anything of the address. */
  of(address: Hex, context: Pick<OfferContext, 'chains' | 'sources' | 'clock'>): Promise<Reported>
}

const keptMs = 120_000
/** What was missing may be back soon. */
const keptPartialMs = 15_000
const mostReports = 10_000
const mostFirsts = 100_000

/** Looks at an address once for all who ask at the same time, and keeps what was seen for two minutes. */
export function createTrustReports(parts: TrustParts): TrustReports {
  const kept = new LRUCache<Hex, TrustReport>({ max: mostReports })
  const firsts = new LRUCache<string, FirstActivity>({ max: mostFirsts })
  const underWay = new Map<Hex, Promise<TrustReport>>()

  async function look(address: Hex, { chains, sources, clock }: Pick<OfferContext, 'chains' | 'sources' | 'clock'>): Promise<TrustReport> {
    const sight = await observeAddress(address, { ...parts, chains, sources, clock, firsts })
    if (Object.values(sight.observations.transactions).every(({ state }) => state === 'unknown')) {
      throw new Problem('upstream_unavailable', 'No network answers for this address at present.', { retryAfter: 5 })
    }
    const report = {
      address,
      sight,
      score: scoreTrust(sight.observations),
      observedAt: clock.now(),
      partial: missingOf(sight).some(mayPass),
    }
    kept.set(address, report)
    return report
  }

  return {
    async of(address, context) {
      const held = kept.get(address)
      if (held && !hasPassed(held.observedAt, held.partial ? keptPartialMs : keptMs, context.clock.now()))
        return { report: held, cached: true }
      const running = underWay.get(address) ?? look(address, context).finally(() => underWay.delete(address))
      underWay.set(address, running)
      return { report: await running, cached: false }
    },
  }
}

/** What is unknown, as paths that name the network where that matters, with the reason: `transactions.eip155:137 (network_down)`. */
export function missingOf({ observations: seen }: AddressSight): string[] {
  const { sanctions, identity, operator } = seen
  const one = { age: seen.age, 'sanctions.lists': sanctions.lists, history: seen.history, bond: seen.bond }
  const named = {
    ...one,
    ...prefixed('identity', identity),
    'operator.confirmed': operator.confirmed,
    'operator.name': operator.nameMatches,
    ...prefixed('transactions', seen.transactions),
    ...prefixed('sanctions.blacklist', sanctions.blacklist),
    ...prefixed('sanctions.oracle', sanctions.oracle),
  }
  return Object.entries(named).flatMap(([path, observed]) => (observed.state === 'unknown' ? [`${path} (${observed.reason})`] : []))
}

/** What is set up so, or kept by nobody, stays unknown for longer. */
const lasting = /\((?:registry_not_read|ethereum_not_enabled|no_archive|ens_gateway_not_asked|not_answered)\)$/

function mayPass(missing: string): boolean {
  return !lasting.test(missing)
}

function prefixed<T>(prefix: string, all: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [`${prefix}.${key}`, value]))
}
