import { countOf } from '../../../../src/goods/kit/answers.ts'
import { type Chain, type Chains, type Hex, sameAddress } from '../../../../src/goods/kit/evm.ts'
import { zeroAddress } from '../../../../src/goods/kit/known-addresses.ts'
import type { Clock } from '../../../../src/goods/kit/parts.ts'
import { addressTopic, type EventLog, members, readLogs, RpcRejected, topics, uintAnswer } from '../../../../src/goods/kit/rpc.ts'
import { askNode } from '../ask-node.ts'
import type { Observed } from '../observed.ts'
import type { Sign } from './conduct.ts'

/** Whether those who buy a token can sell it again; null where that is not known. */
export type SellableCheck = (token: Hex, chain: Chain) => Promise<boolean | null>

export interface OwnTokenParts {
  readonly chains: Chains
  readonly clock: Clock
  /** Aborts with `OutOfTime`. */
  readonly signal: AbortSignal
  readonly timeoutMs: number
  readonly isSellable: SellableCheck
}

/** Tokens of an address that are looked at on each network: those that it minted last. */
export const maxOwnTokens = 3
const totalSupplySelector = '0x18160ddd'
const questionsPerToken = 2

/** The most questions to one network, besides what the check of a token asks. */
export const maxOwnTokenQuestions = 1 + questionsPerToken * maxOwnTokens

/**
 * Whether an address (lower case) made a token that its buyers can't sell: it minted half of the supply or more to itself, by a
 * transaction of its own. A token that somebody else minted to it proves nothing.
 */
export async function observeOwnTokens(address: Hex, parts: OwnTokenParts): Promise<Observed<Sign | null>> {
  const { chains, clock } = parts
  const all = await Promise.all([...chains].map(([id, chain]) => askNode(id, clock, () => unsellableOn(chain, address, parts))))
  const found = all.flatMap((one) => (one.state === 'observed' && one.value !== null ? one.value : []))
  if (found.length > 0) {
    const detail = `made ${countOf(found.length, 'token')} that buyers cannot sell: ${found.join(', ')}`
    return { state: 'observed', value: { detail, transfers: [] }, source: 'transfers', observedAt: clock.now() }
  }
  const silent = all.find(({ state }) => state === 'unknown')
  if (silent?.state === 'unknown') return silent
  if (all.some((one) => one.state === 'observed' && one.value === null)) return { state: 'unknown', reason: 'history_too_short' }
  return { state: 'observed', value: null, source: 'transfers', observedAt: clock.now() }
}

/** The tokens of an address on one network that can't be sold; null where the node does not search its whole chain. */
async function unsellableOn(chain: Chain, address: Hex, parts: OwnTokenParts): Promise<readonly string[] | null> {
  const minted = await mintsTo(chain, address, parts)
  if (minted === null) return null
  const tokens = [...Map.groupBy(minted.toReversed(), ({ address: token }) => token.toLowerCase() as Hex)].slice(0, maxOwnTokens)
  const found = await Promise.all(
    tokens.map(async ([token, logs]) => {
      if (!(await isMadeBy(chain, address, { token, logs }, parts))) return []
      const sellable = await withinTime(parts.isSellable(token, chain), parts.signal)
      return sellable === false ? [`${token} on ${chain.network.name}`] : []
    }),
  )
  return found.flat()
}

/** Transfers of fungible tokens from the zero address, without USDC. */
async function mintsTo({ rpc, network }: Chain, address: Hex, { signal, timeoutMs }: OwnTokenParts): Promise<EventLog[] | null> {
  const filter = { topics: [topics.transfer, addressTopic(zeroAddress), addressTopic(address)], fromBlock: '0x0', toBlock: 'latest' }
  try {
    const logs = readLogs(await rpc.call('eth_getLogs', [filter], { signal, timeoutMs, alone: true }))
    return logs.filter((log) => log.topics.length === 3 && log.data.length === 66 && !sameAddress(log.address, network.asset))
  } catch (error) {
    if (error instanceof RpcRejected) return null
    throw error
  }
}

async function isMadeBy(
  { rpc }: Chain,
  address: Hex,
  { token, logs }: { readonly token: Hex; readonly logs: readonly EventLog[] },
  { signal, timeoutMs }: OwnTokenParts,
): Promise<boolean> {
  const limits = { signal, timeoutMs }
  const largest = logs.reduce((most, one) => (BigInt(one.data) > BigInt(most.data) ? one : most))
  const [transaction, supply] = await Promise.all([
    rpc.call('eth_getTransactionByHash', [largest.transactionHash], limits),
    rpc.call('eth_call', [{ to: token, data: totalSupplySelector }, 'latest'], { ...limits, alone: true }).catch(unreadable),
  ])
  const { from } = members(transaction, 'transaction')
  if (typeof from !== 'string' || !sameAddress(from, address) || supply === null) return false
  return 2n * logs.reduce((sum, { data }) => sum + BigInt(data), 0n) >= uintAnswer(supply, 'totalSupply')
}

/** A contract that refuses the question is no token. */
function unreadable(error: unknown): null {
  if (error instanceof RpcRejected) return null
  throw error
}

/** @throws the signal's reason when it aborts first */
function withinTime<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
