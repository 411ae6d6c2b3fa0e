import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createCatalog } from '../offers/catalog.ts'
import { describedOffers } from '../../test/described-offers.ts'
import { CatalogError } from '../offers/check-offers.ts'
import { answer, fixedPrice, free, offer } from '../offers/offer.ts'
import type { AnyOffer } from '../offers/offer.ts'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { silentLog } from '../shared/log.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { declareLineSources } from '../../sandbox/upstreams/open-test-sources.ts'
import { createSources } from '../sources/sources.ts'
import { memoryStore } from '../store/sqlite/store.fixture.ts'
import { problem } from '../shared/problems.ts'
import { checkOffers } from '../offers/check-offers.ts'

// Nothing is asked of them here.
const sources = createSources({
  simulated: false,
  accepted: 'all',
  disabled: new Set(),
  clock: systemClock,
  timers: systemTimers,
  random: systemRandom,
  log: silentLog,
  metrics: silentMetrics,
  store: memoryStore({ clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics }),
})
afterAll(() => sources.close())

await declareLineSources({ declared: (one) => sources.declare(one, {}) })
const context = { sources, chains: new Map() }

function sample(changes: Partial<Parameters<typeof offer>[0]> = {}): AnyOffer {
  return offer({
    id: 'price',
    route: 'GET /v1/price/{symbol}',
    access: fixedPrice('0.0075'),
    title: 'Price',
    purpose: 'What it costs.',
    path: z.object({ symbol: z.string().min(1) }),
    answer: z.object({ price: z.number() }),
    example: { path: { symbol: 'BTC' }, answer: { price: 1 } },
    run: () => Promise.resolve(answer({ price: 1 })),
    ...changes,
  })
}

function faultsOf(...offers: AnyOffer[]): readonly string[] {
  try {
    createCatalog(offers, context)
  } catch (error) {
    if (error instanceof CatalogError) return error.faults
    throw error
  }
  return []
}

test('no two offers have the same title, so that a list of titles tells them apart', async () => {
  const lines = await describedOffers({
    discovery: { freeCallsPerDay: 25, protocols: ['x402'], networks: [], playMoney: false },
  })
  const titles = lines.map(({ title }) => title.toLowerCase())
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
})

test('the real list passes its own checks, free offers first', async () => {
  const lines = await describedOffers({
    discovery: { freeCallsPerDay: 25, protocols: ['x402'], networks: [], playMoney: false },
  })
  const { offers } = createCatalog(lines, context)
  // Without a chain nothing can be said of addresses and tokens, without engines nothing of pages and texts.
  expect(lines.filter((line) => !offers.includes(line)).map(({ id }) => id)).toEqual([
    'fact-check',
    'translate-languages',
    'trust-score',
    'trust-tier',
    'agent-verify',
    'trust-score-batch',
    'deep-analysis',
    'deep-analysis-batch',
    'whale-alerts',
    'wallet-score',
    'token-analysis',
    // Without a browser nothing is rendered.
    'screenshot',
    'pdf-generate',
    'summarize',
    'sentiment',
    'translate',
    'fact-check-deep',
    'code-review',
    // Nor without a language model by one.
    'summarize-llm',
    'sentiment-llm',
    'fact-check-llm',
    'fact-check-deep-llm',
    'translate-llm',
    'code-review-llm',
  ])
  const free = lines.map((line) => line.access.kind === 'free')
  expect(free).toEqual(free.toSorted((one, other) => Number(other) - Number(one)))
})

test('an offer is found by id and by route', () => {
  const one = sample()
  const catalog = createCatalog([one], context)
  expect(catalog.offers).toEqual([one])
  expect(catalog.byId('price')).toBe(one)
  expect(catalog.byId('constructor')).toBeUndefined()
  expect(catalog.match('GET', '/v1/price/BTC')).toEqual({ kind: 'offer', offer: one, path: { symbol: 'BTC' } })
})

test('a disabled offer is left out, and its route still answers that it is', () => {
  const off = sample({ needs: { engine: { by: null } } })
  const down = sample({ id: 'down', route: 'GET /v1/down/{symbol}', needs: { engine: { by: { availability: () => 'down' } } } })
  const catalog = createCatalog([off, down], context)
  expect(catalog.offers).toEqual([down])
  expect(catalog.byId('price')).toBeUndefined()
  expect(catalog.match('GET', '/v1/price/BTC')).toEqual({ kind: 'disabled', offer: off })
})

