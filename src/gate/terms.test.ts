import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createLedger } from '../ledger/create-ledger.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { answer, offer } from '../offer.ts'
import { openMemoryStore } from '../store/sqlite/open-memory-store.ts'
import { systemParts } from '../store/sqlite/store.fixture.ts'
import { createTerms, type Terms } from './terms.ts'

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
let terms: Terms
let reads: number
beforeEach(async () => {
  clock.at = 1_000_000_000
  reads = 0
  ledger = createLedger({ store: openMemoryStore(systemParts), answerFiles: {} as never })
  const { pricesSince } = ledger
  terms = createTerms({
    chains: new Map(),
    settler: { networks: new Set(), stalled: () => false },
    payTo: '0x00',
    ledger: { ...ledger, pricesSince: (wish) => ((reads += 1), pricesSince(wish)) },
    clock,
    priceGraceSeconds: 300,
    tooDear: () => false,
  })
  await record(before, -1_000_000)
  await record(ours)
})

/** What an instance does that starts. */
const record = (price: bigint, later = 0) => ledger.recordPrices({ prices: [{ offerId: 'thing', price }], at: clock.at + later })
const good = async (amount: bigint) => (await terms.goodPrices(thing, amount)).includes(amount)

describe('the prices that are taken', () => {
  test('are ours, and for the grace the one before', async () => {
    expect(await terms.goodPrices(thing, ours)).toEqual([ours, before])
    clock.at += 299_000
    expect(await good(before)).toBe(true)
    clock.at += 2_000
    expect(await terms.goodPrices(thing, ours)).toEqual([ours])
  })

  test('are another instance’s too, from the moment at which it starts with a new one', async () => {
    expect(await good(newer)).toBe(false)
    await record(newer)
    expect(await good(newer)).toBe(true)
    expect(await good(ours)).toBe(true)
    clock.at += 400_000
    // Ours is what we ask, whatever others ask by now.
    expect(await terms.goodPrices(thing, newer)).toEqual([ours, newer])
  })

  test('are read once a second, unless an amount is none of them', async () => {
    for (let call = 0; call < 5; call++) await terms.goodPrices(thing, ours)
    expect(reads).toBe(1)
    await terms.goodPrices(thing, newer)
    expect(reads).toBe(2)
    clock.at += 1_000
    await terms.goodPrices(thing, ours)
    expect(reads).toBe(3)
  })
})
