import type { SeededRandom } from '../simulator/world/seeded-random.ts'
import { dayMs } from './model-feed.ts'

/** What a caller asks. */
export interface Poll {
  readonly since?: string
  readonly cursor?: string
  readonly limit: string
  readonly watch?: string
}

/** What reached it. */
export type Heard =
  | {
      readonly kind: 'page'
      readonly ids: readonly string[]
      readonly nextSince: string
      readonly hasMore: boolean
      readonly cursor: string | null
    }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'lost' }

/** One consumer of a watchlist. */
export interface Poller {
  readonly name: string
  /** Two consumers may pay from one wallet. */
  readonly wallet: string
  /** All that it got. */
  readonly received: Set<string>
  /** Whether it loses this answer on its way. */
  loses(): boolean
  next(): Poll
  /** When to call again, in milliseconds from now. */
  hear(heard: Heard, daysPassed: number): number
}

export interface PollerKind {
  readonly name: string
  readonly wallet?: string
  readonly watch?: string
  readonly limit?: number
  /** The longest pause between two polls. */
  readonly pauseDays?: number
  readonly byCursor?: boolean
  /** Loses every third answer. */
  readonly loses?: boolean
  /** Its first poll; it asks for everything since the first day then. */
  readonly startsOnDay?: number
  /** Now and then asks from its first day on again. */
  readonly jumpsBack?: boolean
}

/** A consumer that does as the documentation says: it goes on with `next_since`, or with `cursor` while there is more. */
export function createPoller(kind: PollerKind, firstDay: string, random: SeededRandom): Poller {
  const { name, wallet = name, watch, limit = 50, pauseDays = 6, byCursor = false, loses = false, jumpsBack = false } = kind
  const received = new Set<string>()
  let answers = 0
  let since = firstDay
  /** Where it goes on while it catches up from an earlier day. */
  let jumped: string | null = null
  let cursor: string | null = null
  const pause = () => Math.round(random.next() * pauseDays * dayMs) + 60_000

  return {
    name,
    wallet,
    received,
    loses: () => loses && ++answers % 3 === 0,
    next() {
      const from = cursor === null ? { since: jumped ?? since } : { cursor }
      return { ...from, limit: `${limit}`, ...(watch === undefined ? {} : { watch }) }
    },
    hear(heard, daysPassed) {
      // A lost answer and a refusal change nothing: the same question comes again.
      if (heard.kind === 'lost') return 90_000
      if (heard.kind === 'wait') return heard.ms
      for (const id of heard.ids) received.add(id)
      cursor = byCursor ? heard.cursor : null
      if (jumped === null) since = heard.nextSince
      else jumped = heard.hasMore ? heard.nextSince : null
      if (heard.hasMore) return 1_000
      // Later its first day would be further back than a call may ask.
      if (jumpsBack && daysPassed < 380 && random.chance(0.1)) jumped = firstDay
      return pause()
    },
  }
}
