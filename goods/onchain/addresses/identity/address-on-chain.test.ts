import { expect, test } from 'vitest'
import type { Chains } from '../../../../src/chain/chain.ts'
import { networks } from '../../../../src/chain/networks.ts'
import { takeOffChain } from './address-on-chain.ts'

const chains = new Map(networks.slice(0, 2).map((network) => [network.id, { network }])) as unknown as Chains
const address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const take = (text: string) => takeOffChain(text, 'path.address', chains)
const refused = (text: string) => {
  try {
    return take(text)
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('an address with its chain is the address, and says the chain', () => {
  for (const text of ['eip155:8453:', 'EIP155:8453:', 'did:pkh:eip155:8453:', 'eip155:8453/erc20:', 'base:', 'Base:', '8453:']) {
    expect(take(`${text}${address}`), text).toEqual({ text: address, network: 'eip155:8453' })
  }
  expect(take(`eth:${address}`)).toEqual({ text: address, network: 'eip155:1' })
})

test('a text without a chain is left as it is', () => {
  for (const text of [address, 'name.eth', 'base.eth', '0x12', 'not a name']) expect(take(text)).toEqual({ text, network: null })
})

test('a chain that is not read is refused, since its address is another one there', () => {
  expect(['eip155:56:', 'eip155:10:', 'polygon:', 'bsc:'].map((chain) => refused(`${chain}${address}`))).toEqual(
    Array.from({ length: 4 }, () => 'unsupported_network'),
  )
})

test('an account of another kind of chain, or an asset without an address, is refused', () => {
  const others = [
    'bip122:000000000019d6689c085ae165831e93:128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
    'eip155:1/slip44:60',
    `eip155:1/erc721:${address}`,
    'eip155:1:0x1234',
  ]
  expect(others.map(refused)).toEqual(others.map(() => 'invalid_input'))
})
