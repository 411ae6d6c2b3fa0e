import { generatePrivateKey } from 'viem/accounts'
import { openGateFixture, type GateFixture } from '../../src/gate/gate.fixture.ts'
import { isOfPayment } from '../../src/payments/wire/refusals.ts'
import { prepareInput } from '../../src/gate/input/prepared-input.ts'
import type { Ledger } from '../../src/ledger/ledger.ts'
import { watchedAnswer } from '../../src/offers/offer.ts'
import { readWatchlistQuery, type WatchlistQuery } from '../../src/offers/watchlist/watchlist-query.ts'
import type { WatchedPage } from '../../src/offers/watchlist/watched-answer.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { utcDay } from '../../src/shared/clock.ts'
import { createSeededRandom, type SeededRandom } from '../simulator/world/seeded-random.ts'
import { createModelFeed, dayMs, type Feed } from './model-feed.ts'
import { createPoller, type Heard, type Poll, type Poller, type PollerKind } from './pollers.ts'

/** Opens what is polled from a moment on, for so many days. */
export type OpenFeed = (random: SeededRandom, start: number, days: number) => Feed | Promise<Feed>

export const kinds: readonly PollerKind[] = [
  { name: 'plain' },
  { name: 'small pages', limit: 4 },
  { name: 'by cursor', byCursor: true, limit: 9 },
  { name: 'loses every third answer', loses: true, limit: 20 },
  { name: 'loses pages', loses: true, byCursor: true, limit: 6 },
  { name: 'first of two', wallet: 'shared', watch: 'first' },
  { name: 'second of two', wallet: 'shared', watch: 'second', pauseDays: 9 },
  { name: 'jumps back', jumpsBack: true, pauseDays: 12 },
  { name: 'catches up', startsOnDay: 230, limit: 20 },
  { name: 'catches up by cursor', startsOnDay: 310, limit: 30, byCursor: true },
]

export interface SimulatedPoller {
  readonly name: string
  /** What it should have, and what it has. */
  readonly expected: readonly string[]
  readonly received: readonly string[]
  /** Items that were in more than one call that was charged. */
  readonly chargedTwice: readonly string[]
}

export interface SimulatedPolls {
  readonly pollers: readonly SimulatedPoller[]
  readonly calls: { readonly charged: number; readonly uncharged: number; readonly refused: number; readonly lost: number }
  /** Answers that were charged and had nothing new, or were not and had. */
  readonly wrongCharges: readonly string[]
}

/** Polls a feed for so many days, with outages, refused settlements, and answers that are lost. */
export async function simulatePolls(
  seed: number,
  ledger: Ledger | undefined,
  { days = 400, openFeed = createModelFeed }: { readonly days?: number; readonly openFeed?: OpenFeed } = {},
): Promise<SimulatedPolls> {
  const random = createSeededRandom(`polls ${seed}`)
  const fixture = openGateFixture({ kind: 'fixed', price: 50_000n }, ledger, { watchlist: true })
  fixture.state.balance = 10n ** 15n
  const start = Math.floor(fixture.clock.at / dayMs) * dayMs
  const firstDay = utcDay(start)
  const feed = await openFeed(random.fork('feed'), start, days)
  sell(fixture, feed)
  refuseSome(fixture, random.fork('settlements'), start + days * dayMs)
  const pollers = kinds.map((kind) => createPoller(kind, firstDay, random.fork(kind.name)))
  const books = createBooks()
  const keys = new Map<string, Hex>(pollers.map(({ wallet }) => [wallet, generatePrivateKey()]))

  const due = new Map(pollers.map((poller, index) => [poller, start + (kinds[index]!.startsOnDay ?? 1) * dayMs + index * 60_000]))
  const end = start + days * dayMs
  let kept = start
  for (;;) {
    const [poller, at] = [...due].reduce((one, other) => (other[1] < one[1] ? other : one))
    if (at > end) break
    for (; kept < at; kept += dayMs) await keepHouse(fixture, kept)
    await turn(poller, at)
  }
  // What is withheld is free again after a day; then everybody catches up.
  const last = end + 4 * dayMs
  for (const round of [end + 2 * dayMs, last]) {
    await keepHouse(fixture, round)
    for (const poller of pollers) await catchUp(poller, round)
  }
  return {
    pollers: pollers.map((poller) => ({
      name: poller.name,
      expected: [...feed.all(firstDay, last)].toSorted(),
      received: [...poller.received].toSorted(),
      chargedTwice: books.chargedTwice(poller),
    })),
    ...books.totals(),
  }

  async function turn(poller: Poller, at: number): Promise<Heard> {
    fixture.clock.at = Math.max(fixture.clock.at, at)
    const heard = await poll(fixture, poller, keys.get(poller.wallet)!, books)
    due.set(poller, at + poller.hear(heard, (at - start) / dayMs))
    return heard
  }

  async function catchUp(poller: Poller, from: number): Promise<void> {
    for (let at = from, more = true; more; at += 120_000) {
      if (at - from > dayMs) throw new Error(`${poller.name} does not come to an end`)
      const heard = await turn(poller, at)
      more = heard.kind !== 'page' || heard.hasMore
    }
  }
}

