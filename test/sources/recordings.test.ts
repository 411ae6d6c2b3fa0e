import { adapterOf } from '../../src/sources/declared.fixture.ts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readReply } from '../../src/chain/rpc/rpc-reply.ts'
import { awattarDe as awattarDeSource } from '../../goods/data/energy/awattar.ts'
import { elering as eleringSource } from '../../goods/data/energy/elering.ts'
import { energyCharts as energyChartsSource } from '../../goods/data/energy/energy-charts.ts'
import { bitstamp as bitstampSource } from '../../goods/market/sources/bitstamp.ts'
import { bitvavo as bitvavoSource } from '../../goods/market/sources/bitvavo.ts'
import { coinbaseSpot as coinbaseSpotSource } from '../../goods/market/sources/coinbase-spot.ts'
import { coingecko as coingeckoSource } from '../../goods/market/sources/coingecko.ts'
import { defillamaCoins as defillamaCoinsSource } from '../../goods/market/sources/defillama-coins.ts'
import { dexscreener as dexscreenerSource } from '../../goods/market/sources/dexscreener.ts'
import { kraken as krakenSource } from '../../goods/market/sources/kraken.ts'
import { ecb as ecbSource } from '../../goods/data/fx/ecb.ts'
import { fred as fredSource } from '../../goods/data/macro/fred.ts'
import { cisaKev as cisaKevSource } from '../../goods/data/security/cisa-kev.ts'
import { nvd as nvdSource } from '../../goods/data/security/nvd.ts'
import { osv as osvSource } from '../../goods/data/security/osv.ts'
import type { SourceParts } from '../../src/sources/policy/create-source.ts'
import { fixedUpstream } from '../../src/sources/policy/fixed-upstream.fixture.ts'
import type { ListedEntry } from '../../goods/screening/sanctions/listed-entry.ts'
import type { ParseList } from '../../goods/screening/sanctions/lists/parsed-list.ts'
import { parseOfac } from '../../goods/screening/sanctions/lists/parse-ofac.ts'
import { parseUn } from '../../goods/screening/sanctions/lists/parse-un.ts'

/**
 * Answers that others recorded from the real upstreams, read by the adapters. Expected figures were worked out by hand from the
 * files. The recordings are not part of this project: RECORDINGS_DIR names their folder, else `shared/recordings` beside the checkout
 * is used.
 */
const places = [process.env['RECORDINGS_DIR'], '../../../shared/recordings', '../../../../shared/recordings']
const folder = places
  .flatMap((place) => (place === undefined ? [] : [place.startsWith('/') ? place : join(import.meta.dirname, place)]))
  .find((place) => existsSync(place))
if (folder === undefined)
  console.log('No recordings here (RECORDINGS_DIR, or shared/recordings beside the checkout): their tests are skipped.')

const recorded = (name: string) => readFileSync(join(folder ?? '', name), 'utf8')

/** An upstream that answers with a recording, on the day of the recording. */
function replay(name: string, at: string) {
  const { parts, at: declared } = fixedUpstream(recorded(name))
  const now = Date.parse(at)
  return { parts: { ...parts, clock: { now: () => now } } as SourceParts, declared: { ...declared } }
}

function entriesOf(parse: ParseList, text: string): ListedEntry[] {
  const entries: ListedEntry[] = []
  const steps = parse([Buffer.from(text)])
  for (let step = steps.next(); step.done !== true; step = steps.next()) if (step.value) entries.push(step.value)
  return entries
}

