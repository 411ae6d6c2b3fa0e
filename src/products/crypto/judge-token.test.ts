import { describe, expect, test } from 'vitest'
import type { Capability } from './capabilities.ts'
import { flagsOf, isRenounced, riskOf } from './judge-token.ts'
import type { KnownToken } from './judge-token.ts'
import type { ObservedContract } from './observe-token.ts'

const plain: ObservedContract = {
  kind: 'contract',
  block: { number: 1n, hash: '0x00', timestamp: 1n, baseFee: null },
  codeSize: 100,
  codeHash: '0x00',
  name: { text: 'Plain', cleaned: false, truncated: false },
  symbol: { text: 'PLN', cleaned: false, truncated: false },
  decimals: 18,
  totalSupply: 1n,
  owner: null,
  proxy: null,
  replaceable: false,
  decoySlot: false,
  unknownDelegation: false,
  capabilities: [],
}

const owned = { owner: { address: '0x00000000000000000000000000000000000000aa', from: 'owner()' } } as const
const known: KnownToken = { symbol: 'USDC', issuer: 'Circle' }

function having(...capabilities: readonly Capability[]): Pick<ObservedContract, 'capabilities'> {
  return { capabilities: capabilities.map((capability) => ({ capability, selector: '0x00000000', signature: 'f()', foundIn: '0x00' })) }
}

function judged(changes: Partial<ObservedContract> = {}, as: KnownToken | null = null) {
  const flags = flagsOf({ ...plain, ...changes }, as)
  return { codes: flags.map(({ code }) => code), risk: riskOf(flags, as) }
}

describe('the risk of a token', () => {
  test('is unknown where nothing speaks against it, never low', () => {
    expect(judged()).toEqual({ codes: [], risk: 'unknown' })
  })

  test('is low for a known token, with its powers told all the same', () => {
    const { codes, risk } = judged({ ...owned, ...having('mint', 'pause', 'blacklist') }, known)
    expect(codes).toEqual(['known_token', 'can_mint', 'can_pause', 'can_blacklist', 'has_owner'])
    expect(risk).toBe('low')
  })

  test('is medium with a caution', () => {
    expect(judged({ ...having('mint') }).risk).toBe('medium')
    expect(judged({ ...owned }).risk).toBe('medium')
    expect(judged({ replaceable: true }).risk).toBe('medium')
  })

  test('is high with three powers in somebody’s hands, medium where nobody is seen to hold them', () => {
    const powers = having('mint', 'pause', 'blacklist')
    expect(judged(powers).risk).toBe('medium')
    expect(judged({ ...powers, ...owned }).risk).toBe('high')
    expect(judged({ ...powers, replaceable: true }).risk).toBe('high')
  })

  test('is high with any warning', () => {
    expect(judged({ name: { text: 'Plain', cleaned: true, truncated: false } })).toEqual({ codes: ['hidden_characters'], risk: 'high' })
    expect(judged({ symbol: { text: 'UЅDС', cleaned: false, truncated: false } })).toEqual({ codes: ['named_like_usdc'], risk: 'high' })
    expect(judged({ name: { text: 'usd coin', cleaned: false, truncated: false } }).codes).toEqual(['named_like_usdc'])
    expect(judged({ decoySlot: true })).toEqual({ codes: ['decoy_proxy_slot'], risk: 'high' })
  })
})

describe('flags', () => {
  test('capabilities that harm nobody else are no flags', () => {
    expect(judged(having('burn-from', 'change-owner', 'grant-roles')).codes).toEqual([])
  })

  test('a contract that is no ERC-20 token says so', () => {
    expect(judged({ decimals: null }).codes).toEqual(['not_erc20'])
    expect(judged({ totalSupply: null }).codes).toEqual(['not_erc20'])
    expect(judged({ totalSupply: 0n }).codes).toEqual(['no_supply'])
  })

  test('the canonical token is not named like itself', () => {
    expect(judged({ symbol: { text: 'USDC', cleaned: false, truncated: false } }, known).codes).toEqual(['known_token'])
  })
})

test('an owner is renounced at the addresses that nobody holds', () => {
  expect(isRenounced(null)).toBeNull()
  expect(isRenounced(owned.owner)).toBe(false)
  expect(isRenounced({ address: '0x0000000000000000000000000000000000000000', from: 'owner()' })).toBe(true)
  expect(isRenounced({ address: '0x000000000000000000000000000000000000dead', from: 'getOwner()' })).toBe(true)
})
