import { addressDigits, selectors, uintAnswer } from '../../chain/abi.ts'
import type { Block, Chain } from '../../chain/chain.ts'
import { readAccountNonce, readBlock } from '../../chain/node-answers.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Clock } from '../../shared/clock.ts'
import { askNode } from '../ask-node.ts'
import { hasOracle, isBlacklisted, isNamedByOracle } from '../sanctions/blocked-onchain.ts'
import type { Observed } from '../observed.ts'
import { findFirstActivity, type FirstActivities, type FirstActivity } from './first-activity.ts'

/** What one network says of an address. */
export interface NetworkObservations {
  /** The newest block; null where it was not read. */
  readonly head: Block | null
  /** Transactions sent. */
  readonly transactions: Observed<number>
  /** Whether the issuer of USDC has blacklisted it. */
  readonly blacklisted: Observed<boolean>
  /** Whether the sanctions oracle names it; null on a network without one. */
  readonly oracle: Observed<boolean> | null
  /** USDC, in base units. */
  readonly balance: Observed<bigint>
  /** Null where it never sent a transaction. */
  readonly first: Observed<FirstActivity | null>
}

export interface NetworkObservationParts {
  readonly clock: Clock
  /** Aborts with `OutOfTime`. */
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly firstActivities: FirstActivities
}

/** Questions that every network is asked in one request. */
export const questionsPerNetwork = 5
/** No reorganisation moves a block of this age. */
const finalSeconds = 86_400

/** Never rejects: what a network does not say in time is unknown. */
export async function observeNetwork(chain: Chain, address: Hex, parts: NetworkObservationParts): Promise<NetworkObservations> {
  const { clock, signal, timeoutMs } = parts
  const { id, asset } = chain.network
  const call = (method: string, params: readonly unknown[]) => chain.rpc.call(method, params, { signal, timeoutMs })
  const view = (to: Hex, selector: string) => call('eth_call', [{ to, data: selector + addressDigits(address) }, 'latest'])
  const ask = <T>(read: () => Promise<T>): Promise<Observed<T>> => askNode(id, clock, read)
  const limits = { signal, timeoutMs }
  // Asked in the same tick, so that they go out as one request.
  const [head, transactions, blacklisted, oracle, balance] = await Promise.all([
    ask(async () => readBlock(await call('eth_getBlockByNumber', ['latest', false]))),
    ask(async () => readAccountNonce(await call('eth_getTransactionCount', [address, 'latest']))),
    ask(() => isBlacklisted(chain, address, limits)),
    hasOracle(id) ? ask(() => isNamedByOracle(chain, address, limits)) : null,
    ask(async () => uintAnswer(await view(asset, selectors.balanceOf), 'balanceOf')),
  ])
  const common = { head: head.state === 'observed' ? head.value : null, transactions, blacklisted, oracle, balance }
  if (transactions.state === 'unknown') return { ...common, first: transactions }
  if (transactions.value === 0) return { ...common, first: { ...transactions, value: null } }
  if (head.state === 'unknown') return { ...common, first: head }
  return { ...common, first: await firstActivityOf(chain, address, head.value, parts) }
}

async function firstActivityOf(
  chain: Chain,
  address: Hex,
  head: Block,
  { clock, signal, timeoutMs, firstActivities }: NetworkObservationParts,
): Promise<Observed<FirstActivity>> {
  const { id } = chain.network
  const key = `${id} ${address}`
  const known = firstActivities.get(key)
  if (known) return { state: 'observed', value: known, source: id, observedAt: clock.now() }
  const found = await askNode(id, clock, () => findFirstActivity(chain, address, head.number, { signal, timeoutMs }))
  if (found.state === 'unknown') return found
  const { value } = found
  if (value === null) return { state: 'unknown', reason: 'no_archive' }
  if (value.exact && clock.now() / 1_000 - value.at > finalSeconds) firstActivities.set(key, value)
  return { ...found, value }
}
