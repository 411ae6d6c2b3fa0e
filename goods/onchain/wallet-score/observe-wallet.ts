import { accountObservations } from '../addresses/account/account-observations.ts'
import type { FirstActivities } from '../addresses/account/first-activity.ts'
import { observeNetwork, type NetworkObservations } from '../addresses/account/observe-network.ts'
import { observeConduct } from '../addresses/conduct/observe-conduct.ts'
import { askNode } from '../addresses/ask-node.ts'
import { startDeadline } from '../addresses/deadline.ts'
import { perNetwork, type Observed } from '../addresses/observed.ts'
import { screenLists } from '../addresses/sanctions/screen-lists.ts'
import type { Chain, Chains, Hex, NetworkId } from '../../../src/goods/kit/evm.ts'
import type { Clock, Timers } from '../../../src/goods/kit/parts.ts'
import { RpcUnreachable } from '../../../src/goods/kit/rpc.ts'
import { readWalletHistory, type HistoryCaps, type SpanMemory, type WalletHistory } from '../history/wallet-history.ts'
import type { OnchainSources } from '../onchain-sources.ts'
import { counterpartiesOf } from './counterparties.ts'
import type { Dealings, WalletObservations } from './wallet-observations.ts'

export interface ObserveWalletParts {
  readonly chains: Chains
  readonly sources: Pick<OnchainSources, 'sanctions'>
  readonly clock: Clock
  readonly timers: Timers
  readonly isSellable: IsSellable
  readonly firstActivities: FirstActivities
  readonly spans: SpanMemory
}

/** Whether those who buy a token can sell it again; null where that is not known. */
export type IsSellable = (token: Hex, chain: Chain, context: { readonly clock: Clock }) => Promise<boolean | null>

export interface NetworkWallet extends NetworkObservations {
  /** The coin that pays for gas, in wei. */
  readonly native: Observed<bigint>
  readonly history: Observed<WalletHistory>
}

export interface ObservedWallet {
  readonly observations: WalletObservations
  readonly networks: ReadonlyMap<NetworkId, NetworkWallet>
}

/** A call may take 3 seconds. What has not been seen by then is unknown. */
const maxMs = 2_300
/** For one answer of one node. */
const nodeMs = 1_500
export const walletHistoryCaps: HistoryCaps = { days: 30, logs: 500, requests: 16, times: 8, ms: 1_200, answerMs: 1_000 }
/** Besides the questions of `observeNetwork` and of the history: one for the balance of the gas coin. */
export const gasBalanceQuestions = 1

/** Asks all networks and lists at the same time, for 2.3 seconds at most. */
export async function observeWallet(address: Hex, parts: ObserveWalletParts): Promise<ObservedWallet> {
  const { chains, sources, clock, timers } = parts
  const { signal, cancel } = startDeadline(timers, maxMs)
  try {
    const isSellable = (token: Hex, chain: Chain) => parts.isSellable(token, chain, { clock })
    const asked = [...chains].map(([id, chain]) => [id, askNetwork(chain, address, parts, signal)] as const)
    const histories = Promise.all(asked.map(async ([id, { history }]) => [id, await history] as const)).then(Object.fromEntries)
    const [observed, lists, conduct] = await Promise.all([
      Promise.all(asked.map(async ([id, { whole }]) => [id, await whole] as const)),
      screenLists(address, { sanctions: sources.sanctions, clock, signal }),
      observeConduct(address, histories, { chains, clock, signal, timeoutMs: nodeMs, spans: parts.spans, isSellable }),
    ])
    const networks = new Map(observed)
    const observations: WalletObservations = {
      ...accountObservations(networks, lists, clock),
      usdc: perNetwork(networks, ({ balance }) => balance),
      native: perNetwork(networks, ({ native }) => native),
      conduct,
      dealings: perNetwork(networks, ({ history }, network) => dealingsOf(history, network)),
    }
    return { observations, networks }
  } finally {
    cancel()
  }
}

/** Asks one network. Its transfers are there before the rest, since they show where to look further. */
function askNetwork(chain: Chain, address: Hex, parts: ObserveWalletParts, signal: AbortSignal) {
  const { clock, firstActivities, spans } = parts
  const { id } = chain.network
  const balance = () => chain.rpc.call('eth_getBalance', [address, 'latest'], { signal, timeoutMs: nodeMs })
  // Asked in the same tick, so that they go out as one request.
  const history = askNode(id, clock, () => readWalletHistory(chain, address, { signal, caps: walletHistoryCaps, clock, spans }))
  const whole = Promise.all([
    observeNetwork(chain, address, { clock, signal, timeoutMs: nodeMs, firstActivities, spans }),
    askNode(id, clock, async () => weiIn(await balance())),
    history,
  ]).then(([observed, native, read]): NetworkWallet => ({ ...observed, native, history: read }))
  return { history, whole }
}

function weiIn(answer: unknown): bigint {
  if (typeof answer === 'string' && /^0x[0-9a-f]{1,64}$/i.test(answer)) return BigInt(answer)
  throw new RpcUnreachable('the node gave no balance')
}

function dealingsOf(history: Observed<WalletHistory>, network: NetworkId): Observed<Dealings> {
  if (history.state === 'unknown') return history
  const { transfers, cappedBy } = history.value
  // `blocks` and `logs` are the limits that were asked for. The other caps stopped the reading before them.
  const cut = cappedBy === 'requests' || cappedBy === 'time' || cappedBy === 'node'
  return { ...history, value: { counterparties: counterpartiesOf(network, transfers), cut } }
}
