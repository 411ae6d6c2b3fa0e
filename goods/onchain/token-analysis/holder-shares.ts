import type { Hex } from '../../../src/goods/kit/evm.ts'
import { zeroAddress } from '../../../src/goods/kit/known-addresses.ts'
import type { AccountState } from './trial-calls.ts'
import type { Transfer } from '../contracts/transfer-logs.ts'

/** Why an account does not count as a holder. */
export type NotAHolder = 'burn' | 'pool' | 'bridge'

export interface Holding {
  readonly address: Hex
  /** Base units. */
  readonly balance: bigint
  readonly kind: NotAHolder | 'contract' | 'account'
}

/** How a token is spread. */
export interface HolderShares {
  /** Accounts with a balance, including those that do not count as holders. */
  readonly count: number
  /** The tokens of all accounts that count as holders, in base units. */
  readonly held: bigint
  /** All tokens, in base units. */
  readonly all: bigint
  /** Transfer events since the token began. */
  readonly transfers: number
  /** The largest ten that count, the largest first. */
  readonly largest: readonly Holding[]
  readonly notCounted: readonly Holding[]
  /** Of the first transfer; null where there was none. */
  readonly firstBlock: number | null
  /** The events do not add up to what the token says of its supply or of its largest holders. */
  readonly contradicted: boolean
}

/** So many of the largest accounts are read: enough for ten holders besides accounts that do not count. */
export const maxCandidates = 20
const maxListed = 10
const deadAddress = '0x000000000000000000000000000000000000dead'

/** The accounts with the largest balances by the events, the largest first. */
export function candidatesOf(balances: ReadonlyMap<Hex, bigint>): Hex[] {
  const sorted = [...balances].sort(([, one], [, other]) => (one === other ? 0 : one < other ? 1 : -1))
  return sorted.slice(0, maxCandidates).map(([account]) => account)
}

export interface HolderEvidence {
  readonly token: Hex
  readonly transfers: readonly Transfer[]
  /** As its events add up. */
  readonly balances: ReadonlyMap<Hex, bigint>
  readonly accountStates: ReadonlyMap<Hex, AccountState>
  /** Base units; null where the token does not say. */
  readonly totalSupply: bigint | null
  /** Lower case. */
  readonly pools: ReadonlySet<Hex>
  isBridge(account: Hex): boolean
}

/** How the token is spread among its holders. What the token says of an account's balance goes before what its events add up to. */
export function sharesOf(seen: HolderEvidence): HolderShares {
  const { balances, accountStates: looks, totalSupply } = seen
  const holdings = candidatesOf(balances)
    .map((address): Holding => ({
      address,
      balance: looks.get(address)?.balance ?? balances.get(address) ?? 0n,
      kind: kindOf(address, seen),
    }))
    .filter(({ balance }) => balance > 0n)
    .sort((one, other) => (one.balance === other.balance ? 0 : one.balance < other.balance ? 1 : -1))
  const notCounted = holdings.filter(({ kind }) => isNotAHolder(kind))
  const byEvents = sum(balances.values())
  const all = totalSupply ?? byEvents
  const rest = all - sum(notCounted.map(({ balance }) => balance))
  const largest = holdings.filter(({ kind }) => !isNotAHolder(kind)).slice(0, maxListed)
  const ofLargest = sum(largest.map(({ balance }) => balance))
  const differs = holdings.some(({ address, balance }) => isFar(balance, balances.get(address) ?? 0n))
  return {
    count: balances.size,
    // Never less than what the largest holders have, whatever supply the token claims.
    held: ofLargest > rest ? ofLargest : rest,
    all,
    transfers: seen.transfers.length,
    largest,
    notCounted,
    firstBlock: seen.transfers[0]?.block ?? null,
    contradicted: differs || isFar(all, byEvents),
  }
}

function kindOf(address: Hex, { token, pools, accountStates: looks, isBridge }: HolderEvidence): Holding['kind'] {
  // The token's own balance counts as held: usually it is lost, but the code may give it out again.
  if (isBurnAddress(address)) return 'burn'
  if (pools.has(address)) return 'pool'
  if (isBridge(address)) return 'bridge'
  return address === token || looks.get(address)?.isContract === true ? 'contract' : 'account'
}

/** Nobody holds these addresses: what is sent there is lost. Lower case. */
export function isBurnAddress(address: Hex): boolean {
  return address === zeroAddress || address === deadAddress
}

function isNotAHolder(kind: Holding['kind']): kind is NotAHolder {
  return kind === 'burn' || kind === 'pool' || kind === 'bridge'
}

function sum(values: Iterable<bigint>): bigint {
  let total = 0n
  for (const value of values) total += value
  return total
}

/** By more than a hundredth. */
function isFar(one: bigint, other: bigint): boolean {
  const [less, more] = one < other ? [one, other] : [other, one]
  return (more - less) * 100n > more
}

/** From 0 to 1 with four places, rounded down; 0 of nothing. */
export function shareOf(part: bigint, whole: bigint): number {
  return whole > 0n ? Number((part * 10_000n) / whole) / 10_000 : 0
}

/** The same in per cent with two places. */
export function percentOf(part: bigint, whole: bigint): number {
  return whole > 0n ? Number((part * 10_000n) / whole) / 100 : 0
}
