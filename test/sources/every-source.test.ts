import { afterEach, describe, expect, test } from 'vitest'
import { candlesOf } from '../../sandbox/market/candles.ts'
import { figuresOf } from '../../sandbox/market/coin-figures.ts'
import { coinNamed } from '../../sandbox/market/coins.ts'
import { marketOf, priceOn } from '../../sandbox/market/venues.ts'
import { openTestSources } from '../../sandbox/upstreams/open-test-sources.ts'
import type { TestSources } from '../../sandbox/upstreams/open-test-sources.ts'
import type { UpstreamMode } from '../../sandbox/upstreams/start-upstreams.ts'
import { dataSources } from '../../goods/data/data.fixture.ts'
import type { DataSources } from '../../goods/data/data-sources.ts'
import { data } from '../../goods/data/index.ts'
import { coinPrices } from '../../goods/market/coins/coin-prices.ts'
import { market } from '../../goods/market/index.ts'
import type { MarketSources } from '../../goods/market/market-sources.ts'
import { marketSources } from '../../goods/market/market.fixture.ts'
import { usd } from '../../src/shared/money.ts'
import { changeInPercent } from '../../goods/market/coins/venue.ts'
import type { Sources as SourcesOfTill } from '../../src/sources/sources.ts'

type Sources = SourcesOfTill & MarketSources & DataSources
import { companies } from '../../goods/companies/index.ts'
import { screening } from '../../goods/screening/index.ts'
import type { SanctionsList } from '../../goods/screening/sanctions/lists/download-list.ts'
import { ted, type Ted } from '../../goods/tenders/ted/ted.ts'
import type { LineSource } from '../../src/goods/source.ts'
import type { Feed } from '../../src/sources/policy/feed.ts'
import { startStopwatch } from '../support/stopwatch.ts'

let world: EverySource | null = null
afterEach(async () => {
  await world?.close()
  world = null
})
/** The sources of all lines, by the names of their adapters where these are of market and data. */
interface EverySource extends TestSources {
  readonly sources: Sources
}

async function open(...settings: Parameters<typeof openTestSources>): Promise<EverySource> {
  const opened = await openTestSources(...settings)
  for (const one of ofLines) opened.declared(one)
  world = { ...opened, sources: { ...opened.sources, ...marketSources(opened), ...dataSources(opened) } }
  return world
}

const ofLines: readonly LineSource[] = [
  ...Object.values<LineSource>(market.sources ?? {}),
  ...Object.values<LineSource>(data.sources ?? {}),
  ...Object.values<LineSource>(screening.sources ?? {}),
  ...Object.values<LineSource>(companies.sources ?? {}),
  ted,
]
/** All that are asked over HTTP follow the same rules. */
const ids = ofLines.flatMap(({ id, onChain }) => (onChain ? [] : [id as LineId]))

/** A question to a feed of the adapter of a line's source. */
const asking =
  (id: string, key: string, feed = 'record') =>
  (sources: Sources): Promise<unknown> => {
    const at = feed.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], sources.byId.get(id))
    return (at as Feed<unknown>).get(key)
  }

const ofRegisters = {
  brreg: asking('brreg', '995810301'),
  prh: asking('prh', '0112038-9'),
  ares: asking('ares', '45274649'),
  'recherche-entreprises': asking('recherche-entreprises', '982140337'),
  bodacc: asking('bodacc', '982140337 2020-01-01', 'published'),
  krs: asking('krs', '0000028860'),
  'pl-white-list': asking('pl-white-list', '7740001454'),
  rpo: asking('rpo', '56982151'),
  ariregister: asking('ariregister', '17980348'),
  'latvia-ur': asking('latvia-ur', '40203998104'),
  'companies-house': asking('companies-house', '15998214'),
  gleif: asking('gleif', '529900S5R9YHJHYKKG94', 'feeds.records'),
  vies: asking('vies', 'CZ 45274649', 'numbers'),
}

