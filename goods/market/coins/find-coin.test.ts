import { adapterOf } from '../../../src/sources/declared.fixture.ts'
import { describe, expect, test } from 'vitest'
import type { HttpClient } from '../../../src/net/http-client.ts'
import { UpstreamRejected } from '../../../src/net/upstream-errors.ts'
import { systemClock, systemRandom, systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { coingecko as coingeckoSource } from '../sources/coingecko.ts'
import { defaultLimits } from '../../../src/sources/policy/create-source.ts'
import { findCoin, findCached } from './find-coin.ts'

type Coin = readonly [id: string, symbol: string, rank: number | null]

/** CoinGecko with these coins, by their capitalisation; `fails` names a lookup that it refuses. */
function coingeckoWith(coins: readonly Coin[], options: { fails?: 'ids' | 'symbols'; enabled?: boolean } = {}) {
  const asked: string[] = []
  const http: HttpClient = {
    async send(address) {
      const { searchParams } = new URL(address)
      const by = searchParams.has('ids') ? 'ids' : 'symbols'
      asked.push(by)
      if (options.fails === by) throw new UpstreamRejected(503, 5_000)
      const names = (searchParams.get(by) ?? '').split(',')
      const rows = coins.filter(([id, symbol]) => names.includes(by === 'ids' ? id : symbol))
      const body = Buffer.from(
        JSON.stringify(rows.map(([id, symbol, rank]) => ({ id, symbol, name: id, current_price: 1, market_cap_rank: rank }))),
      )
      return { status: 200, header: () => null, list: () => null, body, chunks: [body] }
    },
    close: async () => {},
  }
  const parts = { http, clock: systemClock, timers: systemTimers, random: systemRandom, log: silentLog, metrics: silentMetrics }
  const limits = { ...defaultLimits, attempts: { retries: 0, backoffMs: 1 } }
  const enabled = options.enabled ?? true
  return { coingecko: adapterOf(coingeckoSource, { baseUrl: 'http://x', enabled }, { ...parts, simulated: true, limits }), asked }
}

const find = async (text: string, coins: readonly Coin[], options?: Parameters<typeof coingeckoWith>[1]) =>
  findCoin(coingeckoWith(coins, options).coingecko, text)
const ids = (namesakes: readonly { id: string }[] | null | undefined) => namesakes?.map(({ id }) => id)

describe('a well-known ticker', () => {
  test('is its coin, with its namesakes by rank', async () => {
    const coin = await find('uni', [
      ['uni-inu', 'uni', null],
      ['uniswap', 'uni', 30],
      ['unicorn', 'uni', 900],
    ])
    expect(coin).toMatchObject({ id: 'uniswap', ticker: 'UNI', row: { ticker: 'UNI' }, failure: null })
    expect(ids(coin?.namesakes)).toEqual(['unicorn', 'uni-inu'])
  })

  test('means a coin with a better rank, which is then not the one that venues trade', async () => {
    const coin = await find('UNI', [
      ['uniswap', 'uni', 300],
      ['unity', 'uni', 20],
    ])
    expect(coin).toMatchObject({ id: 'unity', row: null })
    expect(ids(coin?.namesakes)).toEqual(['uniswap'])
  })

  test('keeps its wrapped coin without a rank, whatever rank a namesake has', async () => {
    const coin = await find('WETH', [
      ['weth', 'weth', null],
      ['weird-ether', 'weth', 2_500],
    ])
    expect(coin).toMatchObject({ id: 'weth', row: { ticker: 'WETH' } })
  })

  test('does not become a small coin of its ticker where CoinGecko no longer has its own', async () => {
    const coin = await find('EOS', [['eos-inu', 'eos', null]])
    expect([coin?.id, ids(coin?.namesakes)]).toEqual(['eos', ['eos-inu']])
    expect(await find('EOS', [['eos-two', 'eos', 90]])).toMatchObject({ id: 'eos-two', row: null })
  })

  test('is its coin even if CoinGecko no longer knows it, or fails', async () => {
    expect(await find('UNI', [])).toMatchObject({ id: 'uniswap', namesakes: [], failure: null })
    expect(await find('UNI', [], { fails: 'symbols' })).toMatchObject({ id: 'uniswap', namesakes: null, failure: { code: 'rejected_503' } })
    expect(await find('UNI', [], { enabled: false })).toMatchObject({ id: 'uniswap', namesakes: null, failure: null })
  })

  test('is found without a request, with the cached namesakes', async () => {
    const { coingecko, asked } = coingeckoWith([
      ['uniswap', 'uni', 300],
      ['unity', 'uni', 20],
    ])
    expect(findCached(coingecko, 'UNI')).toMatchObject({ id: 'uniswap', namesakes: null })
    await findCoin(coingecko, 'UNI')
    expect(findCached(coingecko, 'uni')).toMatchObject({ id: 'unity' })
    expect([findCached(coingecko, 'uniswap'), findCached(coingecko, 'unity')]).toMatchObject([{ id: 'uniswap', namesakes: [] }, null])
    expect(asked).toEqual(['symbols'])
  })
})

describe('another text', () => {
  const coins: readonly Coin[] = [
    ['big-foo', 'foo', 100],
    ['foo', 'bar', 5_000],
    ['small-foo', 'foo', null],
  ]

  test('in lower case is an id first, and otherwise a ticker', async () => {
    expect(await find('foo', coins)).toMatchObject({ id: 'foo', ticker: 'BAR', namesakes: [] })
    const ticker = await find('FOO', coins)
    expect([ticker?.id, ids(ticker?.namesakes)]).toEqual(['big-foo', ['small-foo']])
    expect((await find('Foo', coins))?.id).toBe('big-foo')
  })

  test('is read the other way when the first reading finds nothing, and is null when neither does', async () => {
    expect(await find('bar', coins)).toMatchObject({ id: 'foo', ticker: 'BAR' })
    expect(await find('BIG-FOO', coins)).toMatchObject({ id: 'big-foo', ticker: 'FOO' })
    expect([await find('baz', coins), await find('', coins), await find('a,b', coins)]).toEqual([null, null, null])
  })

  test('is not read the other way while the first reading is unknown', async () => {
    expect(await find('bar', coins, { fails: 'ids' })).toMatchObject({ id: 'bar', ticker: null, failure: { code: 'rejected_503' } })
    expect(await find('FOO', coins, { fails: 'symbols' })).toMatchObject({ id: null, ticker: 'FOO', failure: { code: 'rejected_503' } })
    expect(await find('foo', coins, { enabled: false })).toMatchObject({ id: 'foo', failure: null })
  })
})
