import { LRUCache } from 'lru-cache'
import type { OfferContext } from '../../offer.ts'
import type { Hex } from '../../shared/bytes.ts'
import { Problem } from '../../shared/problems.ts'
import type { FirstActivity } from './first-activity.ts'
import { keepReports, type Kept, type Report } from './kept-reports.ts'
import { observeAddress, type AddressSight, type TrustParts } from './observe-address.ts'
import { scoreTrust, type TrustScore } from './score-trust.ts'

/** What was seen of an address, and the score that it makes. */
export interface TrustReport extends Report {
  readonly address: Hex
  readonly sight: AddressSight
  readonly score: TrustScore
}

export type Reported = Kept<TrustReport>

export interface TrustReports {
  /** @throws Problem `upstream_unavailable` when no network says anything of the address. */
  of(address: Hex, context: Pick<OfferContext, 'chains' | 'sources' | 'clock'>): Promise<Reported>
}

const mostReports = 10_000
const mostFirsts = 100_000

export function createTrustReports(parts: TrustParts): TrustReports {
  const firsts = new LRUCache<string, FirstActivity>({ max: mostFirsts })
  const spans = new Map<string, bigint>()

  async function look(address: Hex, { chains, sources, clock }: Pick<OfferContext, 'chains' | 'sources' | 'clock'>): Promise<TrustReport> {
    const sight = await observeAddress(address, { ...parts, chains, sources, clock, firsts, spans })
    if (Object.values(sight.observations.transactions).every(({ state }) => state === 'unknown')) {
      throw new Problem('upstream_unavailable', 'No network answers for this address at present.', { retryAfter: 5 })
    }
    return { address, sight, score: scoreTrust(sight.observations), observedAt: clock.now(), partial: missingOf(sight).some(mayPass) }
  }

  return { of: keepReports(mostReports, look) }
}

/** What is unknown, as paths that name the network where that matters, with the reason: `transactions.eip155:137 (network_down)`. */
export function missingOf({ observations: seen }: AddressSight): string[] {
  const { sanctions, identity, operator } = seen
  const one = { age: seen.age, 'sanctions.lists': sanctions.lists, history: seen.history, bond: seen.bond, mixer: seen.mixer }
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
const lasting = /\((?:history_too_short|registry_not_read|ethereum_not_enabled|no_archive|ens_gateway_not_asked|not_answered)\)$/

/** Whether one that `missingOf` names may be there the next time. */
export function mayPass(missing: string): boolean {
  return !lasting.test(missing)
}

function prefixed<T>(prefix: string, all: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [`${prefix}.${key}`, value]))
}
