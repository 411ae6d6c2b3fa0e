import type { Block, Chain } from '../../chain/chain.ts'
import { keccak256 } from '../../chain/keccak.ts'
import { toHex } from '../../shared/bytes.ts'
import type { Hex } from '../../shared/bytes.ts'
import { cleanText } from './clean-text.ts'
import type { CleanText } from './clean-text.ts'
import { decodeAddress, decodeStringBytes, decodeUint } from './decode-result.ts'
import { followProxy, readProxySlots } from './follow-proxy.ts'
import type { CodePath } from './follow-proxy.ts'
import { createNodeReader, reached } from './node-reader.ts'
import { delegationTarget } from './proxy.ts'

/** What an address without a contract of its own has. */
export interface PlainAccount {
  readonly kind: 'no-code' | 'delegated-account'
  readonly block: Block
  /** Where an EIP-7702 account sends its calls. */
  readonly delegatesTo: Hex | null
}

/** What the chain says about a contract at one block. Null: not there or not readable. Addresses are lower case. */
export interface ObservedContract extends CodePath {
  readonly kind: 'contract'
  readonly block: Block
  readonly codeSize: number
  readonly codeHash: Hex
  readonly name: CleanText | null
  readonly symbol: CleanText | null
  readonly decimals: number | null
  /** Base units. */
  readonly totalSupply: bigint | null
  readonly owner: { readonly address: Hex; readonly from: 'owner()' | 'getOwner()' } | null
}

export type TokenObservation = PlainAccount | ObservedContract

const selectors = {
  name: '0x06fdde03',
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  totalSupply: '0x18160ddd',
  owner: '0x8da5cb5b',
  getOwner: '0x893d20e8',
} as const

const longestName = 64
const longestSymbol = 32

/** @throws Problem `upstream_unavailable` when the node gives no usable answer. */
export async function observeToken(chain: Chain, address: Hex, signal: AbortSignal): Promise<TokenObservation> {
  const block = await reached(chain, () => chain.head())
  const node = createNodeReader(chain, block.number, signal)
  const view = (name: keyof typeof selectors) => node.view(address, selectors[name])
  // All in one turn: side by side.
  const [code, slots, name, symbol, decimals, totalSupply, owner, getOwner] = await Promise.all([
    node.code(address),
    readProxySlots(node, address),
    view('name'),
    view('symbol'),
    view('decimals'),
    view('totalSupply'),
    view('owner'),
    view('getOwner'),
  ])
  const delegatesTo = delegationTarget(code)
  if (delegatesTo) return { kind: 'delegated-account', block, delegatesTo }
  if (code.length === 0) return { kind: 'no-code', block, delegatesTo: null }
  return {
    kind: 'contract',
    block,
    codeSize: code.length,
    codeHash: toHex(keccak256(code)),
    name: readText(name, longestName),
    symbol: readText(symbol, longestSymbol),
    decimals: readDecimals(decimals),
    totalSupply: totalSupply && decodeUint(totalSupply),
    owner: readOwner(owner, 'owner()') ?? readOwner(getOwner, 'getOwner()'),
    ...(await followProxy(node, address, code, slots)),
  }
}

function readText(returned: Hex | null, longest: number): CleanText | null {
  const bytes = returned && decodeStringBytes(returned)
  return bytes && cleanText(bytes, longest)
}

function readDecimals(returned: Hex | null): number | null {
  const value = returned && decodeUint(returned)
  return value !== null && value <= 255n ? Number(value) : null
}

function readOwner<From extends string>(returned: Hex | null, from: From): { address: Hex; from: From } | null {
  const address = returned && decodeAddress(returned)
  return address && { address, from }
}
