import { expect, test } from 'vitest'
import { checksumAddress } from './address.ts'
import { findNetwork, networks } from './networks.ts'
import { knownToken, reservedNames, widelyUsed } from './known-tokens.ts'

const base = findNetwork('eip155:8453')!

test('every address has its checksum and is on a supported network', () => {
  for (const { at } of widelyUsed) {
    for (const [slug, address] of Object.entries(at)) {
      expect(address).toBe(checksumAddress(address))
      expect(networks.map((network) => network.slug)).toContain(slug)
    }
  }
})

test('a token is known by its address on its own network, in any case', () => {
  const weth = '0x4200000000000000000000000000000000000006'
  expect(knownToken(weth, base)).toEqual({ symbol: 'WETH', issuer: 'wrapped by contract' })
  expect(knownToken(weth, findNetwork('eip155:1')!)).toBeNull()
  const lower = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
  expect(knownToken(lower, base)).toEqual({ symbol: 'USDC', issuer: 'Circle' })
  expect(knownToken('0x85889c8c714505E0c94b30fcfcF64fE3Ac8FCb20', findNetwork('eip155:1187947933')!)).toMatchObject({ symbol: 'USDC.e' })
})

test('only names of tokens on the network are reserved', () => {
  expect(reservedNames(base).map(([name]) => name)).toEqual(['USDC', 'USD Coin', 'EURC', 'WETH', 'cbBTC'])
  expect(reservedNames({ slug: 'skale' }).map(([name]) => name)).toEqual(['USDC', 'USD Coin'])
})