/** A download of a list of sanctions. */
const downloading =
  (id: string, list = 'list') =>
  (sources: Sources): Promise<unknown> =>
    (sources.byId.get(id) as unknown as Record<string, SanctionsList>)[list]!.download(null, AbortSignal.timeout(10_000))

const ofLists = {
  ofac: downloading('ofac', 'consolidated'),
  'eu-sanctions': downloading('eu-sanctions'),
  'un-sanctions': downloading('un-sanctions'),
  'uk-sanctions': downloading('uk-sanctions'),
}
type LineId = keyof typeof questions

/** One question to each adapter. */
const questions = {
  ecb: (sources: Sources) => sources.ecb.daily.get(''),
  coingecko: (sources: Sources) => sources.coingecko.market.get('bitcoin'),
  coinbase: (sources: Sources) => sources.coinbase.book.get('USDC-EUR'),
  'coinbase-spot': (sources: Sources) => sources.coinbaseSpot.price.get('BTC-USD'),
  kraken: (sources: Sources) => sources.kraken.book.get('USDCEUR'),
  bitstamp: (sources: Sources) => sources.bitstamp.book.get('usdceur'),
  bitvavo: (sources: Sources) => sources.bitvavo.book.get('USDC-EUR'),
  binance: (sources: Sources) => sources.binance.candles.get('BTCUSDT|3600|latest'),
  coinpaprika: (sources: Sources) => sources.coinpaprika.market.get('btc-bitcoin'),
  'defillama-coins': (sources: Sources) => sources.defillamaCoins.price.get('bitcoin'),
  'defillama-stablecoins': (sources: Sources) => sources.defillamaStablecoins.list.get(''),
  dexscreener: (sources: Sources) => sources.dexscreener.pools.get('base/0x4200000000000000000000000000000000000006'),
  'cisa-kev': (sources: Sources) => sources.cisaKev.catalog.get(''),
  'cisa-kev-github': (sources: Sources) => sources.cisaKevGithub.catalog.get(''),
  epss: (sources: Sources) => sources.epss.score.get('CVE-2021-44228'),
  nvd: (sources: Sources) => sources.nvd.vulnerability.get('CVE-2021-44228'),
  osv: (sources: Sources) => sources.osv.vulnerability.get('CVE-2021-44228'),
  'ecb-data': (sources: Sources) => sources.ecbData.series.get('FM/B.U2.EUR.4F.KR.MRR_FR.LEV'),
  frankfurter: (sources: Sources) => sources.frankfurter.rates.get('latest'),
  vatcomply: (sources: Sources) => sources.vatcomply.rates.get('latest'),
  eurostat: (sources: Sources) => sources.eurostat.series.get('une_rt_m?freq=M&s_adj=SA&age=TOTAL&sex=T&unit=PC_ACT&geo=DE'),
  'world-bank': (sources: Sources) => sources.worldBank.series.get('US/SL.UEM.TOTL.ZS'),
  fred: (sources: Sources) => sources.fred.series.get('ECBDFR'),
  'energy-charts': (sources: Sources) => sources.energyCharts.days.get('DE-LU 2026-10-05'),
  'awattar-de': (sources: Sources) => sources.awattarDe.days.get('2026-10-05'),
  'awattar-at': (sources: Sources) => sources.awattarAt.days.get('2026-10-05'),
  elering: (sources: Sources) => sources.elering.days.get('2026-10-05'),
  ...ofLists,
  ...ofRegisters,
  ted: (sources: Sources) => (sources.byId.get('ted') as unknown as Ted).find({ country: 'DEU', cpv: ['72'], from: '2026-10-01' }),
}

/** Milliseconds between requests to those that allow few; they are not asked again after a failure. */
const pace: Partial<Record<LineId, number>> = {
  nvd: 6_000,
  'energy-charts': 60_000,
  gleif: 1_200,
  brreg: 500,
  prh: 500,
  ares: 500,
  'recherche-entreprises': 500,
  bodacc: 500,
  krs: 500,
  'pl-white-list': 1_000,
  rpo: 500,
  ariregister: 500,
  'latvia-ur': 500,
  'companies-house': 1_000,
  ted: 500,
}

