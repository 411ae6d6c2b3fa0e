import { adapterOf } from '../../src/sources/declared.fixture.ts'
import { describe, expect, test } from 'vitest'
import { fixedUpstream } from '../../src/sources/policy/fixed-upstream.fixture.ts'
import { awattarDe as awattarDeSource } from '../../goods/data/energy/awattar.ts'
import { elering as eleringSource } from '../../goods/data/energy/elering.ts'
import { energyCharts as energyChartsSource } from '../../goods/data/energy/energy-charts.ts'
import { bitvavo as bitvavoSource } from '../../goods/market/sources/bitvavo.ts'
import { coinbase as coinbaseSource } from '../../goods/market/sources/coinbase.ts'
import { coingecko as coingeckoSource } from '../../goods/market/sources/coingecko.ts'
import { coinpaprika as coinpaprikaSource } from '../../goods/market/sources/coinpaprika.ts'
import { defillamaCoins as defillamaCoinsSource } from '../../goods/market/sources/defillama-coins.ts'
import { defillamaStablecoins as defillamaStablecoinsSource } from '../../goods/market/sources/defillama-stablecoins.ts'
import { kraken as krakenSource } from '../../goods/market/sources/kraken.ts'
import { ecbData as ecbDataSource } from '../../goods/data/fx/ecb-data.ts'
import { ecb as ecbSource } from '../../goods/data/fx/ecb.ts'
import { eurostat as eurostatSource } from '../../goods/data/macro/eurostat.ts'
import { frankfurter as frankfurterSource } from '../../goods/data/fx/frankfurter.ts'
import { fred as fredSource } from '../../goods/data/macro/fred.ts'
import { worldBank as worldBankSource } from '../../goods/data/macro/world-bank.ts'
import { cisaKev as cisaKevSource } from '../../goods/data/security/cisa-kev.ts'
import { epss as epssSource } from '../../goods/data/security/epss.ts'
import { nvd as nvdSource } from '../../goods/data/security/nvd.ts'
import { osv as osvSource } from '../../goods/data/security/osv.ts'

/** An upstream that answers with this at 21:35 UTC on 2026-10-05. */
function saying(body: unknown, status = 200) {
  const { parts, at } = fixedUpstream(body, status)
  return [{ ...at }, parts] as const
}

const now = '2026-10-05T21:34:30Z'
const seconds = Date.parse(now) / 1000

