import { type MarketTest, openMarket, stablecoins } from '../market.fixture.ts'
import { afterEach, describe, expect, test } from 'vitest'
import type { Chains } from '../../../src/chain/chain.ts'
import { createCatalog } from '../../../src/offers/catalog.ts'
import { checkOffers } from '../../../src/offers/check-offers.ts'
import { priceOf } from '../../../src/offers/offer.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'
import { supplyNode } from './supply-node.fixture.ts'
import type { SupplyNode } from './supply-node.fixture.ts'
import { startStopwatch } from '../../../test/support/stopwatch.ts'

/** A Tuesday morning. The figures below are those of the sandbox's market at this time. */
const startAt = Date.parse('2026-10-06T09:30:00Z')

let world: MarketTest | null = null
afterEach(async () => {
  await world?.close()
  world = null
})

/** Enough time for a machine that has much else to do. */
const patient = { timeoutMs: 2_000, budgetMs: 2_400, attempts: { retries: 2, backoffMs: 1 } }
/** A service with these settings and, unless told otherwise, no network. */
async function open(settings: Parameters<typeof openMarket>[0] = {}, nodes: (opened: MarketTest) => SupplyNode[] = () => []) {
  const opened = (world = await openMarket({ limits: patient, startAt, ...settings }))
  const offer = stablecoins()
  const made = nodes(opened)
  const chains: Chains = new Map(made.map(({ chain }) => [chain.network.id, chain]))
  const ask = async (symbol = 'USDC') => {
    const context = {
      sources: opened.sources,
      chains,
      clock: opened.clock,
      signal: new AbortController().signal,
    } as unknown as OfferContext
    const outcome = await offer.run({ path: { symbol }, query: {}, body: {} }, context)
    return { ...offer.answer.parse(outcome.body), outcome }
  }
  const available = () => offer.available({ sources: opened.sources, chains })
  return { ...opened, ask, available, offer, nodes: made }
}

const llama = 'defillama-stablecoins'
const onBase = ({ clock }: MarketTest) => [supplyNode('eip155:8453', clock)]
/** Live, with no contract with anybody. */
const openOnly = { simulated: false, accepted: new Set<string>() }

test('has a valid declaration', () => {
  const offer = stablecoins()
  expect(checkOffers([offer])).toEqual([])
  expect([offer.access.kind, priceOf(offer)]).toEqual(['fixed', 3_000n])
})

test('answers price, peg, supply with its changes, and networks', async () => {
  const { ask } = await open()
  const { data, meta, success, outcome } = await ask('usdc')
  expect([success, outcome.charge]).toEqual([true, true])
  expect(data).toMatchObject({
    symbol: 'USDC',
    name: 'USD Coin',
    coingeckoId: 'usd-coin',
    peg: { currency: 'USD', usd: '1', date: null },
    // Between 0.99999 and 0.99987: DefiLlama's price is CoinGecko's.
    priceUsd: '0.99993',
    deviationBps: -0.7,
    depeg: false,
    depegReason: null,
    depegThresholdBps: 100,
    supply: {
      circulating: {
        amount: '75012345678.13',
        change1d: { amount: '112345678.13', percent: 0.1499 },
        change7d: { amount: '612345678.13', percent: 0.823 },
        change30d: { amount: '3012345678.13', percent: 4.1838 },
      },
      issued: null,
    },
    namesakes: [],
  })
  expect(data.prices.map(({ source, priceUsd }) => `${source} ${priceUsd}`)).toEqual([
    'coingecko 0.99999',
    'kraken 0.99987',
    'defillama-stablecoins 0.9999',
  ])
  expect(data.networks?.slice(0, 3)).toEqual([
    { name: 'Ethereum', network: 'eip155:1', amount: '48000000000', contract: null },
    { name: 'Solana', network: null, amount: '9500000000', contract: null },
    { name: 'Base', network: 'eip155:8453', amount: '4300000000.5', contract: null },
  ])
  expect(meta).toMatchObject({ degraded: false, missing: [], simulated: true })
  expect(meta.sources.map((one) => one.id)).toEqual(['coingecko', 'kraken', llama])
})

test('a euro coin is compared with the rate of the ECB', async () => {
  const { ask } = await open()
  const { data, meta } = await ask('euro-coin')
  expect(data).toMatchObject({
    symbol: 'EURC',
    peg: { currency: 'EUR', usd: '1.1262' },
    // DefiLlama's price is CoinGecko's, so it moves no median and is no second voice.
    priceUsd: '1.13123',
    deviationBps: 44.66,
    depeg: false,
    depegThresholdBps: expect.any(Number),
  })
  expect(data.depegThresholdBps).toBeGreaterThanOrEqual(250)
  expect(meta.sources.map((one) => one.id)).toContain('ecb')
})

test('without that rate its distance from the peg is not known', async () => {
  const { ask, upstreams } = await open()
  for (const id of ['ecb', 'ecb-data', 'frankfurter', 'vatcomply']) upstreams.setMode(id, 'outage')
  const { data, meta } = await ask('EURC')
  expect(data).toMatchObject({ priceUsd: '1.13123', deviationBps: null, depeg: null, depegReason: 'no_peg_rate' })
  expect(meta.missing).toEqual(['peg.usd', 'deviationBps', 'depeg'])
})

