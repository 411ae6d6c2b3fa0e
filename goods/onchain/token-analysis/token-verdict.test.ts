import { describe, expect, test } from 'vitest'
import type { Hex } from '../../../src/shared/bytes.ts'
import type { Capability } from '../contracts/capabilities.ts'
import type { HolderShares } from './holder-shares.ts'
import { flagsOf, isRenounced, tokenVerdict, type TokenEvidence } from './token-verdict.ts'
import type { KnownToken } from '../../../src/chain/known-tokens.ts'
import type { TokenClaims } from './token-contract.ts'
import type { PoolFigures } from './pool-figures.ts'
import type { TransferTrial } from './transfer-trial.ts'

const text = (written: string) => ({ text: written, cleaned: false, truncated: false })
const facts: TokenClaims = { name: text('Plain'), symbol: text('PLN'), decimals: 18, totalSupply: 1n, owner: null }
const contract = { proxy: null, replaceable: false, decoySlot: false, unknownDelegation: false, capabilities: [] }
const holders: HolderShares = {
  count: 40,
  held: 100n,
  all: 100n,
  transfers: 50,
  largest: [{ address: '0x01', balance: 40n, kind: 'account' }],
  notCounted: [],
  firstBlock: 1,
  contradicted: false,
}
const moved = { moved: true, sent: 1_000n, arrived: 1_000n }
const trial: TransferTrial = { buy: moved, send: moved, sell: moved, soldTo: 'pool', tokens: 'holder', holdersTried: 3, holdersRefused: 0 }
const month = 30 * 86_400_000
const pools: PoolFigures = {
  count: 1,
  liquidityUsd: '100000',
  volume24hUsd: '5000',
  buys24h: 40,
  sells24h: 30,
  oldestAt: 0,
  oldestAgeMs: month,
  deepest: null,
}
const sound: TokenEvidence = { network: { slug: 'base' }, known: null, contract, claims: facts, holders, trial, pools }
const known: KnownToken = { symbol: 'USDC', issuer: 'Circle' }
const owner = { address: '0x00000000000000000000000000000000000000aa', from: 'owner()' } as const

function having(...capabilities: readonly Capability[]): TokenEvidence['contract'] {
  return {
    ...contract,
    capabilities: capabilities.map((capability) => ({ capability, selector: '0x00000000', signature: 'f()', foundIn: '0x00' as Hex })),
  }
}

function judge(changes: Partial<TokenEvidence> = {}, observedShare = 1) {
  const judged = { ...sound, ...changes }
  const flags = flagsOf(judged)
  return { codes: flags.map(({ code }) => code), verdict: tokenVerdict(flags, { known: judged.known, observedShare }) }
}
const withFacts = (changes: Partial<TokenClaims>) => judge({ claims: { ...facts, ...changes } })

describe('the verdict', () => {
  test('is clear where everything was observed without a flag, and unclear where something was not observed', () => {
    expect(judge()).toEqual({ codes: [], verdict: 'clear' })
    expect(judge({ pools: null }, 0.8)).toEqual({ codes: [], verdict: 'unclear' })
  })

  test('is known for a known token, with its powers still flagged', () => {
    expect(judge({ known, contract: having('mint', 'pause', 'blacklist'), claims: { ...facts, owner } })).toEqual({
      codes: ['known_token', 'can_mint', 'can_pause', 'can_blacklist', 'has_owner'],
      verdict: 'known',
    })
  })

  test('is caution with a caution', () => {
    expect(judge({ contract: having('mint') }).verdict).toBe('caution')
    expect(withFacts({ owner }).verdict).toBe('caution')
    expect(judge({ contract: { ...contract, replaceable: true } }).verdict).toBe('caution')
  })

  test('is danger with three powers and an owner, and caution without a known owner', () => {
    const powers = having('mint', 'pause', 'blacklist')
    expect(judge({ contract: powers }).verdict).toBe('caution')
    expect(judge({ contract: powers, claims: { ...facts, owner } }).verdict).toBe('danger')
    expect(judge({ contract: { ...powers, replaceable: true } }).verdict).toBe('danger')
  })

  test('is danger with any warning', () => {
    expect(withFacts({ name: { text: 'Plain', cleaned: true, truncated: false } })).toEqual({
      codes: ['hidden_characters'],
      verdict: 'danger',
    })
    expect(judge({ contract: { ...contract, decoySlot: true } })).toEqual({ codes: ['decoy_proxy_slot'], verdict: 'danger' })
  })
})

