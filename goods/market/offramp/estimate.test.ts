import { type MarketTest, offramp, openMarket } from '../market.fixture.ts'
import { hurried } from '../../../sandbox/upstreams/open-test-sources.ts'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { checkOffers } from '../../../src/offers/check-offers.ts'
import { priceOf } from '../../../src/offers/offer.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'
import { formatUnits, parseUnits } from '../../../src/shared/money.ts'
import { settlementEstimate } from './estimate.ts'
import { usdcAmount } from './usdc-amount.ts'
import { startStopwatch } from '../../../test/support/stopwatch.ts'

const [estimate, atOfframp] = offramp({ fees: { basisPoints: 50n, fixedEurCents: 10n } })

/** A Tuesday morning. The figures below are those of the sandbox's market at this time. */
const startAt = Date.parse('2026-10-06T09:30:00Z')

let world: MarketTest | null = null
afterEach(async () => {
  await world?.close()
  world = null
})
async function open(settings: Parameters<typeof openMarket>[0] = {}): Promise<MarketTest> {
  world = await openMarket({ startAt, ...settings })
  return world
}

function run({ sources, clock }: MarketTest, amount: string) {
  const context = { sources, clock, signal: new AbortController().signal } as unknown as OfferContext
  return estimate.run({ path: {}, query: { amount: usdcAmount.parse(amount) }, body: {} }, context)
}

async function ask(opened: MarketTest, amount = '100') {
  const outcome = await run(opened, amount)
  expect(outcome.charge).toBe(true)
  return settlementEstimate.parse(outcome.body)
}

const venueIds = ['kraken', 'coinbase', 'bitstamp', 'bitvavo']
const referenceIds = ['ecb', 'frankfurter', 'vatcomply']

const unavailable = (detail: RegExp) => ({ code: 'upstream_unavailable', status: 503, message: expect.stringMatching(detail) })

test('has a valid declaration', () => {
  expect(checkOffers([estimate, atOfframp])).toEqual([])
  expect([estimate.route, atOfframp.route]).toEqual(['GET /v1/settlement/estimate', 'GET /v2/x402/offramp/estimate'])
  expect([estimate.access.kind, priceOf(estimate)]).toEqual(['daily-quota', 7_500n])
})

test('answers with the median bid, the fees, the net amount and the sources', async () => {
  const opened = await open()
  const { success, data, meta } = await ask(opened)
  expect(success).toBe(true)
  expect(data).toMatchObject({
    usdcAmount: '100000000',
    usdcAmountFormatted: '100',
    // Between the bids 0.88270 and 0.88273, the middle two of four.
    eurRate: 0.882715,
    svcFeeBps: 50,
    svcFixedFeeEur: '0.10',
    svcFeeEur: '0.55',
    svcFeeUsdc: '0.623078',
    grossEurAmount: '88.27',
    netEurAmount: '87.72',
    estimatedSepaTime: 'under 10 seconds (SEPA Instant)',
    simulated: true,
    indicative: true,
    ecbReference: { usdPerEur: '1.1262' },
  })
  expect([data.rateLockValidUntil, data.depth, data.coveredUsdc]).toEqual([null, 'covered', '100'])
  const worth = Number(data.midRate) * 100
  expect(data.totalCostBps).toBeCloseTo(((worth - 87.72) / worth) * 10_000, 1)
  // Fees of 55 cents are 62.3 basis points, and half the spread is the rest.
  expect(data.totalCostBps).toBeGreaterThan(62.3)
  expect(meta).toMatchObject({ degraded: false, missing: [], simulated: true })
  expect(meta.sources.map((one) => one.id)).toEqual(['kraken', 'coinbase', 'bitstamp', 'bitvavo', 'ecb'])
})

test('with real sources the answer is not marked as simulated', async () => {
  const { data, meta } = await ask(await open({ simulated: false }))
  expect([data.simulated, meta.simulated]).toEqual([false, false])
})

test('100 calls at once ask each venue once', async () => {
  const opened = await open()
  await Promise.all(Array.from({ length: 100 }, () => ask(opened)))
  expect(['kraken', 'coinbase', 'bitstamp', 'bitvavo', 'ecb'].map((id) => opened.upstreams.requests(id))).toEqual([1, 1, 1, 1, 1])
})