describe('a depeg needs two sources', () => {
  test('one source alone is not enough, however far off it is', async () => {
    const { ask } = await open()
    const { data, meta } = await ask('angle-usd')
    expect(data).toMatchObject({ priceUsd: '0.90414', deviationBps: -958.6, depeg: null, depegReason: 'one_source' })
    expect(meta).toMatchObject({ degraded: true, missing: ['depeg'] })
  })

  test('a source that quotes another one is not a second', async () => {
    const { ask, upstreams } = await open()
    for (const id of ['coinbase', 'kraken']) upstreams.setMode(id, 'outage')
    const { data } = await ask('DAI')
    expect(data.prices.map(({ source, origin }) => `${source} of ${origin}`)).toEqual([
      'coingecko of coingecko',
      'defillama-stablecoins of coingecko',
    ])
    expect(data).toMatchObject({ depeg: null, depegReason: 'one_source' })
  })

  test('an old price does not count', async () => {
    const { ask, upstreams, pass } = await open()
    await ask()
    for (const id of [llama, 'kraken']) upstreams.setMode(id, 'outage')
    pass(301_000)
    const { data } = await ask()
    expect(data.prices.map(({ source }) => source)).toEqual(['coingecko', llama])
    expect(data).toMatchObject({ depeg: null, depegReason: 'one_source' })
  })
})

test('of several coins of a symbol the largest that lives is answered, and its namesakes are named', async () => {
  const { ask } = await open()
  expect((await ask('usda')).data).toMatchObject({
    coingeckoId: 'usda-2',
    status: 'active',
    namesakes: [
      { name: 'Angle USDA', coingeckoId: 'angle-usd' },
      { name: 'USDA of Old', coingeckoId: 'usda-of-old' },
    ],
  })
})

test('a coin that ended says so, and the price that DefiLlama still repeats is not its price', async () => {
  const { ask } = await open()
  const { data, outcome } = await ask('usda-of-old')
  expect(data).toMatchObject({ status: 'dead', prices: [], priceUsd: null, depeg: null, depegReason: 'no_price' })
  expect(outcome.charge).toBe(false)
})

test('the supply is in coins, though DefiLlama sends it in dollars, and unknown for a coin without a price', async () => {
  const { ask } = await open()
  expect((await ask('BRZ')).data).toMatchObject({
    peg: { currency: 'BRL' },
    supply: { circulating: { amount: '180000000', change7d: { amount: '-1000000' } } },
    networks: [{ name: 'Polygon', amount: '100000000' }, { amount: '80000000' }],
  })
  await expect(ask('UPD')).rejects.toMatchObject({ code: 'unknown_stablecoin' })
})

test('a floating peg cannot be lost', async () => {
  const { ask } = await open()
  const { data, meta } = await ask('AMPL')
  expect(data).toMatchObject({
    peg: { currency: null, usd: null },
    priceUsd: '1.2091',
    deviationBps: null,
    depeg: null,
    depegReason: 'floating_peg',
  })
  expect(meta.missing).toEqual([])
})

test('an unknown stablecoin is a 404; without the list, a coin outside of our own table is a 503', async () => {
  const { ask, upstreams, pass } = await open()
  await expect(ask('BTC')).rejects.toMatchObject({ code: 'unknown_stablecoin', status: 404 })
  upstreams.setMode(llama, 'outage')
  pass(3_600_001)
  await expect(ask('SBX1')).rejects.toMatchObject({
    code: 'upstream_unavailable',
    status: 503,
    options: { retryAfter: expect.any(Number) },
  })
})

describe('without DefiLlama', () => {
  test.each(['outage', 'error', 'rate-limited', 'garbage'] as const)(
    'in mode %s the supply is read from the contracts of the coin, and what it lacks is named',
    async (mode) => {
      const { ask, upstreams } = await open({}, onBase)
      upstreams.setMode(llama, mode)
      const { data, meta, outcome } = await ask()
      expect(data).toMatchObject({
        priceUsd: '0.99993',
        depeg: false,
        supply: {
          circulating: null,
          issued: {
            amount: '1000000',
            change1d: { amount: '1000', percent: 0.1001 },
            change7d: { amount: '7000', percent: 0.7049 },
            change30d: { amount: '30000', percent: 3.0927 },
          },
        },
        networks: [{ name: 'Base', network: 'eip155:8453', amount: '1000000', contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }],
      })
      expect(meta).toMatchObject({ degraded: true, missing: ['supply.circulating'] })
      expect(meta.sources.at(-1)).toMatchObject({
        id: 'eip155:8453',
        url: 'eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        licence: 'none: sandbox data',
        cache: 'miss',
      })
      expect(outcome.charge).toBe(true)
    },
  )

  test('a network that does not answer leaves no partial sum', async () => {
    const { ask, upstreams, nodes } = await open({}, (opened) => [...onBase(opened), supplyNode('eip155:1', opened.clock)])
    upstreams.setMode(llama, 'outage')
    const [, ethereum] = nodes
    if (ethereum) ethereum.mode = 'down'
    const { data, meta } = await ask()
    expect(data.supply).toEqual({ circulating: null, issued: null })
    expect(data.networks?.map(({ name }) => name)).toEqual(['Base'])
    expect(meta.missing).toEqual(['supply.circulating', 'supply.issued'])
  })

  test('a node without old states gives the supply without its changes', async () => {
    const { ask, upstreams, nodes } = await open({}, onBase)
    upstreams.setMode(llama, 'outage')
    for (const node of nodes) node.mode = 'pruned'
    expect((await ask()).meta.missing).toEqual([
      'supply.circulating',
      'supply.issued.change1d',
      'supply.issued.change7d',
      'supply.issued.change30d',
    ])
  })
})

