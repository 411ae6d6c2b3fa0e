import { generatePrivateKey } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { watchedAnswer, type Outcome } from '../offers/offer.ts'
import { readWatchlistQuery, type WatchlistQuery } from '../offers/watchlist/watchlist-query.ts'
import type { WatchedPage } from '../offers/watchlist/watched-answer.ts'
import { utcDay } from '../shared/clock.ts'
import { openGateFixture, price, type GateFixture } from './gate.fixture.ts'
import { prepareInput } from './input/prepared-input.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

interface Answered {
  readonly ids: readonly string[]
  readonly repeated: readonly string[]
  readonly page: WatchedPage
  readonly state: string
  readonly reason: string | null
}

/** A shop of things by day, and payers who poll it. */
function openShop(options: { readonly ledger?: GateFixture['ledger']; readonly price?: bigint } = {}) {
  const fixture = openGateFixture({ kind: 'fixed', price: options.price ?? price }, options.ledger, { watchlist: true })
  const things: { id: string; day: string }[] = []
  let asked = false
  fixture.run = async ({ query }): Promise<Outcome<unknown>> =>
    watchedAnswer({
      request: readWatchlistQuery(query as WatchlistQuery, fixture.clock.at),
      items: things.map((item) => ({ ...item, item })),
      answeredUntil: utcDay(fixture.clock.at),
      asked,
      body: (page) => page,
    })
  const ask = async (
    query: Partial<Record<keyof WatchlistQuery | 'topic', string>> = {},
    wallet: { key?: `0x${string}` } = {},
    more = {},
  ) =>
    fixture.ask(await fixture.pay({ value: options.price ?? price, ...(wallet.key ? { privateKey: wallet.key } : {}) }), {
      input: prepareInput(fixture.offer, { path: {}, query: { since: daysAgo(5), ...query }, body: undefined }),
      ...more,
    })
  const daysAgo = (days: number) => utcDay(fixture.clock.at - days * dayMs)
  return {
    fixture,
    daysAgo,
    ask,
    publish: (count: number, day = daysAgo(1)) => {
      const added = Array.from({ length: count }, () => ({ id: `thing ${things.length + 1}`, day }) as const)
      for (const one of added) things.push({ ...one, id: `thing ${String(things.length + 1).padStart(3, '0')}` })
      return things.slice(-count).map(({ id }) => id)
    },
    upstreamIsAsked: (now: boolean) => (asked = now),
    pass: (ms: number) => (fixture.clock.at += ms),
    async poll(...parameters: Parameters<typeof ask>): Promise<Answered> {
      return read(await ask(...parameters))
    },
  }
}

function read(outcome: Awaited<ReturnType<GateFixture['ask']>>): Answered {
  if (outcome.kind !== 'answer') throw new Error(outcome.kind === 'refused' ? outcome.refusal.code : outcome.kind)
  const page = JSON.parse(Buffer.from(outcome.body).toString()) as WatchedPage<{ id: string }>
  const of = (repeated: boolean) => page.items.filter((one) => one.repeated === repeated).map(({ item }) => item.id)
  return { ids: of(false), repeated: of(true), page, state: outcome.payment!.state, reason: outcome.payment!.reason }
}

