import { expect, test } from 'vitest'
import { networks } from '../../../src/chain/networks.ts'
import { market } from '../index.ts'
import { knownPlaces } from '../../../src/chain/prices/known-places.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { followedPools, pickPools } from './pick-pools.ts'

const pick = (named: Parameters<typeof pickPools>[1]) =>
  pickPools(knownPlaces.pools, named, silentLog).map(({ network, ticker }) => `${network} ${ticker}`)

test('the pools that are indexed are those of the named networks and coins, with the ether pool that they need', () => {
  expect(pick([{ network: 'base', ticker: null }])).toEqual(['base ETH', 'base BTC', 'base EURC'])
  expect(pick([{ network: 'base', ticker: 'BTC' }])).toEqual(['base BTC'])
  expect(pick([{ network: 'arbitrum', ticker: 'ARB' }])).toEqual(['arbitrum ETH', 'arbitrum ARB'])
  expect(pick([{ network: 'polygon', ticker: null }])).toEqual([])
  expect(pick([])).toEqual([])
})

test('a coin without a known pool is in the log', () => {
  const warned: unknown[] = []
  const log = { ...silentLog, warn: (fields: object) => void warned.push(fields) }
  pickPools(knownPlaces.pools, [{ network: 'base', ticker: 'DOGE' }], log)
  expect(warned).toEqual([{ missing: [{ network: 'base', ticker: 'DOGE' }] }])
})

test('an index gets each pool with the side of its coin', () => {
  const followed = followedPools(knownPlaces.pools)
  expect([...followed.keys()].toSorted()).toEqual(['eip155:1', 'eip155:10', 'eip155:42161', 'eip155:8453'])
  // WETH is token 0 of that pool on Base, and USDC is on Ethereum.
  const sideOf = (network: 'eip155:8453' | 'eip155:1', ticker: string) => {
    const { address } = knownPlaces.pools.find(
      (pool) => pool.ticker === ticker && pool.network === (network === 'eip155:1' ? 'ethereum' : 'base'),
    )!
    return followed.get(network)!.find((pool) => pool.address === address)!.isCoin0
  }
  expect([sideOf('eip155:8453', 'ETH'), sideOf('eip155:1', 'ETH')]).toEqual([true, false])
})

test('pools are named by networks, or by coins on networks', () => {
  const { parse } = market.settings.indexPools
  expect(parse('none')).toEqual([])
  expect(parse('all')).toEqual(networks.map(({ slug: network }) => ({ network, ticker: null })))
  expect(parse('base:eth, arbitrum')).toEqual([
    { network: 'base', ticker: 'ETH' },
    { network: 'arbitrum', ticker: null },
  ])
  for (const wrong of ['moon', 'moon:ETH', 'base:', 'ETH', 'base:0x12:1']) expect(() => parse(wrong)).toThrow('must be')
})