describe('without any price', () => {
  test('the supply is answered and not charged', async () => {
    const { ask, setAll } = await open({}, onBase)
    setAll('outage')
    const { data, meta, outcome } = await ask()
    expect(outcome).toMatchObject({ charge: false, reason: 'no_price' })
    expect(data).toMatchObject({
      priceUsd: null,
      deviationBps: null,
      depeg: null,
      depegReason: 'no_price',
      supply: { issued: { amount: '1000000' } },
    })
    expect(meta.missing).toEqual(['priceUsd', 'deviationBps', 'depeg', 'supply.circulating'])
  })

  test('in live mode without any licensed source, no payment is asked for', async () => {
    const { available, offer, sources, nodes } = await open(openOnly, onBase)
    expect(available()).toBe('disabled')
    const catalog = createCatalog([offer], { sources, chains: new Map(nodes.map(({ chain }) => [chain.network.id, chain])) })
    expect(catalog.offers).toEqual([])
  })

  test('that supply comes without a licence, from a public ledger', async () => {
    const { ask } = await open(openOnly, onBase)
    const { meta, outcome } = await ask()
    expect([outcome.charge, meta.simulated]).toEqual([false, false])
    expect(meta.sources).toEqual([
      expect.objectContaining({
        id: 'eip155:8453',
        licence: 'none needed: public ledger',
        attribution: "Total supply by the token's contract on Base",
      }),
    ])
    await expect(ask('USDT')).rejects.toMatchObject({ code: 'unknown_stablecoin' })
  })
})

test('with all sources stopped, old figures serve within their bounds, prices for five minutes and supply for an hour; then it is a 503', async () => {
  const { ask, setAll, pass } = await open()
  await ask()
  setAll('outage')
  pass(290_000)
  const first = await ask()
  expect(first.meta.sources.map((one) => `${one.id} ${one.cache}`)).toEqual(['coingecko stale', 'kraken stale', `${llama} hit`])
  pass(3_300_000)
  const second = await ask()
  expect(second.meta.sources.map((one) => `${one.id} ${one.cache}`)).toEqual([`${llama} stale`])
  expect(second.meta.degraded).toBe(true)
  pass(60_000)
  await expect(ask()).rejects.toMatchObject({ code: 'upstream_unavailable' })
})

test('500 calls at once make one request to each source and one reading of the chain', async () => {
  const { ask, upstreams, nodes } = await open({}, onBase)
  await Promise.all(Array.from({ length: 500 }, () => ask('EURC')))
  expect([llama, 'coingecko', 'kraken', 'ecb'].map((id) => upstreams.requests(id)).map((count) => count <= 2)).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect([upstreams.requests(llama), upstreams.requests('coingecko'), upstreams.requests('ecb')]).toEqual([1, 1, 1])
  expect(nodes[0]?.asked).toEqual([])
})

test('a call ends before its deadline, however slow all sources are', async () => {
  const { ask, setAll, nodes, offer } = await open({ limits: { timeoutMs: 150, budgetMs: 200 } }, onBase)
  setAll('slow')
  for (const node of nodes) node.mode = 'slow'
  const elapsed = startStopwatch()
  await expect(ask()).rejects.toMatchObject({ code: 'upstream_unavailable' })
  expect(elapsed()).toBeLessThan(3_000)
  expect(offer.deadlineMs).toBeLessThanOrEqual(13_000)
})

test('is down while all breakers are open and the cache is empty', async () => {
  const { ask, setAll, available, pass } = await open({}, onBase)
  setAll('outage')
  for (let index = 0; index < 5; index++) await ask().catch(() => {})
  await ask('DAI').catch(() => {})
  await ask('DAI').catch(() => {})
  expect(available()).toBe('down')
  pass(30_000)
  expect(available()).toBe('available')
})

test('a symbol is limited in length and characters by its schema', async () => {
  const { offer } = await open()
  const accepts = (symbol: string) => offer.path?.safeParse({ symbol }).success
  expect(['USDC', 'usd-coin', 'USD+', 'a'.repeat(64)].map(accepts)).toEqual([true, true, true, true])
  expect(['', '-x', 'a b', 'a\nb', 'a'.repeat(130)].map(accepts)).toEqual([false, false, false, false, false])
})