describe('refused at start', () => {
  test('an id or a route that is used twice', () => {
    expect(faultsOf(sample(), sample({ route: 'GET /v1/other/{symbol}' }))).toEqual(['price: the id is used twice'])
    expect(faultsOf(sample(), sample({ id: 'other' }))).toEqual([
      'other: its route GET /v1/price/{symbol} collides with GET /v1/price/{symbol} of price',
    ])
  })

  test('templates that fit the same paths, but not literals beside parameters nor other methods', () => {
    const ticker = { path: z.object({ ticker: z.string() }), example: { path: { ticker: 'BTC' }, answer: { price: 1 } } }
    expect(faultsOf(sample(), sample({ id: 'other', route: 'GET /v1/price/{ticker}', ...ticker }))).toHaveLength(1)
    expect(faultsOf(sample(), sample({ id: 'other', route: 'POST /v1/price/{ticker}', ...ticker }))).toEqual([])
    const literal = { path: undefined, example: { answer: { price: 1 } } }
    expect(faultsOf(sample(), sample({ id: 'other', route: 'GET /v1/price/all', ...literal }))).toEqual([])
  })

  test('an id that is not kebab-case', () => {
    for (const id of ['Price', 'a_b', 'a--b', '-a', '1a', '']) expect(faultsOf(sample({ id }))).toHaveLength(1)
  })

  test('a price of zero, and one with more than six decimals', () => {
    expect(faultsOf(sample({ access: { kind: 'fixed', price: 0n } }))).toEqual(['price: a paid offer must have a price above zero'])
    expect(faultsOf(sample({ access: free }))).toEqual([])
    expect(() => sample({ access: fixedPrice('0.0000001') })).toThrow('too many decimal places')
  })

  test('path parameters that template and schema do not share', () => {
    expect(faultsOf(sample({ path: z.object({ symbol: z.string(), more: z.string().optional() }) }))).toEqual([
      'price: the path schema declares "more", which is not in the template',
    ])
    expect(faultsOf(sample({ route: 'GET /v1/price/{symbol}/{day}' }))).toEqual(['price: the path schema does not declare {day}'])
    expect(faultsOf(sample({ path: undefined, example: { answer: { price: 1 } } }))).toEqual([
      'price: the path schema does not declare {symbol}',
    ])
  })

  test('a template that is not valid', () => {
    for (const route of ['GET /v1/{a}b/{symbol}', 'GET /v1//{symbol}', 'TRACE /v1/{symbol}', 'GET /{symbol}/']) {
      expect(faultsOf(sample({ route: route as 'GET /' }))).toContain(`price: the route "${route}" is not a method and a path template`)
    }
  })

  test('an example that does not fit its own schemas', () => {
    expect(faultsOf(sample({ example: { path: { symbol: '' }, answer: { price: '1' as unknown as number } } }))).toEqual([
      expect.stringContaining('at path.symbol'),
      expect.stringContaining('at answer.price'),
    ])
    expect(faultsOf(sample({ query: z.object({ day: z.string() }) }))).toEqual([expect.stringContaining('at query.day')])
    expect(faultsOf(sample({ example: { path: { symbol: 'BTC' }, query: { day: '1' }, answer: { price: 1 } } }))).toEqual([
      'price: the example has a query, but the offer has no schema for it',
    ])
  })

  test("a GET with a body, and a schema that JSON Schema can't express", () => {
    const body = { body: z.object({ text: z.string() }), example: { path: { symbol: 'BTC' }, body: { text: 'x' }, answer: { price: 1 } } }
    expect(faultsOf(sample(body))).toEqual(['price: a GET route takes no body'])
    expect(
      faultsOf(sample({ answer: z.object({ price: z.bigint() }), example: { path: { symbol: 'BTC' }, answer: { price: 1n } } })),
    ).toEqual([expect.stringContaining('the answer schema has no JSON Schema'), 'price: the example is not plain JSON'])
  })

  test.each([
    ['catch', z.number().catch(0)],
    ['coerce', z.coerce.number()],
    ['default', z.number().default(0)],
    ['pipe', z.number().transform(String)],
    ['prefault', z.number().prefault(0)],
  ])('an answer schema that changes what it reads, by %s', (kind, price) => {
    const fault = `price: the answer schema changes what it reads (${kind}), and an answer goes out as it was made`
    expect(faultsOf(sample({ answer: z.object({ price }) }))).toEqual([fault])
    expect(faultsOf(sample({ answer: z.object({ price: z.number(), list: z.array(price).optional() }) }))).toEqual([fault])
  })

  test('everything that is wrong is reported at once', () => {
    expect(faultsOf(sample({ id: 'A' }), sample({ id: 'A', access: { kind: 'fixed', price: 0n } }))).toHaveLength(5)
  })
})

test('a problem that an offer declares has a code of its own, and one meaning', () => {
  const tooFar = problem({ code: 'too_far', decidedBy: 'caller', status: 422, title: 'Too far', fix: 'Name a port.' })
  const offers = [
    sample({
      problems: [tooFar, { ...tooFar, code: 'not_found' }, { ...tooFar, code: 'TooFar' }, { ...tooFar, code: 'paid', status: 402 }],
    }),
    sample({ id: 'same', route: 'GET /v1/same/{symbol}', problems: [{ ...tooFar }] }),
    sample({ id: 'other', route: 'GET /v1/other/{symbol}', problems: [{ ...tooFar, fix: 'Swim.' }] }),
  ]
  expect(checkOffers(offers)).toEqual([
    'other: its problem too_far is another one than that of price',
    'other: its problem too_far is another one than that of same',
    'price: its problem not_found is one of the service itself: choose another code',
    'price: the code of its problem "TooFar" is not snake_case',
    'price: its problem paid has the status 402',
  ])
})
