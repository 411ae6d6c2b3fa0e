import { adapterOf } from '../../../src/sources/declared.fixture.ts'
import { expect, test } from 'vitest'
import { dexscreener as dexscreenerSource } from './dexscreener.ts'
import { startTestUpstream } from '../../../src/sources/policy/test-upstream.fixture.ts'

const own = `0x${'aB'.repeat(20)}`
const other = { address: `0x${'cd'.repeat(20)}`, name: 'Other', symbol: 'OTH' }
const key = `base/${own.toLowerCase()}`
const pair = (changes: object = {}) => ({
  chainId: 'base',
  dexId: 'uniswap',
  pairAddress: `0x${'Ee'.repeat(20)}`,
  baseToken: { address: own, name: 'Own', symbol: 'OWN' },
  quoteToken: other,
  txns: { h24: { buys: 7, sells: 2 } },
  volume: { h24: 12.345 },
  liquidity: { usd: 1_000.5, base: 1, quote: 1 },
  pairCreatedAt: 1_700_000_000_000,
  ...changes,
})

async function read(body: unknown) {
  const { parts, declared, asked } = await startTestUpstream(() => ({ body }))
  const { pools } = adapterOf(dexscreenerSource, declared, parts)
  const { value } = await pools.get(key)
  return { value, asked: asked.map(({ path }) => path) }
}

test('reads a pool in full, by chain and token', async () => {
  const { value, asked } = await read([pair()])
  expect(asked).toEqual([`/token-pairs/v1/${key}`])
  expect(value).toEqual([
    {
      pool: `0x${'ee'.repeat(20)}`,
      dex: 'uniswap',
      against: { symbol: 'OTH', address: other.address },
      liquidityUsd: '1000.50',
      volume24hUsd: '12.35',
      buys24h: 7,
      sells24h: 2,
      createdAt: 1_700_000_000_000,
    },
  ])
})

test('when the token is the quote of a pair, buys and sells are swapped', async () => {
  const turned = pair({ baseToken: other, quoteToken: { address: own, name: 'Own', symbol: 'OWN' } })
  expect((await read([turned])).value).toMatchObject([{ buys24h: 2, sells24h: 7, against: { symbol: 'OTH' } }])
})

test('the most liquid pool comes first, one of unknown liquidity last, and an id may replace an address', async () => {
  const { value } = await read([
    pair({ liquidity: undefined, dexId: 'none' }),
    pair({ liquidity: { usd: 5 }, dexId: 'thin', pairAddress: `0x${'12'.repeat(32)}` }),
    pair({ dexId: 'deep' }),
  ])
  expect(value.map(({ dex, liquidityUsd }) => [dex, liquidityUsd])).toEqual([
    ['deep', '1000.50'],
    ['thin', '5.00'],
    ['none', null],
  ])
})

test('a token without pools gives an empty list', async () => {
  expect((await read([])).value).toEqual([])
})

test('text of an outsider in a symbol is cleaned and cut', async () => {
  const { value } = await read([pair({ quoteToken: { ...other, symbol: `U\u202eSD\n${'x'.repeat(100)}` } })])
  expect(value[0]?.against.symbol).toMatch(/^USD x+…$/)
  expect([...value[0]!.against.symbol].length).toBeLessThanOrEqual(32)
})

test('its older addresses send the pools within an object, and null for a token without any', async () => {
  expect((await read({ schemaVersion: '1.0.0', pairs: [pair()] })).value).toHaveLength(1)
  expect((await read({ schemaVersion: '1.0.0', pairs: null })).value).toEqual([])
})

test('trades that are not given, or that cannot be, are unknown and not zero', async () => {
  for (const txns of [undefined, null, { h24: null }, { m5: { buys: 1, sells: 1 } }, { h24: { buys: -1, sells: 0 } }])
    expect((await read([pair({ txns })])).value).toMatchObject([{ buys24h: null, sells24h: null }])
})

test('impossible figures are null', async () => {
  expect((await read([pair({ liquidity: { usd: 1e40 }, volume: { h24: -1 } })])).value).toMatchObject([
    { liquidityUsd: null, volume24hUsd: null },
  ])
})

test('invalid pools and those of other chains and tokens are skipped; an answer of mostly these is refused', async () => {
  expect((await read([pair(), pair({ chainId: 'solana' })])).value).toHaveLength(1)
  for (const wrong of [{ chainId: 'solana' }, { baseToken: other }, { pairAddress: 'x' }])
    await expect(read([pair(wrong), pair(wrong), pair()])).rejects.toThrow('not understood')
  await expect(read({ pairs: 'none' })).rejects.toThrow('not understood')
})
