import type { Chain, Hex } from '../../../../src/goods/kit/evm.ts'
import type { Clock } from '../../../../src/goods/kit/parts.ts'
import {
  addressDigits,
  type Blacklisting,
  type Block,
  hasOracle,
  isBlacklisted,
  isNamedByOracle,
  readAccountNonce,
  readBlacklisting,
  readBlock,
  selectors,
  uintAnswer,
} from '../../../../src/goods/kit/rpc.ts'
import { readAuthorizations, type UsedAuthorizations } from '../../history/authorizations.ts'
import type { SpanMemory } from '../../history/wallet-history.ts'
import { askNode } from '../ask-node.ts'
import { isTrue, type Observed } from '../observed.ts'
import { findFirstActivity, type FirstActivities, type FirstActivity } from './first-activity.ts'

/** What one network says of an address. */
export interface NetworkObservations {
  /** The newest block; null where it was not read. */
  readonly head: Block | null
  /** Transactions sent. */
  readonly transactions: Observed<number>
  /** Whether the issuer of USDC has blacklisted it. */
  readonly blacklisted: Observed<boolean>
  /** The event by which it was blacklisted; null where it was not, or the node does not give the event. */
  readonly blacklisting: Blacklisting | null
  /** Whether the sanctions oracle names it; null on a network without one. */
  readonly oracle: Observed<boolean> | null
  /** USDC, in base units. */
  readonly balance: Observed<bigint>
  /** Payments that it signed and that others sent for it, as facilitators do. */
  readonly authorizations: Observed<UsedAuthorizations>
  /** Its first transaction, or the first payment that it signed; null where it did neither. */
  readonly first: Observed<FirstActivity | null>
}

export interface NetworkObservationParts {
  readonly clock: Clock
  /** Aborts with `OutOfTime`. */
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly firstActivities: FirstActivities
  readonly spans: SpanMemory
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
  if (head.state === 'unknown') return { ...common, blacklisting: null, authorizations: head, first: head }
  const [blacklisting, authorizations, firstSent] = await Promise.all([
    isTrue(blacklisted) ? ask(() => readBlacklisting(chain, address, limits)) : null,
    ask(() => readAuthorizations(chain, address, { head: head.value.number, ...parts })),
    firstSentOf(chain, address, { transactions, head: head.value }, parts),
  ])
  const event = blacklisting?.state === 'observed' ? blacklisting.value : null
  return { ...common, blacklisting: event, authorizations, first: firstOf(firstSent, authorizations) }
}

/** The first thing that an account did: its first transaction or its first signed payment, whichever came first. */
export function firstOf(
  sent: Observed<FirstActivity | null>,
  authorizations: Observed<UsedAuthorizations>,
): Observed<FirstActivity | null> {
  if (authorizations.state === 'unknown') return sent.state === 'observed' && sent.value ? sent : authorizations
  const { firstAt, whole } = authorizations.value
  const sentAt = sent.state === 'observed' ? (sent.value?.at ?? null) : null
  if (firstAt !== null && (sentAt === null || firstAt < sentAt)) {
    return { ...authorizations, value: { at: firstAt, exact: whole && sent.state === 'observed' } }
  }
  if (sent.state === 'observed' && sent.value === null && !whole) return { state: 'unknown', reason: 'history_too_short' }
  return sent
}

async function firstSentOf(
  chain: Chain,
  address: Hex,
  { transactions, head }: { readonly transactions: Observed<number>; readonly head: Block },
  parts: NetworkObservationParts,
): Promise<Observed<FirstActivity | null>> {
  if (transactions.state === 'unknown') return transactions
  if (transactions.value === 0) return { ...transactions, value: null }
  return firstActivityOf(chain, address, head, parts)
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
