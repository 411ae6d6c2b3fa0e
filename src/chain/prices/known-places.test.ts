import { encodeAbiParameters, getAddress, getCreate2Address, keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { networks } from '../networks.ts'
import { knownPlaces } from './known-places.ts'
import { sidesOf } from './read-pool.ts'

const { feeds, pools } = knownPlaces

/** From Uniswap's list of deployments; the code of pools is the same everywhere. */
const factories: Readonly<Record<string, `0x${string}`>> = {
  base: '0x33128a8fC17869897dcE68Ed026d694621f6FDfD',
  ethereum: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  arbitrum: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
  optimism: '0x1F98431c8aD98523631AE4a59f267346ea31F984',
}
const poolCodeHash = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54'

test('every address has its EIP-55 checksum, and is there once', () => {
  const addresses = [...feeds.map(({ network, address }) => [network, address]), ...pools.map(({ network, address }) => [network, address])]
  for (const [, address] of addresses) expect(getAddress(address as string)).toBe(address)
  for (const { token, quoteToken } of pools) {
    for (const { address } of [token, quoteToken]) expect(getAddress(address)).toBe(address)
  }
  expect(new Set(addresses.map((one) => one.join())).size).toBe(addresses.length)
})

test('a coin has one feed and one pool on a network, and at least thirty coins have a feed', () => {
  for (const places of [feeds, pools]) {
    expect(new Set(places.map(({ network, ticker }) => `${network} ${ticker}`)).size).toBe(places.length)
  }
  const tickers = new Set(feeds.map(({ ticker }) => ticker))
  expect(tickers.size).toBeGreaterThanOrEqual(90)
  for (const ticker of ['BTC', 'ETH', 'SOL', 'BNB', 'XRP', 'ADA', 'DOGE', 'LINK', 'USDC', 'USDT', 'EURC']) expect(tickers).toContain(ticker)
})

test('heartbeats and decimals are those that feeds have', () => {
  for (const { heartbeatSeconds, decimals } of feeds) {
    expect([1200, 3600, 86_400]).toContain(heartbeatSeconds)
    expect([8, 18]).toContain(decimals)
  }
})

test('the address of a pool follows from its tokens, its fee and the factory of its network', () => {
  for (const pool of pools) {
    const { token0, token1 } = sidesOf(pool)
    const salt = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'address' }, { type: 'uint24' }], [token0, token1, pool.fee]))
    expect(getCreate2Address({ from: factories[pool.network]!, salt, bytecodeHash: poolCodeHash })).toBe(pool.address)
  }
})

test('a network with pools has a feed for USDC and a pool for ether, and its USDC is the one that is paid with', () => {
  for (const slug of new Set(pools.map(({ network }) => network))) {
    expect(feeds.some(({ network, ticker }) => network === slug && ticker === 'USDC')).toBe(true)
    const ether = pools.find(({ network, ticker }) => network === slug && ticker === 'ETH')
    expect(ether?.quote).toBe('USDC')
    expect(ether?.quoteToken.address).toBe(networks.find((network) => network.slug === slug)?.asset)
  }
})

test('the feeds of gas coins are the ones that fees are computed with', () => {
  for (const { slug, gasCoin, coinFeed } of networks) {
    const feed = feeds.find(({ network, ticker }) => network === slug && ticker === gasCoin)
    if (feed) expect(feed.address).toBe(coinFeed)
  }
})
