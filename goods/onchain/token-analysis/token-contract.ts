import type { Hex } from '../../../src/goods/kit/evm.ts'
import { type Block, keccak256, toHex } from '../../../src/goods/kit/rpc.ts'
import { cleanText } from '../contracts/clean-text.ts'
import type { CleanText } from '../contracts/clean-text.ts'
import { decodeAddress, decodeStringBytes, decodeUint } from '../contracts/decode-result.ts'
import type { CodePath, ProxySlots } from '../contracts/follow-proxy.ts'
import { readProxySlots } from '../contracts/follow-proxy.ts'
import type { ContractReader } from '../contracts/contract-reader.ts'
import type { Part } from './part.ts'
import { delegationTarget } from '../contracts/proxy-patterns.ts'

/** What kind of account an address is. */
export type AddressCode =
  | { readonly kind: 'no-code' }
  /** A wallet that sends its calls elsewhere by EIP-7702. */
  | { readonly kind: 'delegated-account'; readonly delegatesTo: Hex }
  | { readonly kind: 'contract'; readonly code: Uint8Array; readonly slots: ProxySlots }

/** What a contract says of itself, unverified. Null: not there or not readable. Addresses are lower case. */
export interface TokenClaims {
  readonly name: CleanText | null
  readonly symbol: CleanText | null
  readonly decimals: number | null
  /** Base units. */
  readonly totalSupply: bigint | null
  readonly owner: { readonly address: Hex; readonly from: 'owner()' | 'getOwner()' } | null
}

/** What the chain says about a contract at one block. */
export interface ObservedContract extends CodePath {
  readonly block: Block
  readonly codeSize: number
  readonly codeHash: Hex
  readonly claims: Part<TokenClaims>
}

const selectors = {
  name: '0x06fdde03',
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  totalSupply: '0x18160ddd',
  owner: '0x8da5cb5b',
  getOwner: '0x893d20e8',
} as const

const maxNameLength = 64
const maxSymbolLength = 32

/** Reads what kind of account an address is, in one request. @throws RpcUnreachable, RpcRejected, OutOfTime */
export async function readAddressCode(node: ContractReader, address: Hex): Promise<AddressCode> {
  const [code, slots] = await Promise.all([node.code(address), readProxySlots(node, address)])
  const delegatesTo = delegationTarget(code)
  if (delegatesTo) return { kind: 'delegated-account', delegatesTo }
  return code.length === 0 ? { kind: 'no-code' } : { kind: 'contract', code, slots }
}

/** Reads what a contract says of itself. @throws RpcUnreachable, RpcRejected, OutOfTime */
export async function readClaims(node: ContractReader, address: Hex): Promise<TokenClaims> {
  const view = (name: keyof typeof selectors) => node.view(address, selectors[name])
  const [name, symbol, decimals, totalSupply, owner, getOwner] = await Promise.all([
    view('name'),
    view('symbol'),
    view('decimals'),
    view('totalSupply'),
    view('owner'),
    view('getOwner'),
  ])
  return {
    name: readText(name, maxNameLength),
    symbol: readText(symbol, maxSymbolLength),
    decimals: readDecimals(decimals),
    totalSupply: totalSupply && decodeUint(totalSupply),
    owner: readOwner(owner, 'owner()') ?? readOwner(getOwner, 'getOwner()'),
  }
}

/** The contract with the code that runs when it is called. */
export function describeContract(block: Block, code: Uint8Array, claims: Part<TokenClaims>, path: CodePath): ObservedContract {
  return { block, codeSize: code.length, codeHash: toHex(keccak256(code)), claims, ...path }
}

function readText(returned: Hex | null, maxLength: number): CleanText | null {
  const bytes = returned && decodeStringBytes(returned)
  return bytes && cleanText(bytes, maxLength)
}

function readDecimals(returned: Hex | null): number | null {
  const value = returned && decodeUint(returned)
  return value !== null && value <= 255n ? Number(value) : null
}

function readOwner<From extends string>(returned: Hex | null, from: From): { address: Hex; from: From } | null {
  const address = returned && decodeAddress(returned)
  return address && { address, from }
}
