import type { SourceParts } from '../../../src/sources/policy/create-source.ts'
import { companies } from '../../../goods/companies/index.ts'
import { ted } from '../../../goods/tenders/ted/ted.ts'
import { makeDeclared, type DeclaredSource } from '../../../src/sources/declared-source.ts'
import type { DataSources } from '../../../goods/data/data-sources.ts'
import { data } from '../../../goods/data/index.ts'
import { market } from '../../../goods/market/index.ts'
import type { OwnSources as MarketSources } from '../../../goods/market/market-sources.ts'
import type { LineSource } from '../../../src/goods/source.ts'
import type { Feed } from '../../../src/sources/policy/feed.ts'
import type { Sourced } from '../../../src/sources/policy/source.ts'

/** One question to a new adapter. */
export interface Question {
  /** `kraken price` */
  readonly name: string
  ask(parts: SourceParts): Promise<Sourced<unknown>>
}

/** What is asked over HTTP; feeds and pools are contracts. */
type Adapters = Omit<MarketSources, 'chainlink' | 'uniswapV3'> & DataSources
/** A feed by its name, or the feeds of a source that has several together. */
type Feeds = Readonly<Record<'record' | 'names' | 'published' | 'numbers', Feed<unknown>>> & {
  readonly feeds: Readonly<Record<'records' | 'numbers' | 'families' | 'searches' | 'changes', Feed<unknown>>>
}
type Asking<Adapter> = Readonly<Record<string, (adapter: Adapter) => Promise<Sourced<unknown>>>>

/**
 * Questions to every source: one for each kind of answer that it reads, with a subject that its stand-in knows. The tests find the
 * requested URLs by asking.
 */
const asked: { readonly [Key in keyof Adapters]: Asking<Adapters[Key]> } = {
  ecb: { daily: ({ daily }) => daily.get(''), recent: ({ recent }) => recent.get('') },
  coingecko: {
    market: ({ market }) => market.get('bitcoin'),
    namesakes: ({ namesakes }) => namesakes.get('LUNA'),
    prices: ({ prices }) => prices.get('bitcoin,ethereum'),
    trending: ({ trending }) => trending.get(''),
  },
  coinbase: {
    depth: ({ depth }) => depth.get('USDC-EUR'),
    price: ({ price }) => price.get('BTC-USD'),
    book: ({ book }) => book.get('USDC-EUR'),
    candles: ({ candles }) => candles.get('BTC-USD|3600|latest'),
  },
  coinbaseSpot: { price: ({ price }) => price.get('BTC-USD') },
  kraken: {
    depth: ({ depth }) => depth.get('USDCEUR'),
    price: ({ price }) => price.get('XBTUSD'),
    book: ({ book }) => book.get('USDCEUR'),
    candles: ({ candles }) => candles.get('XBTUSD|3600|latest'),
  },
  binance: { candles: ({ candles }) => candles.get('BTCUSDT|3600|latest') },
  bitstamp: { book: ({ book }) => book.get('usdceur'), depth: ({ depth }) => depth.get('usdceur') },
  bitvavo: { book: ({ book }) => book.get('USDC-EUR'), depth: ({ depth }) => depth.get('USDC-EUR') },
  coinpaprika: {
    market: ({ market }) => market.get('btc-bitcoin'),
    namesakes: ({ namesakes }) => namesakes.get('BTC'),
    markets: ({ markets }) => markets.get(''),
  },
  defillamaCoins: { price: ({ price }) => price.get('bitcoin') },
  defillamaStablecoins: { list: ({ list }) => list.get('') },
  dexscreener: { pools: ({ pools }) => pools.get('base/0x4200000000000000000000000000000000000006') },
  cisaKev: { catalog: ({ catalog }) => catalog.get('') },
  cisaKevGithub: { catalog: ({ catalog }) => catalog.get('') },
  epss: { score: ({ score }) => score.get('CVE-2021-44228') },
  nvd: { vulnerability: ({ vulnerability }) => vulnerability.get('CVE-2021-44228') },
  osv: { vulnerability: ({ vulnerability }) => vulnerability.get('CVE-2021-44228') },
  ecbData: { fixes: ({ fixes }) => fixes.get('2026-10'), series: ({ series }) => series.get('FM/B.U2.EUR.4F.KR.MRR_FR.LEV') },
  frankfurter: { rates: ({ rates }) => rates.get('latest') },
  vatcomply: { rates: ({ rates }) => rates.get('latest') },
  eurostat: { series: ({ series }) => series.get('une_rt_m?freq=M&s_adj=SA&age=TOTAL&sex=T&unit=PC_ACT&geo=DE') },
  worldBank: { series: ({ series }) => series.get('US/SL.UEM.TOTL.ZS') },
  fred: { series: ({ series }) => series.get('ECBDFR') },
  energyCharts: { days: ({ days }) => days.get('DE-LU 2026-10-05') },
  awattarDe: { days: ({ days }) => days.get('2026-10-05') },
  awattarAt: { days: ({ days }) => days.get('2026-10-05') },
  elering: { days: ({ days }) => days.get('2026-10-05') },
}