const lists = new Set<string>(['ofac', 'eu-sanctions', 'un-sanctions', 'uk-sanctions'])

describe.each(ids)('%s', (id) => {
  test.each([
    ['outage', /^unreachable_connection$/, 3],
    ['error', /^rejected_5\d\d$/, 3],
    ['rate-limited', /^rejected_429$/, 1],
    ['garbage', /^garbage_/, 3],
  ] satisfies [UpstreamMode, RegExp, number][])('in mode %s fails with its code after so many requests', async (mode, code, requests) => {
    const { sources, upstreams } = await open()
    upstreams.setMode(id, mode)
    const error = (await questions[id](sources).catch((reason: unknown) => reason)) as { code: string }
    expect(error.code).toMatch(code)
    // A list of many megabytes is tried again after minutes, by its own schedule.
    expect(upstreams.requests(id)).toBe(pace[id] === undefined && !lists.has(id) ? requests : 1)
    expect(sources.state().find((one) => one.id === id)).toMatchObject({
      enabled: true,
      lastSuccess: null,
      lastError: expect.stringMatching(code),
    })
  })

  test('recovers from an outage: the breaker opens, waits 30 seconds, and one answer closes it', async () => {
    const { sources, upstreams, pass } = await open()
    upstreams.setMode(id, 'outage')
    const state = () => sources.state().find((one) => one.id === id)
    for (let index = 0; index < 5 && state()?.breaker !== 'open'; index++) {
      if (index > 0) pass(pace[id] ?? 0)
      await questions[id](sources).catch(() => {})
    }
    expect(state()).toMatchObject({ breaker: 'open' })
    expect(upstreams.requests(id)).toBe(5)
    await expect(questions[id](sources)).rejects.toMatchObject({ code: 'unreachable_breaker_open' })
    expect(upstreams.requests(id)).toBe(5)
    upstreams.setMode(id, 'ok')
    pass(30_000)
    expect(state()).toMatchObject({ breaker: 'half-open' })
    await questions[id](sources)
    expect(state()).toMatchObject({ breaker: 'closed', lastError: null, lastSuccess: expect.any(String), latencyMs: expect.any(Number) })
  })
})

/** All stand-ins are at one address, to which there are no more connections than 16. */
const atOnce = 10
const slowIds = ids.filter((id) => id !== 'ted')
const groups = Array.from({ length: Math.ceil(slowIds.length / atOnce) }, (_, index) => slowIds.slice(index * atOnce, (index + 1) * atOnce))

test.each(groups.map((ids) => [ids]))('in mode slow fails with its code after one request, within its time: %s', async (ids) => {
  // A budget that ends soon after the timeout would end before it on a busy machine.
  const limits = { timeoutMs: 400, bulkTimeoutMs: 400, budgetMs: 10_000, attempts: { retries: 0, backoffMs: 1 } }
  const { sources, upstreams, setAll } = await open({ limits })
  setAll('slow')
  await Promise.all(
    ids.map(async (id) => {
      const elapsed = startStopwatch()
      await expect(questions[id](sources), id).rejects.toMatchObject({ code: 'unreachable_timeout' })
      expect(elapsed(), id).toBeLessThan(5_000)
      expect(upstreams.requests(id), id).toBe(1)
      const state = sources.state().find((one) => one.id === id)
      expect([state?.enabled, state?.lastSuccess, state?.lastError], id).toEqual([
        true,
        null,
        expect.stringMatching(/^unreachable_timeout$/),
      ])
    }),
  )
})

