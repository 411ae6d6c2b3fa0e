import type { Day } from '../../../src/offers/watchlist/day.ts'
import type { Payer } from '../world/payers-and-chains.ts'
import type { Topic } from '../world/watch-feed.ts'
import type { Purchase } from './purchase-record.ts'

/** One consumer of a watchlist: a wallet, a topic, and a name where several consumers share the wallet. */
export interface Watch {
  readonly payer: Payer
  readonly topic: Topic
  readonly name: string | null
  /** The first day that it ever asked for. */
  readonly firstDay: Day
  /** Its payments, in the order in which they were signed. */
  readonly polls: Purchase[]
  /** Where it goes on, as the last answer that it read said. */
  since: Day
  cursor: string | null
  /** After all faults it polled until there was no more. */
  caughtUp: boolean
}