function sell(fixture: GateFixture, feed: Feed): void {
  fixture.run = async ({ query }) => {
    const request = readWatchlistQuery(query as WatchlistQuery, fixture.clock.at)
    const { notices, answeredUntil } = await feed.read(request.windowFrom, fixture.clock.at)
    const items = notices.map(({ id, day }) => ({ id, day, item: id }))
    return watchedAnswer({ request, items, answeredUntil, asked: false, body: (page) => page })
  }
}

/** One settlement in thirty is refused until then. */
function refuseSome(fixture: GateFixture, random: SeededRandom, until: number): void {
  const { settle } = fixture
  fixture.settle = async (payment, waitMs) => {
    if (fixture.clock.at > until || !random.chance(1 / 30)) return settle(payment, waitMs)
    const reason = 'invalid_exact_evm_insufficient_balance'
    return { kind: 'refused', payment: (await fixture.ledger.refuse({ id: payment.id, reason, at: fixture.clock.at }))!, reason }
  }
}

async function keepHouse({ ledger, clock }: GateFixture, at: number): Promise<void> {
  clock.at = Math.max(clock.at, at)
  const unsettled = await ledger.notFinal({ network: 'eip155:8453', limit: 1000 })
  await ledger.finalize({ ids: unsettled.map(({ id }) => id) })
  await ledger.archive({ expiredBefore: BigInt(Math.floor(clock.at / 1000) - 3_600), limit: 10_000 })
  await ledger.expire({ now: clock.at, limit: 10_000 })
}

async function poll(fixture: GateFixture, poller: Poller, privateKey: Hex, books: Books): Promise<Heard> {
  const input = prepareInput(fixture.offer, { path: {}, query: poller.next() as Poll & Record<string, string>, body: undefined })
  const outcome = await fixture.ask(await fixture.pay({ privateKey, value: 50_000n }), { input })
  if (outcome.kind === 'payment_required' || (outcome.kind === 'refused' && isOfPayment(outcome.refusal))) {
    books.refused()
    return { kind: 'wait', ms: 300_000 }
  }
  if (outcome.kind === 'refused') return { kind: 'wait', ms: outcome.refusal.code === 'polled_too_soon' ? 61_000 : 3 * 3_600_000 }
  const page = JSON.parse(Buffer.from(outcome.body).toString()) as WatchedPage<string>
  books.answered(poller, page, outcome.payment!.state === 'settled')
  if (poller.loses()) {
    books.lost()
    return { kind: 'lost' }
  }
  return { kind: 'page', ...page, ids: page.items.map(({ item }) => item) }
}

type Books = ReturnType<typeof createBooks>

/** What the service charged for, whether its answer arrived or not. */
function createBooks() {
  const sold = new Map<Poller, string[]>()
  const calls = { charged: 0, uncharged: 0, refused: 0, lost: 0 }
  const wrongCharges: string[] = []
  return {
    answered(poller: Poller, { items }: WatchedPage<string>, charged: boolean) {
      const fresh = items.filter(({ repeated }) => !repeated).map(({ item }) => item)
      if (charged !== fresh.length > 0) wrongCharges.push(`${poller.name}: ${fresh.length} new items, charged: ${charged}`)
      if (charged) sold.set(poller, [...(sold.get(poller) ?? []), ...fresh])
      calls[charged ? 'charged' : 'uncharged'] += 1
    },
    refused: () => void (calls.refused += 1),
    lost: () => void (calls.lost += 1),
    chargedTwice(poller: Poller) {
      const ids = sold.get(poller) ?? []
      return ids.filter((id, index) => ids.indexOf(id) !== index)
    },
    totals: () => ({ calls, wrongCharges }),
  }
}