test('every adapter refuses every kind of invalid answer', async () => {
  const { sources, setAll, pass } = await open({
    limits: { attempts: { retries: 5, backoffMs: 1 }, timeoutMs: 3_000, budgetMs: 6_000, breaker: { failures: 1_000, halfOpenAfterMs: 1 } },
  })
  setAll('garbage')
  for (const id of slowIds) {
    for (let kind = 0; kind < (pace[id] === undefined ? 1 : 6); kind++) {
      await expect(questions[id](sources)).rejects.toThrow('not understood')
      pass(pace[id] ?? 1)
    }
  }
  await expect(sources.coingecko.prices.get('bitcoin')).rejects.toThrow('not understood')
  await expect(sources.coinbase.price.get('BTC-USD')).rejects.toThrow('not understood')
  await expect(sources.kraken.price.get('XBTUSD')).rejects.toThrow('not understood')
})

test('a value that a source does not have is null, is not a failure, and is not requested again at once', async () => {
  const { sources, upstreams } = await open()
  for (let round = 0; round < 2; round++) {
    expect((await sources.coingecko.market.get('no-such-coin')).value).toBeNull()
    expect((await sources.coinbase.price.get('NOPE-USD')).value).toBeNull()
    expect((await sources.coinbaseSpot.price.get('NOPE-USD')).value).toBeNull()
    expect((await sources.kraken.book.get('NOPEUSD')).value).toBeNull()
    expect((await sources.bitstamp.book.get('nopeeur')).value).toBeNull()
    expect((await sources.bitvavo.book.get('NOPE-EUR')).value).toBeNull()
    expect((await sources.coinbase.depth.get('NOPE-EUR')).value).toBeNull()
    expect((await sources.bitstamp.depth.get('nopeeur')).value).toBeNull()
    expect((await sources.bitvavo.depth.get('NOPE-EUR')).value).toBeNull()
  }
  for (const { breaker, lastError } of sources.state())
    expect([breaker, lastError === null || lastError.startsWith('rejected_4')]).toEqual(['closed', true])
  expect(upstreams.requests('kraken')).toBe(1)
  expect(upstreams.requests('coingecko')).toBe(1)
})

describe('CoinGecko', () => {
  test('returns a coin’s market, with null for missing figures', async () => {
    const { sources, clock } = await open()
    const { value, source } = await sources.coingecko.market.get('bitcoin')
    const { price, change, cap, volume } = figuresOf(coinNamed('bitcoin'), 'coingecko', clock.now())
    expect(value).toMatchObject({ id: 'bitcoin', ticker: 'BTC', price, change24h: change, marketCap: cap, volume24h: volume })
    expect(source.url).toMatch(/\/coins\/markets\?vs_currency=usd&ids=bitcoin&/)
  })

  test('500 callers for one symbol share one request, which includes all well-known coins', async () => {
    const { sources, upstreams } = await open()
    await Promise.all(Array.from({ length: 500 }, () => sources.coingecko.market.get('bitcoin')))
    const others = await Promise.all(['ethereum', 'solana', 'skale'].map((id) => sources.coingecko.market.get(id)))
    expect(others.map((one) => one.source.cache)).toEqual(['hit', 'hit', 'hit'])
    expect(upstreams.requests('coingecko')).toBe(1)
  })

  test('many symbols at once share one request, also unknown ones', async () => {
    const { sources, upstreams } = await open()
    const answers = await Promise.all(['bitcoin', 'dogecoin', 'obscure-one', 'obscure-two'].map((id) => sources.coingecko.market.get(id)))
    expect(answers.map((one) => one.value?.ticker ?? null)).toEqual(['BTC', 'DOGE', null, null])
    expect(upstreams.requests('coingecko')).toBe(1)
  })

  test('a second batch joins the running first one', async () => {
    const { sources, upstreams } = await open()
    const first = sources.coingecko.market.get('bitcoin')
    await new Promise((resolve) => setTimeout(resolve, 8))
    await Promise.all([first, sources.coingecko.market.get('ethereum')])
    expect(upstreams.requests('coingecko')).toBe(1)
  })
})

