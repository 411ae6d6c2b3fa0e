import { adapterOf } from '../../../src/sources/declared.fixture.ts'
import { expect, test } from 'vitest'
import { defillamaStablecoins as defillamaStablecoinsSource } from './defillama-stablecoins.ts'
import { startTestUpstream } from '../../../src/sources/policy/test-upstream.fixture.ts'

const coin = (changes: object = {}) => ({
  id: '2',
  name: 'USD Coin',
  symbol: 'USDC',
  gecko_id: 'usd-coin',
  pegType: 'peggedUSD',
  priceSource: 'defillama',
  // In dollars: its server multiplies the coins by the price.
  circulating: { peggedUSD: 60_000_000_000.25 },
  circulatingPrevDay: { peggedUSD: 59_200_000_000 },
  circulatingPrevWeek: { peggedUSD: 58_400_000_000 },
  circulatingPrevMonth: { peggedUSD: 56_000_000_000 },
  chainCirculating: { Base: { current: { peggedUSD: 4e9 } }, Ethereum: { current: { peggedUSD: 4.8e10 } } },
  price: 0.8,
  ...changes,
})

async function listOf(...peggedAssets: unknown[]) {
  const { parts, declared } = await startTestUpstream(() => ({ body: { peggedAssets, chains: [] } }))
  return (await adapterOf(defillamaStablecoinsSource, declared, parts).list.get('')).value
}

test('reads amounts as decimals, chains by size, and the peg from its name', async () => {
  expect(await listOf(coin())).toEqual([
    {
      symbol: 'USDC',
      name: 'USD Coin',
      coingecko: 'usd-coin',
      peg: 'USD',
      price: '0.8',
      status: 'active',
      circulating: '75000000000.31',
      dayAgo: '74000000000',
      weekAgo: '73000000000',
      monthAgo: '70000000000',
      chains: [
        { name: 'Ethereum', circulating: '60000000000' },
        { name: 'Base', circulating: '5000000000' },
      ],
    },
  ])
})

test('amounts are under the name of the peg, and a floating peg is null', async () => {
  const [euro, floating] = await listOf(
    coin({ pegType: 'peggedEUR', circulating: { peggedEUR: 5, peggedUSD: 7 }, price: 1 }),
    coin({ pegType: 'peggedVAR', circulating: { peggedVAR: 3 }, price: 1 }),
  )
  expect([euro?.peg, euro?.circulating, floating?.peg, floating?.circulating]).toEqual(['EUR', '5', null, '3'])
})

test('missing and impossible members are null', async () => {
  const [one] = await listOf(
    coin({
      price: null,
      gecko_id: null,
      circulating: {},
      circulatingPrevDay: { peggedUSD: -1 },
      circulatingPrevWeek: null,
      circulatingPrevMonth: { peggedUSD: 1e300 },
    }),
  )
  expect(one).toMatchObject({ price: null, coingecko: null, circulating: null, dayAgo: null, weekAgo: null, monthAgo: null })
  const prices = (await listOf(...[0, -1, 'NaN', '1e999', '1.0002', 0.25].map((price) => coin({ price })))).map((each) => each.price)
  expect(prices).toEqual(['0.25', '1.0002', null, null, null, null])
})

test('the largest comes first, and an invalid coin is skipped', async () => {
  const small = coin({ symbol: 'SMALL', circulating: { peggedUSD: 5 } })
  const large = coin({ symbol: 'LARGE', circulating: { peggedUSD: 500 } })
  expect((await listOf(small, { symbol: 7 }, large)).map(({ symbol }) => symbol)).toEqual(['LARGE', 'SMALL'])
})

test('an answer with mostly invalid coins, or none, is refused', async () => {
  await expect(listOf(coin(), {}, {})).rejects.toMatchObject({ code: 'garbage_wrong_shape' })
  await expect(listOf()).rejects.toMatchObject({ code: 'garbage_wrong_shape' })
})

test('coins that ended are told apart, and the peg of the real is BRL', async () => {
  const read = await listOf(
    coin({ deprecated: true }),
    coin({ delisted: true, deprecated: true }),
    coin({ deprecated: true, deadFrom: '2024-03-01' }),
    coin({ pegType: 'peggedREAL', circulating: { peggedREAL: 8 } }),
  )
  expect(read.map(({ status }) => status)).toEqual(['deprecated', 'delisted', 'dead', 'active'])
  expect(read.at(-1)).toMatchObject({ peg: 'BRL', circulating: '10' })
})

test('without a price the number of coins is not known', async () => {
  const [one] = await listOf(coin({ price: null }))
  expect(one).toMatchObject({ price: null, circulating: null, dayAgo: null, chains: [] })
})
