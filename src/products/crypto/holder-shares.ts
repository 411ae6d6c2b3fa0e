import type { Hex } from '../../shared/bytes.ts'
import type { Look } from './call-trial.ts'
import { nobody } from './read-transfers.ts'
import type { Transfer } from './transfer-logs.ts'

/** Why an account's tokens are not counted among those that somebody holds. */
export type NotAHolder = 'burn' | 'pool' | 'bridge'

export interface Holding {
  readonly address: Hex
  /** Base units. */
  readonly balance: bigint
  readonly kind: NotAHolder | 'contract' | 'account'
}

/** How a token is spread. */
export interface HolderShares {
  /** Accounts that hold some, those that are not counted among them. */
  readonly count: number
  /** All tokens but those that are not counted, in base units. */
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
  /** What the events say is not what the token says of its supply or of its largest holders. */
  readonly contradicted: boolean
}

/** So many of the largest are looked at: ten, and those that do not count. */
export const mostCandidates = 20
const listed = 10
const dead: Hex = '0x000000000000000000000000000000000000dead'

/** Those who hold most by the events, the most first. */
export function candidatesOf(balances: ReadonlyMap<Hex, bigint>): Hex[] {
  const sorted = [...balances].sort(([, one], [, other]) => (one === other ? 0 : one < other ? 1 : -1))
  return sorted.slice(0, mostCandidates).map(([account]) => account)
}

export interface Seen {
  readonly token: Hex
  readonly transfers: readonly Transfer[]
  /** By all its events. */
  readonly balances: ReadonlyMap<Hex, bigint>
  readonly looks: ReadonlyMap<Hex, Look>
  /** Base units; null where the token does not say. */
  readonly totalSupply: bigint | null
  /** Lower case. */
  readonly pools: ReadonlySet<Hex>
  isBridge(account: Hex): boolean
}

/** How the token is spread among those who hold it. What the token says of an account counts more than its events. */
export function sharesOf(seen: Seen): HolderShares {
  const { balances, looks, totalSupply } = seen
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
  const largest = holdings.filter(({ kind }) => !isNotAHolder(kind)).slice(0, listed)
  const ofLargest = sum(largest.map(({ balance }) => balance))
  const differs = holdings.some(({ address, balance }) => isFar(balance, balances.get(address) ?? 0n))
  return {
    count: balances.size,
    // What the largest have is held, whatever the supply is said to be.
    held: ofLargest > rest ? ofLargest : rest,
    all,
    transfers: seen.transfers.length,
    largest,
    notCounted,
    firstBlock: seen.transfers[0]?.block ?? null,
    contradicted: differs || isFar(all, byEvents),
  }
}

function kindOf(address: Hex, { token, pools, looks, isBridge }: Seen): Holding['kind'] {
  // What is sent to the token itself is lost as a rule, but its code may give it out again: it counts.
  if (address === nobody || address === dead) return 'burn'
  if (pools.has(address)) return 'pool'
  if (isBridge(address)) return 'bridge'
  return address === token || looks.get(address)?.isContract === true ? 'contract' : 'account'
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

/** In per cent with two places, rounded down; 0 of nothing. */
export function percentOf(part: bigint, whole: bigint): number {
  return whole > 0n ? Number((part * 10_000n) / whole) / 100 : 0
}