describe('when venues fail', () => {
  test('two are enough, and the answer says that it is degraded', async () => {
    const opened = await open()
    opened.upstreams.setMode('kraken', 'error')
    opened.upstreams.setMode('coinbase', 'garbage')
    const { data, meta } = await ask(opened)
    expect(data.venues.map((one) => one.id)).toEqual(['bitstamp', 'bitvavo'])
    expect(meta.degraded).toBe(true)
  })

  test('a slow venue does not hold a caller for longer than its time', async () => {
    const opened = await open({ limits: hurried })
    opened.upstreams.setMode('bitstamp', 'slow')
    for (const id of referenceIds) opened.upstreams.setMode(id, 'slow')
    const elapsed = startStopwatch()
    await expect(ask(opened)).rejects.toMatchObject(unavailable(/ECB/))
    expect(elapsed()).toBeLessThan(3_000)
  })

  test('with the ECB stopped its rates come from a relay', async () => {
    const opened = await open()
    opened.upstreams.setMode('ecb', 'outage')
    const { data, meta } = await ask(opened)
    expect(data.ecbReference.usdPerEur).toBe('1.1262')
    expect(meta).toMatchObject({ degraded: true, missing: [] })
    expect(meta.sources.map((one) => one.id)).toEqual([...venueIds, 'frankfurter'])
  })

  test('cached books serve for two minutes, labelled stale', async () => {
    const opened = await open()
    await ask(opened)
    opened.setAll('outage', 'ecb')
    opened.pass(119_000)
    const { meta } = await ask(opened)
    expect(meta.degraded).toBe(true)
    expect(meta.sources.map((one) => one.cache)).toEqual(['stale', 'stale', 'stale', 'stale', 'hit'])
  })

  test('without venues the answer uses the reference rate, is marked as simulated, and is not charged', async () => {
    const opened = await open({ simulated: false })
    await ask(opened)
    opened.setAll('outage', 'ecb')
    opened.pass(121_000)
    const outcome = await run(opened, '100')
    expect(outcome).toMatchObject({ charge: false, reason: 'no_live_rate' })
    const { data, meta } = settlementEstimate.parse(outcome.body)
    expect(data).toMatchObject({
      eurRate: 0.88794175,
      simulated: true,
      venues: [],
      midRate: null,
      spreadBps: null,
      rateLockValidUntil: null,
    })
    expect(data.observedAt).toBe(meta.sources[0]?.observedAt)
    expect(meta).toMatchObject({ degraded: true, missing: ['midRate', 'totalCostBps', 'spreadBps', 'coveredUsdc'], simulated: false })
    expect(meta.sources.map((one) => one.id)).toEqual(['ecb'])
    expect(estimate.available({ sources: opened.sources, chains: new Map() })).toBe('available')
  })

  test('with all sources stopped it is a 503', async () => {
    const opened = await open()
    opened.setAll('outage')
    await expect(ask(opened)).rejects.toMatchObject({
      ...unavailable(/Fewer than two venues/),
      options: { retryAfter: expect.any(Number) },
    })
  })

  test('without a reference rate there is no estimate', async () => {
    const opened = await open()
    for (const id of referenceIds) opened.upstreams.setMode(id, 'outage')
    await expect(ask(opened)).rejects.toMatchObject({ ...unavailable(/ECB/), options: { retryAfter: expect.any(Number) } })
  })
})

describe('available', () => {
  const available = ({ sources }: MarketTest) => estimate.available({ sources, chains: new Map() })

  test('is disabled when fewer than two venues or no reference are switched on', async () => {
    expect(available(await open({ disabled: new Set(['kraken', 'coinbase', 'bitstamp']) }))).toBe('disabled')
    await world?.close()
    expect(available(await open({ disabled: new Set(referenceIds) }))).toBe('disabled')
    await world?.close()
    expect(available(await open({ simulated: false, accepted: new Set(['kraken']) }))).toBe('disabled')
  })

  test('is down while breakers are open and the cache is empty, and comes back', async () => {
    const opened = await open()
    expect(available(opened)).toBe('available')
    opened.setAll('outage')
    for (let index = 0; index < 3; index++) await ask(opened).catch(() => {})
    expect(available(opened)).toBe('down')
    opened.setAll('ok')
    opened.pass(30_000)
    expect(available(opened)).toBe('available')
    await ask(opened)
  })
})

describe('the amount', () => {
  test.each([
    '0',
    '0.000000',
    '-1',
    '+1',
    '1e3',
    '1,000',
    ' 1',
    '0x10',
    '01',
    '.5',
    '5.',
    'NaN',
    'Infinity',
    '',
    '0.0000001',
    '1.0000000',
    '10000000.000001',
    '9'.repeat(70),
  ])('%j is refused, and the error says what is expected', (amount) => {
    const parsed = usdcAmount.safeParse(amount)
    expect(parsed.error?.issues[0]?.message).toMatch(/^an amount /)
  })

  test('a repeated or missing one is refused, too', () => {
    for (const amount of [undefined, ['1', '2'], 100, null])
      expect(usdcAmount.safeParse(amount).error?.issues[0]?.message).toMatch(/^an amount /)
  })

  test('every amount from one base unit to ten million is accepted exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10_000_000_000_000n }), (units) => {
        expect(usdcAmount.parse(formatUnits(units, 6))).toBe(units)
      }),
    )
  })

  test('an amount below the fees is an error that says so', async () => {
    await expect(ask(await open(), '0.1')).rejects.toMatchObject({
      code: 'invalid_input',
      status: 400,
      message: expect.stringContaining('too small'),
    })
  })
})

test('on the wire, gross = fees + net and the rate is the one that was applied, for any amount', async () => {
  const opened = await open()
  for (const amount of ['0.2', '1', '12.345678', '999999.999999', '2600000']) {
    const { data } = await ask(opened, amount)
    const cents = (text: string | null) => parseUnits(text ?? '', 2)
    expect(cents(data.grossEurAmount)).toBe(cents(data.svcFeeEur) + cents(data.netEurAmount))
    const rate = parseUnits(String(data.eurRate), 8)
    expect(cents(data.grossEurAmount)).toBe((BigInt(data.usdcAmount) * rate) / 10n ** 12n)
  }
})

test('the input schema can be shown to agents', () => {
  expect(z.toJSONSchema(estimate.query ?? z.never(), { io: 'input' })).toMatchObject({
    required: ['amount'],
    properties: { amount: { type: 'string' } },
  })
})
