import type { Observed } from '../../shared/observed.ts'
import { addressDigits, boolAnswer, selectors, uintAnswer } from '../../chain/abi.ts'
import { type Block, type Chain, type NetworkId, RpcRejected, RpcUnreachable } from '../../chain/chain.ts'
import { readAccountNonce, readBlock } from '../../chain/node-answers.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Clock } from '../../shared/clock.ts'
import { findFirstActivity, type FirstActivity } from './first-activity.ts'

/** What one network says of an address. */
export interface NetworkSight {
  readonly head: Block | null
  readonly transactions: Observed<number>
  readonly blacklisted: Observed<boolean>
  /** Null where there is no oracle. */
  readonly oracle: Observed<boolean> | null
  /** USDC, in base units. */
  readonly balance: Observed<bigint>
  /** Null where it never sent a transaction. */
  readonly first: Observed<FirstActivity | null>
}

export interface SightParts {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly timeoutMs: number
  /** Moments of first activity that were found before, by network and address: they stay what they are. */
  readonly firsts: { get(key: string): FirstActivity | undefined; set(key: string, first: FirstActivity): void }
}

const isBlacklisted = '0xfe575a87'
const isSanctioned = '0xdf592f7d'
const ethereumsOracle: Hex = '0x40C57923924B5c5c5455c48D93317139ADDaC8fb'
/** Chainalysis's oracle of sanctioned addresses; SKALE has none. */
const oracles: Readonly<Partial<Record<NetworkId, Hex>>> = {
  'eip155:8453': '0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B',
  'eip155:1': ethereumsOracle,
  'eip155:137': ethereumsOracle,
  'eip155:42161': ethereumsOracle,
  'eip155:10': ethereumsOracle,
}

/** Questions that every network is asked in one request. */
export const questionsPerNetwork = 5
const settledSeconds = 86_400

/** Never rejects: what a network doesn't say in time is unknown. */
export async function observeNetwork(chain: Chain, address: Hex, parts: SightParts): Promise<NetworkSight> {
  const { clock, signal, timeoutMs } = parts
  const { id, asset } = chain.network
  const ask = (method: string, params: readonly unknown[]) => chain.rpc.call(method, params, { signal, timeoutMs })
  const view = (to: Hex, selector: string) => ask('eth_call', [{ to, data: selector + addressDigits(address) }, 'latest'])
  const see = <T>(read: () => Promise<T>): Promise<Observed<T>> => seen(id, clock, read)
  const oracle = oracles[id]
  // In one turn: they travel together.
  const [head, transactions, blacklisted, named, balance] = await Promise.all([
    see(async () => readBlock(await ask('eth_getBlockByNumber', ['latest', false]))),
    see(async () => readAccountNonce(await ask('eth_getTransactionCount', [address, 'latest']))),
    see(async () => boolAnswer(await view(asset, isBlacklisted), 'isBlacklisted')),
    oracle ? see(async () => boolAnswer(await view(oracle, isSanctioned), 'isSanctioned')) : null,
    see(async () => uintAnswer(await view(asset, selectors.balanceOf), 'balanceOf')),
  ])
  const common = { head: head.state === 'observed' ? head.value : null, transactions, blacklisted, oracle: named, balance }
  if (transactions.state === 'unknown') return { ...common, first: transactions }
  if (transactions.value === 0) return { ...common, first: { ...transactions, value: null } }
  if (head.state === 'unknown') return { ...common, first: head }
  return { ...common, first: await firstOf(chain, address, head.value, parts) }
}

async function firstOf(chain: Chain, address: Hex, head: Block, { clock, signal, timeoutMs, firsts }: SightParts) {
  const key = `${chain.network.id} ${address}`
  const known = firsts.get(key)
  if (known) return { state: 'observed', value: known, source: chain.network.id, observedAt: clock.now() } as const
  const found = await seen(chain.network.id, clock, () => findFirstActivity(chain, address, head.number, { signal, timeoutMs }))
  if (found.state === 'unknown') return found
  if (found.value === null) return { state: 'unknown', reason: 'no_archive' } as const
  // What is a day old no reorganisation moves.
  if (found.value.exact && clock.now() / 1_000 - found.value.at > settledSeconds) firsts.set(key, found.value)
  return found
}

/** What a node was asked for, or why it is not known. */
export async function seen<T>(source: string, clock: Clock, read: () => Promise<T>): Promise<Observed<T>> {
  try {
    const value = await read()
    return { state: 'observed', value, source, observedAt: clock.now() }
  } catch (error) {
    if (error instanceof RpcUnreachable) return { state: 'unknown', reason: 'network_down' }
    if (error instanceof RpcRejected) return { state: 'unknown', reason: 'not_answered' }
    if (error instanceof TooLate) return { state: 'unknown', reason: 'too_slow' }
    throw error
  }
}

/** Reason of a signal that ends what has taken too long. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
}