describe('one odd row does not close its source', () => {
  const gecko = (id: string, changes: object = {}) => ({
    id,
    symbol: id.slice(0, 3),
    name: id,
    current_price: 2,
    market_cap: 10,
    market_cap_rank: 1,
    total_volume: 5,
    price_change_percentage_24h: -1.5,
    last_updated: now,
    ...changes,
  })

  test('CoinGecko: a row without an id, and members that are no figures', async () => {
    const odd = { market_cap: -1, market_cap_rank: 0, total_volume: 'many', price_change_percentage_24h: null }
    const { namesakes, market } = adapterOf(coingeckoSource, ...saying([gecko('one'), { symbol: null }, gecko('two', odd)]))
    await namesakes.get('TWO')
    expect((await market.get('one')).value).toMatchObject({ price: 2, rank: 1 })
    expect((await market.get('two')).value).toMatchObject({ price: 2, marketCap: null, rank: null, volume24h: null, change24h: null })
  })

  test('CoinGecko: prices of several coins, of which one is no number', async () => {
    const { prices } = adapterOf(
      coingeckoSource,
      ...saying({ one: { usd: 2, eur: 0, last_updated_at: seconds }, two: { usd: 'x' }, three: [] }),
    )
    expect((await prices.get('one,two,three')).value).toEqual({ one: { usd: 2, eur: null, at: seconds * 1000 } })
  })

  test('CoinPaprika: a search with coins that ended or have no ticker', async () => {
    const found = (id: string, changes: object = {}) => ({ id, name: id, symbol: 'UNI', rank: 30, is_active: true, ...changes })
    const currencies = [found('uni-uniswap'), found('uni-old', { is_active: false, rank: 0 }), found('uni-none', { symbol: null })]
    const { namesakes } = adapterOf(coinpaprikaSource, ...saying({ currencies }))
    expect((await namesakes.get('UNI')).value.map(({ id }) => id)).toEqual(['uni-uniswap'])
  })

  test('DefiLlama: a coin without a price, one without a time, and one without a symbol', async () => {
    const coin = { price: 2, symbol: 'ONE', timestamp: seconds, confidence: 0.99 }
    const { price } = adapterOf(
      defillamaCoinsSource,
      ...saying({
        coins: {
          'coingecko:one': coin,
          'coingecko:two': { ...coin, price: null },
          'coingecko:three': { ...coin, symbol: null },
        },
      }),
    )
    const [one, two, three] = await Promise.all(['one', 'two', 'three'].map((id) => price.get(id)))
    expect([one?.value?.price, two?.value, three?.value?.price]).toEqual([2, null, 2])
  })

  test('DefiLlama: amounts of a stablecoin that are zero, null, numbers or missing are unknown', async () => {
    const coin = (symbol: string, changes: object) => ({
      name: symbol,
      symbol,
      gecko_id: null,
      pegType: 'peggedUSD',
      price: 0.5,
      circulating: { peggedUSD: 100 },
      circulatingPrevDay: { peggedUSD: 90 },
      chainCirculating: { Base: { current: { peggedUSD: 60 } }, Odd: { current: 7 }, Empty: {}, None: { current: { peggedUSD: 0 } } },
      ...changes,
    })
    const { list } = adapterOf(
      defillamaStablecoinsSource,
      ...saying({
        peggedAssets: [coin('AAA', {}), coin('BBB', { circulating: {}, circulatingPrevDay: 0, circulatingPrevWeek: { peggedUSD: 0 } })],
      }),
    )
    const { value } = await list.get('')
    expect(value).toMatchObject([
      { symbol: 'AAA', circulating: '200', dayAgo: '180', weekAgo: null, chains: [{ name: 'Base', circulating: '120' }] },
      { symbol: 'BBB', circulating: null, dayAgo: null, weekAgo: null },
    ])
  })

  test('Bitvavo: a list of markets with an odd one', async () => {
    const { book } = adapterOf(
      bitvavoSource,
      ...saying([{ market: null }, { market: 'USDC-EUR', bid: '0.9', ask: '0.91' }, { market: 'DEAD-EUR', bid: null, ask: null }]),
    )
    expect((await book.get('USDC-EUR')).value).toMatchObject({ bid: '0.9', ask: '0.91' })
    expect((await book.get('DEAD-EUR')).value).toBeNull()
  })

  test('energy: an hour that is no number is unknown, and the other hours are sold', async () => {
    const start = Date.parse('2026-10-04T22:00:00Z')
    const hours = (price: (at: number) => unknown) =>
      Array.from({ length: 24 }, (_, at) => ({
        start_timestamp: start + at * 3_600_000,
        end_timestamp: start + (at + 1) * 3_600_000,
        marketprice: price(at),
        unit: 'Eur/MWh',
      }))
    const awattar = adapterOf(awattarDeSource, ...saying({ object: 'list', data: hours((at) => (at === 3 ? null : at - 5)) }))
    expect((await awattar.days.get('2026-10-05')).value.prices?.prices.slice(2, 6)).toEqual(['-3', null, '-1', '0'])
    const points = hours((at) => at).map(({ start_timestamp: at, marketprice: price }) => ({ timestamp: at / 1000, price }))
    const odd = points.map((point, at) => (at === 3 ? { ...point, price: 'x' } : point))
    const beside = points.map((point) => ({ ...point, timestamp: point.timestamp + 7 }))
    const { value } = await adapterOf(
      eleringSource,
      ...saying({ success: true, data: { ee: odd, fi: points, lv: null, lt: beside } }),
    ).days.get('2026-10-05')
    expect([value.zones.EE?.prices[3], value.zones.EE?.prices[4], value.zones.FI?.prices[3], value.zones.LV, value.zones.LT]).toEqual([
      null,
      '4',
      '3',
      null,
      null,
    ])
  })

  test('Energy-Charts: an hour that is no number is unknown', async () => {
    const start = Date.parse('2026-10-04T22:00:00Z') / 1000
    const times = Array.from({ length: 24 }, (_, at) => (at === 5 ? null : start + at * 3_600))
    const body = { license_info: 'CC BY 4.0', unix_seconds: times, price: times.map((_, at) => (at === 4 ? 'n/a' : at)), unit: '€/MWh' }
    const { value } = await adapterOf(energyChartsSource, ...saying(body)).days.get('DE-LU 2026-10-05')
    expect(value.prices?.prices.slice(3, 7)).toEqual(['3', null, null, '6'])
  })

  test('Energy-Charts: an odd day of a month leaves the other days', async () => {
    const dayStart = (day: string) => Date.parse(`${day}T22:00:00Z`) / 1000 - 86_400
    const day = (name: string, shift: number) => Array.from({ length: 24 }, (_, at) => dayStart(name) + at * 3_600 + shift)
    const times = [...day('2026-09-10', 0), ...day('2026-09-11', 7)]
    const body = { license_info: 'CC BY 4.0 (…)', unix_seconds: times, price: times.map((_, at) => at), unit: 'EUR / MWh' }
    const { days } = adapterOf(energyChartsSource, ...saying(body))
    expect((await days.get('DE-LU 2026-09-10')).value.prices?.prices).toHaveLength(24)
    await expect(days.get('DE-LU 2026-09-11')).rejects.toMatchObject({ code: 'garbage_wrong_shape' })
  })

  test('the European Central Bank: a currency without a rate on that day', async () => {
    const currencies = 'USD JPY BGN CZK DKK GBP HUF PLN RON SEK CHF ISK NOK TRY AUD BRL CAD CNY HKD IDR'.split(' ')
    const rates = currencies.map((currency) => `<Cube currency='${currency}' rate='${currency === 'ISK' ? 'N/A' : '1.5'}'/>`).join('')
    const envelope = (inner: string) => `<gesmes:Envelope xmlns:gesmes="x"><Cube>${inner}</Cube></gesmes:Envelope>`
    const body = envelope(`<Cube time='2026-10-05'>${rates}</Cube>`)
    const { daily, recent } = adapterOf(ecbSource, ...saying(body))
    for (const { perEur } of [(await daily.get('')).value, (await recent.get('')).value[0]!]) {
      expect([perEur['USD'], perEur['ISK'], Object.keys(perEur).length]).toEqual(['1.5', undefined, 19])
    }
  })

  test('ECB Data Portal and Frankfurter: a currency whose rate is no number', async () => {
    const csv =
      'CURRENCY,CURRENCY_DENOM,TIME_PERIOD,OBS_VALUE\nUSD,EUR,2026-10-02,1.17\nISK,EUR,2026-10-02,n/a\nGBP,EUR,2026-10-02,0.87\nRUB,EUR,2026-10-02,\n'
    expect((await adapterOf(ecbDataSource, ...saying(csv)).fixes.get('2026-10')).value.days).toEqual([
      { date: '2026-10-02', perEur: { USD: '1.17', GBP: '0.87' } },
    ])
    const relayed = { amount: 1, base: 'EUR', date: '2026-10-05', rates: { USD: 1.17, ISK: 0, XX: 1, GBP: 0.87, SEK: null, CHF: 0.93 } }
    expect((await adapterOf(frankfurterSource, ...saying(relayed)).rates.get('latest')).value?.perEur).toEqual({
      USD: '1.17',
      GBP: '0.87',
      CHF: '0.93',
    })
  })

  test('World Bank and FRED: a year or a day that cannot be read', async () => {
    const rows = [
      { date: '2025', value: 4.2 },
      { date: '2024', value: null },
      { date: '2023 est.', value: 9 },
      { date: '2022', value: 0 },
    ]
    const bank = adapterOf(worldBankSource, ...saying([{ page: 1, lastupdated: '2026-07-01' }, rows]))
    expect((await bank.series.get('US/X')).value?.observations).toEqual([
      { period: '2022', value: '0' },
      { period: '2024', value: null },
      { period: '2025', value: '4.2' },
    ])
    const csv = 'observation_date,DGS10\n2026-10-01,4.1\n2026-10-02,.\n2026-10-03,n/a\n2026-10-05,4.2\n'
    expect((await adapterOf(fredSource, ...saying(csv)).series.get('DGS10')).value?.observations).toEqual([
      { period: '2026-10-01', value: '4.1' },
      { period: '2026-10-02', value: null },
      { period: '2026-10-05', value: '4.2' },
    ])
  })

  test('CISA: one entry of many without a readable CVE is counted, and one that was typed carelessly is read', async () => {
    const entries = Array.from({ length: 200 }, (_, at) => ({ cveID: `CVE-2024-${10_000 + at}`, vendorProject: 'A', product: 'B' }))
    const odd = [
      { ...entries[0], cveID: ' cve-2024-20000 ' },
      { ...entries[0], cveID: 'CVE\u20112024\u201120001' },
      { ...entries[0], cveID: 'TBD' },
    ]
    const body = { dateReleased: now, count: 203, vulnerabilities: [...entries, ...odd] }
    const { value } = await adapterOf(cisaKevSource, ...saying(body)).catalog.get('')
    expect([value.byCve.has('CVE-2024-20000'), value.byCve.has('CVE-2024-20001'), value.byCve.size, value.unreadable]).toEqual([
      true,
      true,
      202,
      1,
    ])
  })

  test('EPSS: a score with an exponent, beside an odd one', async () => {
    const row = { cve: 'CVE-2024-10000', epss: '4.3e-05', percentile: 0.08, date: '2026-10-05' }
    const { score } = adapterOf(epssSource, ...saying({ status: 'OK', data: [{ ...row, cve: 'CVE-2024-10001', epss: null }, row] }))
    expect((await score.get('CVE-2024-10000')).value).toEqual({ probability: '0.000043', percentile: '0.08', date: '2026-10-05' })
  })

  test('NVD: an impossible score beside a possible one, and none at all', async () => {
    const id = 'CVE-2021-44228'
    const scored = (baseScore: unknown) => ({ type: 'Primary', cvssData: { version: '3.1', vectorString: null, baseScore } })
    const cve = (metrics: unknown) => ({
      totalResults: 1,
      vulnerabilities: [
        {
          cve: {
            id,
            published: '2021-12-10T10:15:09.143',
            lastModified: '2025-10-27T17:35:57.380',
            descriptions: [{ lang: 'es' }, { lang: 'en', value: 'A flaw.' }],
            metrics,
            cisaExploitAdd: null,
          },
        },
      ],
    })
    const read = async (metrics: unknown) => (await adapterOf(nvdSource, ...saying(cve(metrics))).vulnerability.get(id)).value
    expect(await read({ cvssMetricV31: [scored(11), scored(9.8)] })).toMatchObject({
      description: 'A flaw.',
      cvss: { baseScore: 9.8 },
      exploited: null,
    })
    expect(await read({ cvssMetricV31: [scored(11)], cvssMetricV30: null })).toMatchObject({ cvss: null })
    expect(await read(null)).toMatchObject({ cvss: null })
  })

  test('OSV: the word of a distribution is no vector, and null stands for nothing', async () => {
    const record = {
      id: 'CVE-2026-26130',
      modified: '2026-09-28T14:05:11Z',
      aliases: null,
      severity: [{ type: 'Ubuntu', score: 'medium' }, { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }, null],
      affected: [{ package: null, ranges: null }],
    }
    const { value } = await adapterOf(osvSource, ...saying(record)).vulnerability.get('CVE-2026-26130')
    expect(value).toMatchObject({ vectors: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'], packages: [], incomplete: false })
  })

  test('OSV: a package that cannot be read is missing, and the record says that some are', async () => {
    const entry = (name: unknown, fixed: unknown) => ({
      package: { ecosystem: 'npm', name, purl: 7 },
      ranges: [{ type: 'SEMVER', repo: null, events: [{ introduced: '0' }, { fixed }] }],
    })
    const affected = [entry('left-pad', '1.1'), entry(null, '1'), entry('right-pad', 3)]
    const { vulnerability } = adapterOf(
      osvSource,
      ...saying({ id: 'CVE-2026-26130', modified: '2026-09-28T14:05:11Z', affected: [...affected, ...affected] }),
    )
    await expect(vulnerability.get('CVE-2026-26130')).rejects.toMatchObject({ code: 'garbage_wrong_shape' })
    const few = adapterOf(osvSource, ...saying({ id: 'CVE-2026-26130', modified: '2026-09-28T14:05:11Z', affected: affected.slice(0, 2) }))
    expect((await few.vulnerability.get('CVE-2026-26130')).value).toMatchObject({
      packages: [{ name: 'left-pad', purl: null }],
      incomplete: true,
    })
  })
})

describe('a figure has its own time', () => {
  test('a price in a list without a time is not used', async () => {
    const row = { id: 'one', symbol: 'one', name: 'One', current_price: 2, market_cap: 10, last_updated: null }
    expect((await adapterOf(coingeckoSource, ...saying([row])).market.get('one')).value).toMatchObject({ price: null, at: null })
    await expect(adapterOf(coingeckoSource, ...saying({ one: { usd: 2, last_updated_at: null } })).prices.get('one')).rejects.toMatchObject(
      {
        code: 'garbage_wrong_shape',
      },
    )
    const ticker = { id: 'one-one', name: 'One', symbol: 'ONE', rank: 7, quotes: { USD: { price: 2, volume_24h: 0, market_cap: 0 } } }
    expect((await adapterOf(coinpaprikaSource, ...saying(ticker)).market.get('one-one')).value).toMatchObject({
      price: null,
      volume24h: null,
      rank: 7,
    })
  })

  test('Kraken gives the last price of a pair that had no trade for a day, whenever it was made; it is not used', async () => {
    const pair = (t: unknown) => ({ error: [], result: { OLDUSD: { a: ['2.1', '1', '1'], b: ['1.9', '1', '1'], c: ['2.0', '1'], t } } })
    expect((await adapterOf(krakenSource, ...saying(pair([0, 0]))).price.get('OLDUSD')).value).toBeNull()
    expect((await adapterOf(krakenSource, ...saying(pair([0, 3]))).price.get('OLDUSD')).value).toMatchObject({ price: '2.0' })
    expect((await adapterOf(krakenSource, ...saying(pair([0, 0]))).book.get('OLDUSD')).value).toMatchObject({ bid: '1.9', ask: '2.1' })
  })

  test('Bitvavo dates its order books in nanoseconds, and did so in milliseconds', async () => {
    const dated = (timestamp: unknown) => ({ market: 'USDC-EUR', nonce: 438_524, bids: [['0.9', '5']], asks: [['0.91', '5']], timestamp })
    const read = (timestamp: unknown) => adapterOf(bitvavoSource, ...saying(dated(timestamp))).depth.get('USDC-EUR')
    const ms = Date.parse(now)
    for (const timestamp of [ms, ms * 1e6]) expect((await read(timestamp)).value).toMatchObject({ bid: '0.9', at: ms })
    for (const timestamp of [null, undefined, 'soon', -1]) expect((await read(timestamp)).value).toMatchObject({ bid: '0.9', at: null })
    await expect(read((ms - 86_400_000) * 1e6)).rejects.toMatchObject({ code: 'garbage_outdated' })
  })

  test('Coinbase: a price without orders keeps its time', async () => {
    const { price } = adapterOf(
      coinbaseSource,
      ...saying({ trade_id: 1, price: '2.5', size: '1', time: '2026-10-05T21:34:30.123456Z', volume: '3' }),
    )
    expect((await price.get('ONE-USD')).value).toMatchObject({ price: '2.5', at: Date.parse('2026-10-05T21:34:30.123Z') })
    await expect(
      adapterOf(coinbaseSource, ...saying({ price: '2.5', bid: '2', ask: '3', time: '2023-10-05T21:34:30Z' })).price.get('ONE-USD'),
    ).rejects.toMatchObject({ code: 'garbage_outdated' })
  })
})

describe('Kraken', () => {
  const book = (bid: string, ask: string) => ({ a: [ask, '1', '1'], b: [bid, '1', '1'], c: [bid, '1'] })
  const several = {
    error: [],
    result: { XETHZUSD: book('2', '3'), XXBTZUSD: book('4', '5'), USDTZUSD: book('6', '7'), NEARUSD: book('8', '9') },
  }

  test.each([
    ['XBTUSD', '4'],
    ['XXBTZUSD', '4'],
    ['ETHUSD', '2'],
    ['USDTUSD', '6'],
    ['NEARUSD', '8'],
  ])('an answer with several pairs gives %s its own', async (pair, bid) => {
    expect((await adapterOf(krakenSource, ...saying(several)).book.get(pair)).value).toMatchObject({ bid })
  })

  test('an answer with several pairs, none of which was wanted, is refused', async () => {
    await expect(adapterOf(krakenSource, ...saying(several)).book.get('XBTEUR')).rejects.toMatchObject({ code: 'garbage_wrong_shape' })
  })

  test('a warning beside a result is no error', async () => {
    const body = { error: ['WGeneral:Deprecated'], result: { XXBTZUSD: book('4', '5') } }
    expect((await adapterOf(krakenSource, ...saying(body)).book.get('XBTUSD')).value).toMatchObject({ bid: '4' })
  })

  test('a candle of a period without a trade may have zeros for prices', async () => {
    const hour = Date.parse('2026-10-05T20:00:00Z') / 1000
    const rows = [
      [hour - 3_600, '0', '0', '0', '0', '0', '0.00000000', 0],
      [hour, '2.0', '2.2', '1.9', '2.1', '2.0', '7.5', 3],
    ]
    const { candles } = adapterOf(krakenSource, ...saying({ error: [], result: { ONEUSD: rows, last: hour } }))
    expect((await candles.get('ONEUSD|3600|latest')).value?.candles).toMatchObject([{ time: hour, close: '2.1', volume: '7.5' }])
  })
})

describe('Eurostat', () => {
  const dataset = (changes: object) => ({
    version: '2.0',
    class: 'dataset',
    updated: '2026-09-17T11:00:00+0200',
    id: ['geo', 'time'],
    size: [1, 3],
    value: { '0': 2.4, '2': 0 },
    dimension: {
      geo: { category: { label: { DE: 'Germany' } } },
      time: { category: { index: { '2026-06': 0, '2026-07': 1, '2026-08': 2 } } },
    },
    ...changes,
  })

  test('a dimension of one category may have a label only; a cell that is not there is unknown, and zero is a figure', async () => {
    const { value } = await adapterOf(eurostatSource, ...saying(dataset({}))).series.get('x?geo=DE')
    expect(value).toEqual({
      updatedAt: Date.parse('2026-09-17T09:00:00Z'),
      observations: [
        { period: '2026-06', value: '2.4' },
        { period: '2026-07', value: null },
        { period: '2026-08', value: '0' },
      ],
    })
  })

  test.each([
    [{ error: [{ status: '404', id: '100', label: 'No results found' }] }, 200],
    [{ error: [{ status: 404, id: 100, label: 'No results found' }] }, 404],
  ])('nothing found, with numbers or texts', async (body, status) => {
    expect((await adapterOf(eurostatSource, ...saying(body, status)).series.get('x?geo=XX')).value).toBeNull()
  })

  test.each([[{ warning: { status: 413, label: 'ASYNCHRONOUS_RESPONSE' } }], [{ warning: [{ status: '413' }] }]])(
    'a warning is no figure',
    async (body) => {
      await expect(adapterOf(eurostatSource, ...saying(body)).series.get('x?geo=DE')).rejects.toMatchObject({ code: 'rejected_503' })
    },
  )
})
