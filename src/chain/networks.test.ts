import { describe, expect, test } from 'vitest'
import { toHex } from '../shared/bytes.ts'
import { checksumAddress } from './address.ts'
import { domainSeparator } from './eip3009.ts'
import { findNetwork, isKnownDomain, networks } from './networks.ts'

/** As the tokens themselves answer on the real chains; SKALE's with the domain that its bridged token has. */
const separators: Record<string, string> = {
  'eip155:8453': '0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f',
  'eip155:1': '0x06c37168a7db5138defc7866392bb87a741f9b3d104deb5094588ce041cae335',
  'eip155:137': '0xcaa2ce1a5703ccbe253a34eb3166df60a705c561b44b192061e28f2a985be2ca',
  'eip155:42161': '0x08d11903f8419e68b1b8721bcbe2e9fc68569122a77ef18c216f10b3b5112c78',
  'eip155:10': '0x26d9c34bb1a1c312f69c53b2d93b8be20faafba63af2438c6811713c9b1f933f',
}

describe('the six networks', () => {
  test('are in the order in which they are offered', () => {
    expect(networks.map(({ name }) => name)).toEqual(['Base', 'Ethereum', 'Polygon', 'Arbitrum', 'Optimism', 'SKALE'])
  })

  test('have ids with their chain id, and checksummed assets', () => {
    for (const network of networks) {
      expect(network.id).toBe(`eip155:${network.chainId}`)
      expect(network.asset).toBe(checksumAddress(network.asset))
      expect(findNetwork(network.id)).toBe(network)
    }
    expect(findNetwork('eip155:84532')).toBeUndefined()
  })

  test.each(Object.entries(separators))('the declared domain of %s reproduces the separator of its token', (id, separator) => {
    const network = findNetwork(id)
    if (!network) throw new Error('unknown')
    expect(toHex(domainSeparator(network.domain, network.chainId, network.asset))).toBe(separator)
  })

  test('the real SKALE token signs with the name of its bridge, not with the declared domain', () => {
    const skale = findNetwork('eip155:1187947933')
    if (!skale) throw new Error('unknown')
    const real = '0xe182bdd83730d37cc41c779b38c22661c4c347f647925627d97926ee54dd4044'
    expect(toHex(domainSeparator({ name: 'Bridged USDC (SKALE Bridge)', version: '2' }, skale.chainId, skale.asset))).toBe(real)
    expect(toHex(domainSeparator(skale.domain, skale.chainId, skale.asset))).not.toBe(real)
  })
})

test("the domain that SKALE's real token is known to have reproduces its DOMAIN_SEPARATOR(), and a payer may sign for it", () => {
  const skale = findNetwork('eip155:1187947933')!
  const real = { name: 'Bridged USDC (SKALE Bridge)', version: '2' }
  expect(toHex(domainSeparator(real, skale.chainId, skale.asset))).toBe(
    '0xe182bdd83730d37cc41c779b38c22661c4c347f647925627d97926ee54dd4044',
  )
  expect([isKnownDomain(skale, real), isKnownDomain(skale, skale.domain)]).toEqual([true, true])
  expect(isKnownDomain(skale, { ...real, version: '1' })).toBe(false)
  expect(isKnownDomain(findNetwork('eip155:8453')!, real)).toBe(false)
})