describe('a payer of a watchlist', () => {
  test('is charged for what is new, and for nothing where nothing is', async () => {
    const { publish, poll, pass } = openShop()
    const first = publish(2)
    expect(await poll()).toMatchObject({ ids: first, repeated: [], state: 'settled' })
    pass(dayMs)
    expect(await poll()).toMatchObject({ ids: [], repeated: [], state: 'uncharged', reason: 'nothing_new' })
    const second = publish(1)
    pass(minuteMs)
    expect(await poll()).toMatchObject({ ids: second, state: 'settled' })
  })

  test('who lost an answer and pays anew gets it again without a charge', async () => {
    const { publish, poll, pass } = openShop()
    const items = publish(2)
    await poll()
    expect(await poll()).toMatchObject({ ids: [], repeated: items, state: 'uncharged' })
    pass(minuteMs)
    const more = publish(1)
    expect(await poll()).toMatchObject({ ids: more, repeated: items, state: 'settled' })
  })

  test('gets what appears late since the first poll, also where that poll brought nothing', async () => {
    const { publish, poll, pass, daysAgo } = openShop()
    expect(await poll({ since: daysAgo(5) })).toMatchObject({ state: 'uncharged' })
    pass(10 * dayMs)
    publish(1, daysAgo(16))
    const late = publish(1, daysAgo(14))
    expect(await poll({ since: daysAgo(0) })).toMatchObject({ ids: late, state: 'settled' })
  })

  test('has a position for each query and each name, and none for a limit or a day', async () => {
    const { publish, poll, daysAgo } = openShop()
    const items = publish(2)
    await poll()
    expect(await poll({ watch: 'second' })).toMatchObject({ ids: items })
    expect(await poll({ topic: 'other' })).toMatchObject({ ids: items })
    expect(await poll({ limit: '7', since: daysAgo(4) })).toMatchObject({ ids: [], repeated: items })
  })

  test('is not held to what others were given', async () => {
    const { publish, poll } = openShop()
    const items = publish(2)
    const keys = [generatePrivateKey(), generatePrivateKey()]
    for (const key of keys) expect(await poll({}, { key })).toMatchObject({ ids: items })
  })

  test('buys everything again on demand', async () => {
    const { publish, poll, pass } = openShop()
    const items = publish(2)
    await poll()
    pass(2 * dayMs)
    expect(await poll({ redeliver: 'true' })).toMatchObject({ ids: items, state: 'settled' })
    // An answer that was lost comes again.
    expect(await poll()).toMatchObject({ ids: [], repeated: items, state: 'uncharged' })
  })

  test('whose first call is free gets what is new, and it counts as delivered', async () => {
    const { publish, poll, pass } = openShop({ price: 20_000n })
    const items = publish(2)
    expect(await poll()).toMatchObject({ ids: items, state: 'free' })
    pass(2 * dayMs)
    expect(await poll()).toMatchObject({ ids: [], state: 'uncharged' })
  })

  test('gets the same answer for the same payment, whatever is new since', async () => {
    const { fixture, publish } = openShop()
    const items = publish(2)
    const payment = await fixture.pay()
    const input = prepareInput(fixture.offer, { path: {}, query: { limit: '9' }, body: undefined })
    expect(read(await fixture.ask(payment, { input })).ids).toEqual(items)
    publish(3)
    const again = await fixture.ask(payment, { input })
    expect([read(again).ids, again]).toEqual([items, expect.objectContaining({ replay: true })])
  })
})

describe('calls of one payer at once', () => {
  test('never get the same item twice, and skip none', async () => {
    const { publish, poll } = openShop()
    const items = publish(30)
    const answers = await Promise.all(Array.from({ length: 12 }, () => poll({ limit: '5' })))
    const sold = answers.flatMap(({ ids }) => ids)
    expect(sold.toSorted()).toEqual(items)
    for (const { ids, state } of answers) expect(state).toBe(ids.length > 0 ? 'settled' : 'uncharged')
  })

  test('at two instances neither', async () => {
    const here = openShop()
    const there = openShop({ ledger: here.fixture.ledger })
    const items = here.publish(20)
    there.publish(20)
    const key = generatePrivateKey()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? here : there).poll({ limit: '4' }, { key })))
    expect(answers.flatMap(({ ids }) => ids).toSorted()).toEqual(items)
  })
})