/** The base URL of a source is its id and a colon, so that the answering side can distinguish sources. */
function settingsOf(id: string) {
  return { baseUrl: `${id}:`, enabled: true }
}

const ofMarketAndData = Object.entries<LineSource>({ ...market.sources, ...data.sources }).flatMap(([key, source]) =>
  Object.entries<(adapter: never) => Promise<Sourced<unknown>>>(asked[key as keyof Adapters] ?? {}).map(([name, ask]): Question => {
    return { name: `${source.id} ${name}`, ask: (parts) => ask(declaredOver(source, parts) as never) }
  }),
)

/** The adapter of a source of a line, with the base URL of all others. */
export function declaredOver<A>(source: DeclaredSource<A>, parts: SourceParts): A {
  return makeDeclared(source, { ...settingsOf(source.id), settings: {} }, parts).adapter
}

/** By the keys of the line's sources. */
const ofCompanies: Readonly<Record<string, Asking<Feeds>>> = {
  brreg: {
    record: ({ record }) => record.get('995810301'),
    names: ({ names }) => names.get('nordlys'),
    published: ({ published }) => published.get('995810301 2000-01-01'),
  },
  prh: {
    record: ({ record }) => record.get('0112038-9'),
    names: ({ names }) => names.get('nokia'),
    published: ({ published }) => published.get('0112038-9 2000-01-01'),
  },
  ares: {
    record: ({ record }) => record.get('45274649'),
    names: ({ names }) => names.get('vltavska'),
    published: ({ published }) => published.get('45274649 2026-10-01'),
  },
  rechercheEntreprises: { record: ({ record }) => record.get('982140337'), names: ({ names }) => names.get('lumenor') },
  bodacc: { published: ({ published }) => published.get('982140337 2020-01-01') },
  krs: { record: ({ record }) => record.get('0000028860') },
  plWhiteList: { record: ({ record }) => record.get('7740001454') },
  rpo: { record: ({ record }) => record.get('56982151'), names: ({ names }) => names.get('tatranske') },
  ariregister: { record: ({ record }) => record.get('17980348'), names: ({ names }) => names.get('kaljuranna') },
  latviaUr: { record: ({ record }) => record.get('40203998104'), names: ({ names }) => names.get('gaujas') },
  companiesHouse: {
    record: ({ record }) => record.get('15998214'),
    names: ({ names }) => names.get('thornwick'),
    published: ({ published }) => published.get('15998214 2000-01-01'),
  },
  gleif: {
    record: ({ feeds }) => feeds.records.get('984500LV10SANDBOX011'),
    number: ({ feeds }) => feeds.numbers.get('CZ 45274649'),
    family: ({ feeds }) => feeds.families.get('984500LV10SANDBOX011'),
    search: ({ feeds }) => feeds.searches.get('* 10 nokia'),
    changes: ({ feeds }) => feeds.changes.get('984500CZ20SANDBOX022'),
  },
  vies: { numbers: ({ numbers }) => numbers.get('CZ 45274649') },
}

const ofLines: readonly Question[] = [
  ...Object.entries<LineSource>(companies.sources ?? {}).flatMap(([key, source]) =>
    Object.entries(ofCompanies[key]!).map(([name, ask]): Question => ({
      name: `${source.id} ${name}`,
      ask: (parts) => ask(declaredOver(source, parts) as Feeds),
    })),
  ),
  {
    name: 'ted windows',
    ask: (parts) => declaredOver(ted, parts).windows.get(JSON.stringify({ country: 'DEU', cpv: ['722'], from: '2026-11-16' })),
  },
]

export const questions: readonly Question[] = [...ofMarketAndData, ...ofLines]
