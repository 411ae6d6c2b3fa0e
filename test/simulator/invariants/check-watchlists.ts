import { itemHash } from '../../../src/gate/watchlist/choose-page.ts'
import type { Watch } from '../payers/watch-record.ts'
import { readWatchAnswer, type WatchAnswer } from '../service/watch-offer.ts'
import type { World } from '../world/world.ts'
import type { BookRow, Books } from './read-books.ts'
import { readWatchBooks, type WatchBooks } from './watch-books.ts'

/** A payment in these states has paid for what it delivered, or was free, or is booked as a loss. */
const paid: ReadonlySet<string> = new Set(['settled', 'free', 'reversed'])
/** The stored answer of a payment in these states is given to its payer again. */
const kept: ReadonlySet<string> = new Set([...paid, 'uncharged'])

/** The clock of a process may be off by this much, and be set right in between. */
const clocksApartMs = 8_000

/** A payment of a consumer, and what it bought. */
interface Poll {
  readonly row: BookRow
  readonly stored: WatchAnswer | undefined
  /** Answers that its payer saw or can still have. */
  readonly available: readonly { readonly answer: WatchAnswer; readonly at: number }[]
}

/**
 * The watchlist rule at the end of a run: each item of a consumer was charged in one payment, nothing was charged without something
 * new, nothing was skipped, nothing was given for a payment that came to nothing, and the ledger has what the answers say.
 */
export async function checkWatchlists(world: World, books: Books): Promise<string[]> {
  if (world.watches.length === 0) return []
  const watchBooks = await readWatchBooks(world)
  const polls = new Map(world.watches.map((watch) => [watch, pollsOf(watch, books, watchBooks)]))
  return [
    ...[...polls].flatMap(([watch, of]) => checkConsumer(world, watch, of).map((what) => `${nameOf(watch)} ${what}`)),
    ...chargedForNewOnly(books, watchBooks),
    ...deliveredAsAnswered([...polls.values()].flat(), watchBooks),
    ...positionsCount(watchBooks),
  ]
}

function nameOf({ payer, topic, name }: Watch): string {
  return `${payer.name} (${topic}${name === null ? '' : `, ${name}`})`
}

function pollsOf({ polls }: Watch, books: Books, { answers }: WatchBooks): Poll[] {
  const rows = new Map(books.payments.map((row) => [row.id, row]))
  return polls.flatMap((purchase) => {
    const seen = purchase.answers.map(({ body, receipt, at }) => ({ receipt, at, answer: readWatchAnswer(body) }))
    // A payer whose hash somebody else used first is answered by another row.
    const ids = new Set([books.identities.get(purchase.by.identity) ?? '', ...seen.map(({ receipt }) => receipt)])
    return [...ids].flatMap((id) => {
      const row = rows.get(id)
      if (!row || !movesPosition(row)) return []
      const stored = answers.get(id)
      const own = seen.filter(({ receipt }) => receipt === id)
      return [{ row, stored, available: stored && kept.has(row.state) ? [...own, { answer: stored, at: row.servedAt ?? 0 }] : own }]
    })
  })
}

function movesPosition({ nonce, bound }: BookRow): boolean {
  return nonce !== null || bound
}

function newItems(answer: WatchAnswer | undefined): string[] {
  return answer?.notices.filter(({ repeated }) => !repeated).map(({ id }) => id) ?? []
}

function checkConsumer(world: World, watch: Watch, polls: readonly Poll[]): string[] {
  if (!watch.caughtUp) return [`could not catch up: ${lastWord(watch)}`]
  const expected = new Set(world.feed.all(watch.topic, watch.firstDay).map(({ id }) => id))
  const sales = polls
    .filter(({ row }) => paid.has(row.state))
    .flatMap(({ row, stored }) => newItems(stored).map((id) => ({ id, at: row.servedAt ?? Infinity })))
  const charged = sales.map(({ id }) => id)
  const given = new Set(polls.flatMap(({ available }) => available.flatMap(({ answer: { notices } }) => notices.map(({ id }) => id))))
  const soldAt = new Map(sales.map(({ id, at }) => [id, at]))
  const early = polls.flatMap(({ available }) =>
    available.flatMap(({ answer: { notices }, at }) => notices.filter(({ id }) => (soldAt.get(id) ?? Infinity) > at + clocksApartMs)),
  )
  return [
    ...charged.filter((id, index) => charged.indexOf(id) !== index).map((id) => `was charged twice for ${id}`),
    ...[...expected].filter((id) => !given.has(id)).map((id) => `was never given ${id}`),
    ...[...given].filter((id) => !expected.has(id)).map((id) => `was given ${id}, which it never asked for`),
    ...new Set(early.map(({ id }) => `was given ${id}, which no payment had paid for`)),
  ]
}

function lastWord({ polls }: Watch): string {
  const last = polls.at(-1)
  return last?.problems.at(-1) ?? last?.refusals.at(-1) ?? last?.end ?? 'no answer'
}

/** Of everybody's payments, bare hashes too: an answer is charged where it has something new, and nowhere else. */
function chargedForNewOnly({ payments }: Books, { answers }: WatchBooks): string[] {
  return payments.flatMap(({ id, state }) => {
    const stored = answers.get(id)
    if (!stored) return []
    const count = newItems(stored).length
    if (state === 'uncharged') return count > 0 ? [`receipt ${id.slice(0, 8)} brought ${count} new items without a charge`] : []
    return count === 0 ? [`receipt ${id.slice(0, 8)} is ${state} and brought nothing new`] : []
  })
}

/** Each item on record is one that the answer of its payment has as new; of refused payments only while they may be collected. */
function deliveredAsAnswered(polls: readonly Poll[], { delivered }: WatchBooks): string[] {
  const expected = new Set(
    polls
      .filter(({ row }) => paid.has(row.state) || (row.state === 'refused' && row.hot))
      .flatMap(({ row, stored }) => newItems(stored).map((id) => `${row.id} ${itemHash(id)}`)),
  )
  const actual = new Set(delivered.map(({ paymentId, item }) => `${paymentId} ${item}`))
  return [
    ...[...expected]
      .filter((pair) => !actual.has(pair))
      .map((pair) => `receipt ${pair.slice(0, 8)} delivered an item that is not on record`),
    ...[...actual]
      .filter((pair) => !expected.has(pair))
      .map((pair) => `an item is on record for receipt ${pair.slice(0, 8)} and was not delivered`),
  ]
}

/** What bounds the rows of a payer is the number of its rows. */
function positionsCount({ delivered, positions }: WatchBooks): string[] {
  const rows = Map.groupBy(delivered, ({ position }) => position)
  return [...new Set([...rows.keys(), ...positions.keys()])].flatMap((id) => {
    const [counted, has] = [positions.get(id)?.items ?? 0, rows.get(id)?.length ?? 0]
    return counted === has ? [] : [`position ${id.slice(0, 8)} counts ${counted} items and has ${has}`]
  })
}