test('Coinbase and Kraken compute the change over 24 hours from candles', async () => {
  const { sources, clock } = await open()
  const now = clock.now()
  /** By the candle of this length, in seconds, that was running a day ago. */
  const expected = (venue: 'coinbase' | 'kraken', step: number) => {
    const market = marketOf(coinNamed('bitcoin'), venue)
    const from = Math.floor((now / 1000 - 86_400) / step) * step
    const [dayAgo] = candlesOf(market, step, { from, to: from, now: now / 1000 })
    return { price: priceOn(market, now), change24h: changeInPercent(priceOn(market, now), dayAgo?.open ?? null) }
  }
  expect((await sources.coinbase.price.get('BTC-USD')).value).toMatchObject(expected('coinbase', 300))
  expect((await sources.kraken.price.get('XBTUSD')).value).toMatchObject(expected('kraken', 900))
})

test('in the sandbox every stamp says that the data is simulated', async () => {
  const { sources } = await open()
  const { source } = await sources.ecb.daily.get('')
  expect(source).toMatchObject({
    id: 'ecb',
    licence: 'none: sandbox data',
    attribution: 'Stand-in for European Central Bank, not real data',
    cache: 'miss',
  })
})

describe('which sources are enabled', () => {
  const enabled = (sources: Sources) =>
    sources
      .state()
      .filter((one) => one.enabled)
      .map((one) => one.id)
  const live = { simulated: false }

  test('live: those that may be resold, and those whose contract the operator names', async () => {
    // Without its key, Companies House is off; without a network, those that read contracts.
    const resellable = ofLines.flatMap(({ id, keySetting, onChain, resale }) =>
      keySetting === undefined && !onChain && resale === 'open' ? [id] : [],
    )
    expect(resellable).toContain('ecb')
    expect(enabled((await open({ ...live, accepted: new Set() })).sources)).toEqual(resellable)
    await world?.close()
    const accepted = enabled((await open({ ...live, accepted: new Set(['kraken', 'coingecko']) })).sources)
    expect(accepted.filter((id) => !resellable.includes(id))).toEqual(['coingecko', 'kraken'])
    await world?.close()
    const all = enabled((await open({ ...live, accepted: 'all', disabled: new Set(['ecb', 'bitvavo']) })).sources)
    expect(ids.filter((id) => !all.includes(id))).toEqual(['bitvavo', 'ecb', 'companies-house'])
  })

  test('live without its key: every one but Companies House, and the state says why', async () => {
    const { sources } = await open({ ...live, accepted: 'all' })
    expect(sources.state().flatMap(({ id, enabled: on, off }) => (on ? [] : [[id, off]]))).toEqual([
      ['chainlink', 'no_network'],
      ['uniswap-v3', 'no_network'],
      ['companies-house', 'no_key'],
    ])
  })

  test('in the sandbox: only simulated ones, never a real one', async () => {
    expect(enabled((await open({ baseUrls: { ecb: 'http://127.0.0.1:1' } })).sources)).toEqual(['ecb'])
  })

  test('a disabled source is not asked and gives nothing', async () => {
    const { sources, upstreams } = await open({ disabled: new Set(['kraken']) })
    await expect(questions.kraken(sources)).rejects.toMatchObject({ code: 'unreachable_disabled' })
    expect([upstreams.requests('kraken'), sources.kraken.source.ready()]).toEqual([0, false])
  })
})

test('a coin’s price for internal estimates is in base units, and null when unknown', async () => {
  const { sources, setAll, upstreams, clock } = await open()
  const baseUnits = (id: string) => usd(figuresOf(coinNamed(id), 'coingecko', clock.now()).price.toFixed(6))
  expect(await coinPrices(sources).usd('ETH')).toBe(baseUnits('ethereum'))
  expect(await coinPrices(sources).usd('CREDIT')).toBeNull()
  setAll('outage')
  expect(await coinPrices(sources).usd('POL')).toBe(baseUnits('polygon-ecosystem-token'))
  expect(upstreams.requests('coinbase')).toBe(0)
})
