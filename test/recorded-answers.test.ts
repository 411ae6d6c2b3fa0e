import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { systemRandom, systemTimers } from '../src/ops/system.ts'
import { silentLog } from '../src/shared/log.ts'
import { silentMetrics } from '../src/shared/metrics.ts'
import { lines } from '../goods/lines.ts'
import { inertParts } from '../src/service/goods/describe-offers.ts'
import { loadGoods } from '../src/service/goods/load-goods.ts'
import { openGoods } from '../src/service/goods/open-goods.ts'
import { ownSourceIds as ids } from './own-sources.ts'
import { createSources, type Sources } from '../src/sources/sources.ts'
import { openMemoryStore } from '../src/store/sqlite/open-memory-store.ts'
import { systemParts } from '../src/store/sqlite/store.fixture.ts'
import { ourselves } from '../src/shared/caller.ts'

/**
 * Answers of offers made from what others recorded of the real upstreams, held against the schemas of the offers. The recordings are not
 * part of this project: RECORDINGS_DIR names their folder, else `shared/recordings` beside the checkout is used.
 */
const places = [process.env['RECORDINGS_DIR'], '../../shared/recordings', '../../../shared/recordings']
const folder = places
  .flatMap((place) => (place === undefined ? [] : [place.startsWith('/') ? place : join(import.meta.dirname, place)]))
  .find((place) => existsSync(place))
if (folder === undefined)
  console.log('No recordings here (RECORDINGS_DIR, or shared/recordings beside the checkout): their tests are skipped.')

const goods = await loadGoods({ goods: [], mode: 'live' }, lines, {})
type Recordings = Readonly<Record<string, string>>