describe('names', () => {
  test.each(['UЅDС', 'usd coin', 'U S D C', 'ＵＳＤＣ', 'WETH', 'weth.'])('%s is somebody else’s', (name) => {
    for (const { codes } of [withFacts({ symbol: text(name) }), withFacts({ name: text(name) })])
      expect(codes).toEqual(['named_like_known_token'])
  })

  test('are free where no known token has them, and a known token is not flagged for its own name', () => {
    expect(judge({ network: { slug: 'skale' }, claims: { ...facts, symbol: text('WETH') } }).codes).toEqual([])
    expect(judge({ known, claims: { ...facts, symbol: text('USDC') } }).codes).toEqual(['known_token'])
    // Three letters are too few.
    expect(withFacts({ symbol: text('DAI') }).codes).toEqual([])
  })
})

describe('flags', () => {
  test('capabilities that harm nobody else are not flagged', () => {
    expect(judge({ contract: having('burn-from', 'change-owner', 'grant-roles') }).codes).toEqual([])
  })

  test('a contract that is not an ERC-20 token is flagged', () => {
    expect(withFacts({ decimals: null }).codes).toEqual(['not_erc20'])
    expect(withFacts({ totalSupply: null }).codes).toEqual(['not_erc20'])
    expect(withFacts({ totalSupply: 0n }).codes).toEqual(['no_supply'])
  })

  test('ten holders with more than half of what is held are flagged', () => {
    const largest = (balance: bigint) => ({
      holders: { ...holders, largest: [{ address: '0x01' as Hex, balance, kind: 'account' as const }] },
    })
    expect(judge(largest(50n)).codes).toEqual([])
    expect(judge(largest(51n)).codes).toEqual(['concentrated'])
    expect(judge({ holders: { ...holders, contradicted: true } }).codes).toEqual(['events_contradicted'])
  })

  test.each([
    [{ count: 0 }, 'no_pool'],
    [{ liquidityUsd: '9999.99' }, 'thin_liquidity'],
    [{ oldestAgeMs: 6 * 86_400_000 }, 'new_market'],
    [{ sells24h: 0 }, 'nobody_sells'],
  ])('pools of %o: %s', (changes, code) => {
    expect(judge({ pools: { ...pools, ...changes } }).codes).toEqual([code])
  })

  test('a few purchases without a sale are not flagged', () => {
    expect(judge({ pools: { ...pools, buys24h: 19, sells24h: 0 } }).codes).toEqual([])
  })

  test.each([
    [{ sell: { ...moved, arrived: 990n } }, 'tax', 'caution'],
    [{ buy: { ...moved, arrived: 900n } }, 'high_tax', 'caution'],
    [{ send: { ...moved, arrived: 700n } }, 'ruinous_tax', 'danger'],
  ])('a tax: %o', (changes, code, verdict) => {
    expect(judge({ trial: { ...trial, ...changes } })).toEqual({ codes: [code], verdict })
  })
})

test('an owner is renounced at the addresses that nobody holds', () => {
  expect(isRenounced(null)).toBeNull()
  expect(isRenounced(owner)).toBe(false)
  expect(isRenounced({ address: '0x0000000000000000000000000000000000000000', from: 'owner()' })).toBe(true)
  expect(isRenounced({ address: '0x000000000000000000000000000000000000dead', from: 'getOwner()' })).toBe(true)
})
