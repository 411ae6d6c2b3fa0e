import { cryptoPrices, marketPrice, marketRates, offramp, openMarket, stablecoins } from '../../goods/market/market.fixture.ts'
import { expect, test } from 'vitest'
import { usdPerEurAt } from '../../sandbox/market/exchange-rates.ts'
import { localMarket } from '../../src/chain/prices/local-market.fixture.ts'
import type { AnyOffer, OfferContext } from '../../src/offers/offer.ts'
import { systemClock } from '../../src/ops/system.ts'
import { wellKnownSymbols } from '../../goods/market/coins/symbols.ts'

const market = localMarket(['base', 'optimism'])
const eur = usdPerEurAt(systemClock.now())
const [estimate] = offramp({ fees: { basisPoints: 50n, fixedEurCents: 10n } })
const fifty = wellKnownSymbols.slice(0, 50).map(({ ticker }) => ticker)

/** How often each is asked when nothing is kept, and when everything is. */
const [coldCalls, keptCalls] = [12, 600]

test('how long offers that are made of prices on chain take, from what is kept and from the nodes', async () => {
  const places = { feeds: [], pools: [] } as { feeds: object[]; pools: object[] }
  for (const ticker of [...fifty, ...['EURC', 'EUR', 'USDC', 'USDT'].filter((one) => !fifty.includes(one))]) {
    const feed = await market.feed(ticker, { heartbeatSeconds: 86_400 })
    await feed.prices([priceOf(ticker), 87_000], [priceOf(ticker), 86_000], [priceOf(ticker), 60])
    places.feeds.push(feed.place)
  }
  const dollar = await market.feed('USDC', { network: 'optimism', heartbeatSeconds: 86_400 })
  await dollar.prices([1, 60])
  places.feeds.push(dollar.place)
  for (const [ticker, network] of [
    ['BTC', 'base'],
    ['BTC', 'optimism'],
    ['EURC', 'base'],
    ['USDT', 'base'],
  ] as const) {
    const pool = await market.pool(ticker, { network })
    await pool.prices([priceOf(ticker), 100_000])
    await pool.deepen(1_000_000, priceOf(ticker))
    places.pools.push(pool.place)
  }
  const asked: readonly (readonly [string, AnyOffer, object])[] = [
    ['market-price of a coin with a feed and two pools', marketPrice, { path: { symbol: 'BTC' } }],
    ['crypto-prices of fifty coins', cryptoPrices, { query: { symbols: fifty } }],
    ['market-rates', marketRates, {}],
    ['data-stablecoins, without its supply', stablecoins(), { path: { symbol: 'USDC' } }],
    ['settlement-estimate', estimate as AnyOffer, { query: estimate.query!.parse({ amount: '100' }) }],
  ]
  const rows: string[] = []
  for (const [name, offer, input] of asked) {
    const [cold, kept] = [[] as number[], [] as number[]]
    // Each offer finds nodes that may be asked at once as often as nodes ever are.
    const chainPrices = await market.prices(places as Parameters<typeof market.prices>[0])
    await chainPrices.check()
    const { sources, clock, pass, close } = await openMarket({ simulated: false, accepted: new Set(), chainPrices })
    const context = { sources, chains: new Map(), clock, signal: new AbortController().signal } as unknown as OfferContext
    const run = async () => {
      const from = performance.now()
      await offer.run({ path: {}, query: {}, body: {}, ...input } as never, context)
      return performance.now() - from
    }
    await run()
    for (let call = 0; call < coldCalls; call++) {
      // Longer than prices are kept, and not long enough for the ECB's rate to get old.
      pass(31_000)
      cold.push(await run())
    }
    for (let call = 0; call < keptCalls; call++) kept.push(await run())
    rows.push(`| ${name} | ${[share(kept, 0.5), share(kept, 0.99), share(cold, 0.5), share(cold, 1)].join(' | ')} |`)
    expect(Number(share(kept, 0.5)), name).toBeLessThan(50)
    await close()
  }
  process.stdout.write(`\n| what | kept, p50 | kept, p99 | read, p50 | read, most |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`)
}, 300_000)

function priceOf(ticker: string): number {
  if (ticker === 'EUR' || ticker === 'EURC') return eur
  return ['USDC', 'USDT'].includes(ticker) ? 1 : 86
}

function share(times: readonly number[], part: number): string {
  return (times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0).toFixed(1)
}