/** Each source is at the path of its name. One without a recording answers 503. */
let playing: Recordings = {}
const upstreams = createServer((request, response) => {
  const [, id = ''] = (request.url ?? '').split('/')
  const file = Object.hasOwn(playing, id) ? playing[id] : undefined
  if (file === undefined) return void response.writeHead(503).end()
  response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(readFileSync(join(folder ?? '', file)))
})
let origin: string
beforeAll(async () => {
  await new Promise<void>((resolve) => upstreams.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(upstreams.address() as AddressInfo).port}`
})
afterAll(() => {
  upstreams.closeAllConnections()
  upstreams.close()
})

/** What an offer answers on the day of these recordings, in JSON as it goes out. */
async function answerOf(id: string, input: object, at: string, recordings: Recordings) {
  playing = recordings
  const clock = { now: () => Date.parse(at) }
  const sources = createSources({
    simulated: false,
    accepted: 'all',
    disabled: new Set(ids.filter((one) => !(one in recordings))),
    baseUrls: Object.fromEntries(ids.map((one) => [one, `${origin}/${one}`])),
    limits: { attempts: { retries: 0, backoffMs: 1 } },
    store: openMemoryStore({ ...systemParts, clock }),
    clock,
    timers: systemTimers,
    random: systemRandom,
    log: silentLog,
    metrics: silentMetrics,
  })
  try {
    return await run(id, input, { sources, clock })
  } finally {
    await sources.close()
  }
}

async function run(id: string, input: object, { sources, clock }: { sources: Sources; clock: { now(): number } }) {
  const opened = await openGoods(goods, { ...inertParts, sources, clock, timers: systemTimers })
  const offers = opened.offers().map(({ offer }) => offer)
  const offer = offers.find((one) => one.id === id)!
  const given = { path: {}, query: {}, body: undefined, ...input } as Record<'path' | 'query' | 'body', unknown>
  const parsed = Object.fromEntries(
    (['path', 'query', 'body'] as const).map((part) => [part, (offer[part] as z.ZodType | null)?.parse(given[part])]),
  )
  const context = {
    sources,
    clock,
    chains: new Map(),
    log: silentLog,
    caller: ourselves,
    takeFreeUnit: async () => true,
    signal: new AbortController().signal,
    catalog: { offers },
  }
  const outcome = await offer.run(parsed as never, { ...context, publicUrl: 'https://farthing.example' })
  return { answer: outcome.body, checked: (offer.answer as z.ZodType).safeParse(outcome.body), charge: outcome.charge }
}

interface Case {
  readonly offer: string
  readonly what: string
  readonly input: object
  readonly at: string
  readonly recordings: Recordings
  readonly expected: object
}

const price = (symbol: string) => ({ offer: 'market-price', input: { path: { symbol } } })
const cve = (id: string) => ({ offer: 'data-security', input: { path: { cve: id } } })
const power = (zone: string, date: string) => ({
  offer: 'data-energy',
  input: { path: { zone }, query: { date } },
  at: `${date}T12:00:00Z`,
})

const cases: readonly Case[] = [
  {
    ...price('BTC'),
    what: 'of CoinGecko',
    at: '2026-05-18T12:50:00Z',
    recordings: { coingecko: 'coingecko-markets-oas-example.json' },
    expected: { data: { price: 77_671, priceChange24h: -0.95302, origins: [{ source: 'coingecko' }] } },
  },
  {
    ...price('BTC'),
    what: 'of DefiLlama',
    at: '2026-06-24T15:42:00Z',
    recordings: { 'defillama-coins': 'defillama-coins-6135.json' },
    expected: { data: { price: 60_580.28121336298 } },
  },
  {
    ...price('BTC'),
    what: 'of Kraken',
    at: '2026-05-18T12:50:00Z',
    recordings: { kraken: 'kraken-ticker-xbtusd.json' },
    expected: { data: { price: 560.87711 } },
  },
  {
    ...price('BTC'),
    what: 'of Coinbase',
    at: '2026-05-18T12:50:00Z',
    recordings: { 'coinbase-spot': 'coinbase-spot.json' },
    expected: { data: { price: 755.96 } },
  },
  {
    offer: 'crypto-prices',
    what: 'of CoinGecko',
    input: { query: { symbols: 'BTC' } },
    at: '2026-05-18T12:50:00Z',
    recordings: { coingecko: 'coingecko-markets-oas-example.json' },
    expected: { prices: [{ price: 77_671, source: 'coingecko' }] },
  },
  {
    offer: 'market-trending',
    what: 'of CoinGecko',
    input: {},
    at: '2026-05-18T12:50:00Z',
    recordings: { coingecko: 'coingecko-trending-oas-example.json' },
    expected: { coins: [{ symbol: 'BONK', priceChange24h: -3.2712597351582655 }] },
  },
  {
    offer: 'market-ohlcv',
    what: 'of Kraken',
    input: { path: { symbol: 'BTC' }, query: { interval: '1m' } },
    at: '2017-08-11T10:02:00Z',
    recordings: { kraken: 'kraken-ohlc.json' },
    expected: { venue: 'kraken', market: 'XBTUSD', quote: 'USD' },
  },
  {
    offer: 'data-fx',
    what: 'of the latest fix',
    input: { path: { base: 'USD', quote: 'KRW' } },
    at: '2023-04-18T15:00:00Z',
    recordings: { ecb: 'ecb-daily-2023.xml' },
    expected: { data: { date: '2023-04-18', rate: '1317.30769231' } },
  },
  {
    offer: 'data-fx',
    what: 'of a range of days',
    input: { path: { base: 'EUR', quote: 'USD' }, query: { from: '2020-10-01', to: '2020-12-10' } },
    at: '2020-12-10T16:00:00Z',
    recordings: { ecb: 'ecb-hist-90d-2020.xml' },
    expected: { data: { date: '2020-12-10', rate: '1.2115' } },
  },
  {
    ...power('DE-LU', '2024-05-04'),
    what: 'of Energy-Charts',
    recordings: { 'energy-charts': 'energy-charts-price-2024-05.json' },
    expected: { data: { resolutionMinutes: 60 } },
  },
  {
    ...power('DE-LU', '2024-12-08'),
    what: 'of Energy-Charts, without the name of the unit',
    recordings: { 'energy-charts': 'energy-charts-price-2024-12-08.json' },
    expected: { data: { unit: 'EUR/MWh' } },
  },
  {
    ...power('FI', '2024-11-18'),
    what: 'of Elering',
    recordings: { elering: 'elering-nps-price-2024-11-18.json' },
    expected: { data: { zone: 'FI' } },
  },
  {
    ...power('DE-LU', '2026-09-25'),
    what: 'of aWATTar, of one hour',
    recordings: { 'awattar-de': 'awattar-marketdata-2026-09.json' },
    expected: { data: { zone: 'DE-LU' } },
  },
  {
    ...cve('CVE-2021-26855'),
    what: 'of NVD and CISA',
    at: '2025-08-25T18:00:00Z',
    recordings: { nvd: 'nvd-CVE-2021-26855.json', 'cisa-kev': 'cisa-kev-2025-08-25.json' },
    expected: { data: { exploited: true } },
  },
  {
    ...cve('CVE-2017-7542'),
    what: 'of NVD',
    at: '2023-12-13T00:00:00Z',
    recordings: { nvd: 'nvd-CVE-2017-7542.json' },
    expected: { data: { exploited: null } },
  },
  {
    ...cve('CVE-2018-5407'),
    what: 'of OSV',
    at: '2024-06-01T00:00:00Z',
    recordings: { osv: 'osv-CVE-2018-5407.json' },
    expected: { data: { score: { cvss: { source: 'osv' } } } },
  },
]

describe.skipIf(folder === undefined)('an answer that is made from recorded answers of upstreams fits the schema of its offer', () => {
  test.each(cases)('$offer, $what', async ({ offer, input, at, recordings, expected }) => {
    const { answer, checked } = await answerOf(offer, input, at, recordings)
    expect(checked.error?.issues ?? []).toEqual([])
    expect(answer).toMatchObject(expected)
  })
})