describe.skipIf(folder === undefined)('recorded answers', () => {
  describe('prices', () => {
    test('CoinGecko: a market with its own time', async () => {
      const { parts, declared } = replay('coingecko-markets-oas-example.json', '2026-05-18T12:50:00Z')
      expect(await adapterOf(coingeckoSource, declared, parts).market.get('bitcoin')).toMatchObject({
        value: {
          ticker: 'BTC',
          price: 77_671,
          change24h: -0.95302,
          marketCap: 1_555_886_872_303,
          rank: 1,
          volume24h: 33_235_034_316,
          at: Date.parse('2026-05-18T12:49:21.599Z'),
        },
        source: { asOf: '2026-05-18T12:49:21.599Z', cache: 'miss' },
      })
    })

    test('CoinGecko: the same answer a day later is too old to be used', async () => {
      const { parts, declared } = replay('coingecko-markets-oas-example.json', '2026-05-19T12:50:00Z')
      await expect(adapterOf(coingeckoSource, declared, parts).market.get('bitcoin')).rejects.toMatchObject({ code: 'garbage_outdated' })
    })

    test('CoinGecko: what is trending', async () => {
      const { parts, declared } = replay('coingecko-trending-oas-example.json', '2026-05-18T12:50:00Z')
      expect((await adapterOf(coingeckoSource, declared, parts).trending.get('')).value).toEqual([
        { id: 'bonk', ticker: 'BONK', name: 'Bonk', rank: 103, price: 5.938674704566297e-6, change24h: -3.2712597351582655 },
      ])
    })

    test('DefiLlama: two coins of 2026-06-24', async () => {
      const { parts, declared } = replay('defillama-coins-6135.json', '2026-06-24T15:42:00Z')
      const { price } = adapterOf(defillamaCoinsSource, declared, parts)
      const [bitcoin, ethereum] = await Promise.all([price.get('bitcoin'), price.get('ethereum')])
      expect(bitcoin).toMatchObject({ value: { ticker: 'BTC', price: 60_580.28121336298 }, source: { asOf: '2026-06-24T15:40:04.000Z' } })
      expect(ethereum.value).toMatchObject({ ticker: 'ETH', price: 1_631.5124365600311 })
    })

    test('Kraken: last price and order book of a pair, under its own name of the pair', async () => {
      const { parts, declared } = replay('kraken-ticker-xbtusd.json', '2026-05-18T12:50:00Z')
      const kraken = adapterOf(krakenSource, declared, parts)
      expect((await kraken.price.get('XBTEUR')).value).toMatchObject({ price: '560.87711', change24h: null })
      expect((await kraken.book.get('XBTEUR')).value).toEqual({ bid: '560.46600', ask: '562.26651', at: null })
    })

    test('Kraken: candles', async () => {
      const { parts, declared } = replay('kraken-ohlc.json', '2017-08-11T10:02:00Z')
      const { value } = await adapterOf(krakenSource, declared, parts).candles.get('XBTUSD|60|latest')
      expect(JSON.stringify(value)).toContain('3449.992')
      expect(JSON.stringify(value)).toContain('3531.999')
    })

    test('Coinbase: the retail price', async () => {
      const { parts, declared } = replay('coinbase-spot.json', '2026-05-18T12:50:00Z')
      expect((await adapterOf(coinbaseSpotSource, declared, parts).price.get('BTC-USD')).value).toEqual({
        price: '755.96',
        change24h: null,
        at: null,
      })
    })

    test('Bitstamp: an order book with its own time', async () => {
      const { parts, declared } = replay('bitstamp-ticker-2026-09.json', '2026-09-27T13:33:20Z')
      expect(await adapterOf(bitstampSource, declared, parts).book.get('btcusd')).toMatchObject({
        value: { bid: '85052.33', ask: '85052.34' },
        source: { asOf: '2026-09-27T13:33:10.000Z', cache: 'miss' },
      })
    })

    test('Bitvavo: a list of all markets, of which one was wanted', async () => {
      const { parts, declared } = replay('bitvavo-book-all-2021-12.json', '2021-12-01T12:00:00Z')
      const { book } = adapterOf(bitvavoSource, declared, parts)
      expect((await book.get('ADA-EUR')).value).toEqual({ bid: '1.2', ask: '1.2014', at: null })
      await expect(book.get('USDC-EUR')).rejects.toMatchObject({ code: 'garbage_wrong_shape' })
    })

    test('DEX Screener: the pools of a token, the most liquid first', async () => {
      const { parts, declared } = replay('dexscreener-token-pairs-base-weth-2026-08.json', '2026-08-01T12:00:00Z')
      const { value } = await adapterOf(dexscreenerSource, declared, parts).pools.get('base/0x4200000000000000000000000000000000000006')
      expect(value.map(({ dex, against, liquidityUsd }) => [dex, against.symbol, liquidityUsd])).toEqual([
        ['uniswap', 'USDC', '111667578.19'],
        ['aerodrome', 'DEGEN', '6202172.09'],
        ['pancakeswap', 'USDC', '4030035.25'],
        ['uniswap', 'USDC', '321292.28'],
      ])
    })
  })

  describe('rates and statistics', () => {
    test('ECB: the rates of a day', async () => {
      const { parts, declared } = replay('ecb-daily-2023.xml', '2023-04-18T15:00:00Z')
      const { value } = await adapterOf(ecbSource, declared, parts).daily.get('')
      expect([value.date, value.perEur['USD'], value.perEur['KRW'], value.perEur['ZAR']]).toEqual([
        '2023-04-18',
        '1.0972',
        '1445.35',
        '19.9299',
      ])
    })

    test('ECB: 64 business days, the newest first', async () => {
      const { parts, declared } = replay('ecb-hist-90d-2020.xml', '2020-12-10T16:00:00Z')
      const { value } = await adapterOf(ecbSource, declared, parts).recent.get('')
      expect([value.length, value[0]?.date, value[0]?.perEur['USD'], value.at(-1)?.date]).toEqual([
        64,
        '2020-12-10',
        '1.2115',
        '2020-09-14',
      ])
    })

    test('FRED: two days', async () => {
      const { parts, declared } = replay('fred-dgs10-2026-08.csv', '2026-08-20T12:00:00Z')
      const { value } = await adapterOf(fredSource, declared, parts).series.get('DGS10')
      expect(JSON.stringify(value)).toContain('"4.71"')
    })
  })

  describe('electricity', () => {
    test.each([
      ['energy-charts-price-2024-05.json', '2024-05-04', '90.8', '83.6'],
      ['energy-charts-price-2024-12-08.json', '2024-12-08', '93.91', '75.01'],
    ])('Energy-Charts: %s, whatever it calls the unit', async (name, day, first, last) => {
      const { parts, declared } = replay(name, `${day}T12:00:00Z`)
      const { value } = await adapterOf(energyChartsSource, declared, parts).days.get(`DE-LU ${day}`)
      expect([value.restricted, value.prices?.resolutionMinutes, value.prices?.prices.length]).toEqual([false, 60, 24])
      expect([value.prices?.prices[0], value.prices?.prices.at(-1)]).toEqual([first, last])
    })

    test('Elering: a day of Finland, and none of Estonia', async () => {
      const { parts, declared } = replay('elering-nps-price-2024-11-18.json', '2024-11-18T12:00:00Z')
      const { value } = await adapterOf(eleringSource, declared, parts).days.get('2024-11-18')
      // Its 24 hours begin at midnight in Finland, an hour before the delivery day.
      expect(value.zones.FI?.prices.slice(0, 3)).toEqual(['11.57', '11.52', '12.14'])
      expect(value.zones.FI?.prices.at(-1)).toBeNull()
      expect(value.zones.EE).toBeNull()
    })

    test('aWATTar: one hour', async () => {
      const { parts, declared } = replay('awattar-marketdata-2026-09.json', '2026-09-25T12:00:00Z')
      const { value } = await adapterOf(awattarDeSource, declared, parts).days.get('2026-09-25')
      expect(value.prices?.prices.filter((price) => price !== null)).toEqual(['186.76'])
    })
  })

  describe('vulnerabilities', () => {
    test('CISA: the whole catalog', async () => {
      const { parts, declared } = replay('cisa-kev-2025-08-25.json', '2025-08-25T18:00:00Z')
      const { value } = await adapterOf(cisaKevSource, declared, parts).catalog.get('')
      expect([value.byCve.size, value.releasedAt]).toEqual([1_404, Date.parse('2025-08-25T17:04:19.979Z')])
      expect(value.byCve.get('CVE-2021-44228')).toMatchObject({
        vendor: 'Apache',
        product: 'Log4j2',
        dateAdded: '2021-12-10',
        dueDate: '2021-12-24',
        ransomware: 'known',
      })
    })

    test.each([
      ['CVE-2021-26855', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
      ['CVE-2017-7542', 'CVSS:3.0/AV:L/AC:L/PR:L/UI:N/S:U/C:N/I:N/A:H', 5.5],
    ])('NVD: %s', async (cve, vector, baseScore) => {
      const { parts, declared } = replay(`nvd-${cve}.json`, '2023-12-13T00:00:00Z')
      const { value } = await adapterOf(nvdSource, declared, parts).vulnerability.get(cve)
      expect(value?.cvss).toMatchObject({ vector, baseScore })
    })

    test('OSV: packages and the severity of a CVE', async () => {
      const { parts, declared } = replay('osv-CVE-2018-5407.json', '2024-06-01T00:00:00Z')
      const { value } = await adapterOf(osvSource, declared, parts).vulnerability.get('CVE-2018-5407')
      expect(value?.vectors).toEqual(['CVSS:3.1/AV:L/AC:H/PR:L/UI:N/S:U/C:H/I:N/A:N'])
      expect(value?.packages.some(({ name }) => name === 'openssl')).toBe(true)
    })
  })

  describe('sanctions lists', () => {
    test('UN: every one of 730 people and 273 entities', () => {
      const entries = entriesOf(parseUn, recorded('un-consolidated-2026-02.xml'))
      const count = (kind: string) => entries.filter((one) => one.kind === kind).length
      expect([count('person'), count('entity')]).toEqual([730, 273])
      expect(new Set(entries.map(({ unReference }) => unReference)).size).toBe(1_003)
      // So that addresses are screened as well without this list.
      expect(entries.flatMap(({ addresses }) => addresses)).toEqual([])
      expect(entries.find(({ id }) => id === '6908858')).toMatchObject({ countries: ['TT', 'US'], listedOn: '2021-11-23' })
      expect(entries.find(({ id }) => id === '6907993')).toMatchObject({ births: ['1971'], names: [{ text: 'ERIC BADEGE' }] })
    })

    test('UN: the numbers of documents, and those that comments introduce', () => {
      const numbers = entriesOf(parseUn, recorded('un-consolidated-2026-02.xml')).flatMap(({ identifiers = [] }) => identifiers)
      const texts = (kind: string) => numbers.filter((one) => one.kind === kind).map(({ text }) => text)
      expect(texts('bic').toSorted()).toEqual(['DCBKKPPY', 'FTBDKPPY', 'ILSIKPPY', 'KDBKKPPY', 'KUDBKPPY'])
      expect(texts('imo')).toHaveLength(16)
      expect(texts('imo')).toContain('5434358')
      expect(texts('passport').length).toBeGreaterThan(300)
      expect(texts('passport')).toEqual(expect.arrayContaining(['OB 0243318', 'D00000898', '96/184442', 'O00065772']))
      expect(texts('national_id').length).toBeGreaterThan(120)
    })

    test('OFAC: cut files are refused, and read once they say how much they hold', () => {
      const [sdn, consolidated] = ['ofac-sdn-sample-2020.xml', 'ofac-consolidated-sample-2015.xml'].map(recorded) as [string, string]
      expect(() => entriesOf(parseOfac, sdn)).toThrow('not understood')
      const whole = (text: string) => text.replace(/<Record_Count>\d+/, `<Record_Count>${text.split('<sdnEntry>').length - 1}`)
      expect(
        entriesOf(parseOfac, whole(sdn))
          .map(({ kind, names }) => `${kind} ${names[0]?.text}`)
          .slice(0, 3),
      ).toEqual(['person Muhammad SAEED', 'person Hafiz Saeed KHAN', 'entity TROLL PROPERTIES, INC.'])
      expect(entriesOf(parseOfac, whole(consolidated))).toHaveLength(16)
      expect(entriesOf(parseOfac, whole(sdn))[0]?.identifiers).toEqual([
        { kind: 'passport', text: 'A5250088' },
        { kind: 'passport', text: 'BE5978421' },
        { kind: 'national_id', text: '23250460642' },
        { kind: 'national_id', text: '3520025509842-7' },
      ])
    })
  })

  test('dRPC: a batch that its free tier refuses with HTTP 500 is split by three', () => {
    const reply = readReply({ status: 500, text: recorded('rpc-drpc-batch-refused-http500.json') }, [1, 2, 3, 4], (text) => text)
    expect(reply).toEqual({ kind: 'batch_refused', limit: 3 })
  })
})