describe('what is not charged is not delivered', () => {
  test('a payment that is refused pays for nothing: its items wait until nothing can collect it, and are then sold', async () => {
    const { fixture, publish, poll, ask, pass, daysAgo } = openShop()
    const { settle } = fixture
    const items = publish(2, daysAgo(3))
    fixture.settle = async ({ id }) => {
      const reason = 'invalid_exact_evm_insufficient_balance'
      return { kind: 'refused', payment: (await fixture.ledger.refuse({ id, reason, at: fixture.clock.at }))!, reason }
    }
    expect(await ask()).toMatchObject({ kind: 'refused', refusal: { status: 402 } })
    fixture.settle = settle
    const later = publish(1)
    const meanwhile = await poll()
    expect([meanwhile.ids, meanwhile.repeated, meanwhile.page.nextSince]).toEqual([later, [], daysAgo(3 + 2)].with(2, daysAgo(3)))
    pass(dayMs)
    await fixture.ledger.archive({ expiredBefore: BigInt(Math.floor(fixture.clock.at / 1000)), limit: 10 })
    expect(await poll({ since: daysAgo(4) })).toMatchObject({ ids: items, state: 'settled' })
  })

  test('a redelivery gives nothing for nothing to a poll beside it, nor after it when its payment is refused', async () => {
    const { fixture, publish, poll, ask, pass } = openShop()
    const { settle } = fixture
    const items = publish(2)
    await poll()
    pass(2 * dayMs)
    fixture.settle = async () => ({ kind: 'pending', transaction: null })
    const redelivery = await ask({ redeliver: 'true' })
    fixture.settle = settle
    expect(await poll()).toMatchObject({ ids: [], repeated: [], state: 'uncharged' })
    const { id } = redelivery.payment!
    await fixture.ledger.refuse({ id, reason: 'invalid_exact_evm_insufficient_balance', at: fixture.clock.at })
    pass(2 * minuteMs)
    expect(await poll()).toMatchObject({ ids: [], repeated: [], state: 'uncharged' })
    expect(await poll({ redeliver: 'true' })).toMatchObject({ ids: items, state: 'settled' })
    pass(2 * minuteMs)
    expect(await poll()).toMatchObject({ ids: [], repeated: items, state: 'uncharged' })
  })

  test('a payment that is not settled yet gives its items to no other call, and the other call does not go past them', async () => {
    const { fixture, publish, poll, ask, pass, daysAgo } = openShop()
    const items = publish(2, daysAgo(3))
    const { settle } = fixture
    fixture.settle = async () => ({ kind: 'pending', transaction: null })
    const first = await ask()
    expect(first).toMatchObject({ kind: 'refused', refusal: { code: 'settlement_pending' } })
    const second = await poll()
    expect([second.ids, second.repeated, second.state, second.page.nextSince]).toEqual([[], [], 'uncharged', daysAgo(3)])
    await settle((await fixture.ledger.find(first.payment!.id))!, 0)
    pass(minuteMs)
    expect(await poll({ since: second.page.nextSince })).toMatchObject({ ids: [], repeated: items, state: 'uncharged' })
  })

  test('a run that fails delivers nothing', async () => {
    const { fixture, publish, poll, ask } = openShop()
    const items = publish(2)
    const { run } = fixture
    fixture.run = () => Promise.reject(new Error('broken'))
    expect(await ask()).toMatchObject({ kind: 'refused', refusal: { code: 'run_failed' } })
    fixture.run = run
    expect(await poll()).toMatchObject({ ids: items })
  })

  test('a disk that fails while the answer is stored delivers nothing', async () => {
    const { fixture, publish, poll, ask } = openShop()
    const items = publish(2)
    fixture.broken.add('serveDelivery')
    expect(await ask()).toMatchObject({ kind: 'refused' })
    fixture.broken.clear()
    expect(await poll()).toMatchObject({ ids: items, repeated: [] })
  })

  test('where the answer was stored and the word of it was lost, the next payment gets it as repeated, once the first is settled', async () => {
    const { fixture, publish, poll, ask } = openShop()
    const items = publish(2)
    fixture.unanswered.add('serveDelivery')
    const lost = await ask()
    fixture.unanswered.clear()
    await fixture.settle((await fixture.ledger.find(lost.payment!.id))!, 0)
    expect(await poll()).toMatchObject({ ids: [], repeated: items, state: 'uncharged' })
  })
})

describe('polls that bring nothing', () => {
  test('have a pace of one a minute for each query, and leave the payment unused', async () => {
    const { poll, ask, pass, publish } = openShop()
    expect(await poll()).toMatchObject({ state: 'uncharged' })
    expect(await ask()).toMatchObject({ kind: 'refused', refusal: { code: 'polled_too_soon', options: { retryAfter: 60 } }, payment: null })
    expect(await poll({ topic: 'other' })).toMatchObject({ state: 'uncharged' })
    expect(await poll({}, { key: generatePrivateKey() })).toMatchObject({ state: 'uncharged' })
    pass(minuteMs)
    publish(1)
    expect(await poll()).toMatchObject({ state: 'settled' })
    publish(1)
    expect(await poll()).toMatchObject({ state: 'settled' })
  })

  test('count for no limit of uncharged runs where no upstream was asked for them', async () => {
    const { poll, pass } = openShop()
    for (let polls = 0; polls < 50; polls++, pass(minuteMs)) expect((await poll()).state).toBe('uncharged')
  })

  test('count where one was', async () => {
    const { poll, upstreamIsAsked } = openShop()
    upstreamIsAsked(true)
    for (let polls = 0; polls < 30; polls++) await poll({ topic: `${polls}` })
    await expect(poll({ topic: 'last' })).rejects.toThrow('too_many_uncharged_runs')
  })
})

describe('a wallet', () => {
  test('may watch 200 queries', async () => {
    const { fixture, publish, poll, ask } = openShop()
    fixture.state.balance = 1_000_000_000n
    publish(1)
    for (let topics = 0; topics < 200; topics++) await poll({ topic: `${topics}` })
    expect(await ask({ topic: 'one more' })).toMatchObject({ refusal: { code: 'watchlist_full' }, payment: { state: 'released' } })
    expect(await poll({ topic: '7' })).toMatchObject({ state: 'uncharged' })
    expect(await poll({ topic: 'one more' }, { key: generatePrivateKey() })).toMatchObject({ state: 'settled' })
  })
})
