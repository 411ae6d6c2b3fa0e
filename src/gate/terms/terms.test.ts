import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Chain } from '../../chain/chain.ts'
import { networks } from '../../chain/networks.ts'
import { createLedger } from '../../ledger/create-ledger.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { answer, offer } from '../../offers/offer.ts'
import { memoryStore } from '../../store/sqlite/store.fixture.ts'
import { createTerms, type TermsOfSale } from './terms.ts'

const [before, ours, newer] = [40_000n, 50_000n, 60_000n]
const thing = offer({
  id: 'thing',
  route: 'GET /v1/thing',
  access: { kind: 'fixed', price: ours },
  title: 'Thing',
  purpose: 'To be sold.',
  answer: z.object({}),
  example: { answer: {} },
  run: async () => answer({}),
})

const clock = { at: 0, now: () => clock.at }
let ledger: Ledger
let terms: TermsOfSale
let reads: number
const stalled = new Set<string>()
const dear = new Set<string>()
const silent = new Set<string>()
let watched: string[]
const [base, , polygon] = networks
beforeEach(async () => {
  clock.at = 1_000_000_000
  reads = 0
  ledger = createLedger({ store: memoryStore(), answerFiles: {} as never })
  const { pricesSince } = ledger
  terms = createTerms({
    chains: new Map([base!, polygon!].map((network) => [network.id, { network, reachability: reachabilityOf(network.id) } as Chain])),
    settler: { networks: new Set([base!.id, polygon!.id]), canSettle: (network) => !stalled.has(network), accepted: () => {} },
    payTo: '0x00',
    ledger: { ...ledger, pricesSince: (wish) => ((reads += 1), pricesSince(wish)) },
    clock,
    priceGraceSeconds: 300,
    costs: { isTooExpensive: (network) => dear.has(network), wasTooExpensive: (network) => dear.has(network) },
  })
  stalled.clear()
  dear.clear()
  silent.clear()
  watched = []
  await record(before, -1_000_000)
  await record(ours)
})

const reachabilityOf = (id: string): Chain['reachability'] => ({
  get reachable() {
    return !silent.has(id)
  },
  watch: () => void watched.push(id),
  onChange: () => {},
})

/** What an instance does when it starts. */
const record = (price: bigint, later = 0) => ledger.recordPrices({ prices: [{ offerId: 'thing', price }], at: clock.at + later })
const good = async (amount: bigint) => (await terms.acceptedPrices(thing, amount)).includes(amount)

describe('the accepted prices', () => {
  test('are ours, and the previous one for the grace period', async () => {
    expect(await terms.acceptedPrices(thing, ours)).toEqual([ours, before])
    clock.at += 299_000
    expect(await good(before)).toBe(true)
    clock.at += 2_000
    expect(await terms.acceptedPrices(thing, ours)).toEqual([ours])
  })

  test('include that of another instance from the moment at which it starts with a new price', async () => {
    expect(await good(newer)).toBe(false)
    await record(newer)
    expect(await good(newer)).toBe(true)
    expect(await good(ours)).toBe(true)
    clock.at += 400_000
    // We ask for our own price, whatever other instances ask for.
    expect(await terms.acceptedPrices(thing, newer)).toEqual([ours, newer])
  })

  test('are read once a second, unless an amount is not among them', async () => {
    for (let call = 0; call < 5; call++) await terms.acceptedPrices(thing, ours)
    expect(reads).toBe(1)
    await terms.acceptedPrices(thing, newer)
    expect(reads).toBe(2)
    clock.at += 1_000
    await terms.acceptedPrices(thing, ours)
    expect(reads).toBe(3)
  })
})

describe('the offered networks', () => {
  const offered = () => {
    clock.at += 250
    return terms.offered(ours)
  }

  test('are those where a payment can be settled now for a small share of the price; the others have a reason', () => {
    expect(offered()).toEqual({ networks: [base!.id, polygon!.id], leftOut: [] })
    stalled.add(base!.id)
    dear.add(polygon!.id)
    expect(offered()).toEqual({
      networks: [],
      leftOut: [
        { network: base!.id, reason: 'nothing can be settled there now' },
        { network: polygon!.id, reason: expect.stringContaining('share of this price') },
      ],
    })
  })

  test('include a stalled one for a quarter of a second at most', () => {
    offered()
    stalled.add(base!.id)
    clock.at += 249
    expect(terms.offered(ours).networks).toContain(base!.id)
    clock.at += 1
    expect(terms.offered(ours).networks).not.toContain(base!.id)
  })

  test('do not include one whose nodes do not answer; asking for terms has all of them watched', () => {
    silent.add(base!.id)
    expect(offered()).toEqual({ networks: [polygon!.id], leftOut: [{ network: base!.id, reason: 'its node does not answer now' }] })
    expect(watched).toEqual([base!.id, polygon!.id])
    silent.clear()
    // At once, not a quarter of a second later.
    expect(terms.offered(ours).networks).toEqual([base!.id, polygon!.id])
  })

  test('are checked again when the clock was set back', () => {
    offered()
    stalled.add(base!.id)
    clock.at -= 1_000
    expect(terms.offered(ours).networks).not.toContain(base!.id)
  })

  test('are the same object for as long as they do not change', () => {
    const first = offered()
    expect(offered()).toBe(first)
    stalled.add(base!.id)
    expect(offered()).not.toBe(first)
  })
})
