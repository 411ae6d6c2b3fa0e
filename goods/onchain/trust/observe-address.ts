import { accountObservations } from '../addresses/account/account-observations.ts'
import type { FirstActivities } from '../addresses/account/first-activity.ts'
import { observeNetwork, type NetworkObservations } from '../addresses/account/observe-network.ts'
import { totalBalance } from '../addresses/account/total-balance.ts'
import { askNode } from '../addresses/ask-node.ts'
import { startDeadline } from '../addresses/deadline.ts'
import { ethereum, observeEnsName } from '../addresses/identity/ens-name.ts'
import { observeIdentity, type AgentIndexes, type ObservedIdentity } from '../addresses/identity/observe-identity.ts'
import { observeConduct } from '../addresses/conduct/observe-conduct.ts'
import { perNetwork, type Observed, type PerNetwork } from '../addresses/observed.ts'
import { dealtWithMixer, observeMixerDealings, type MixerDealings } from '../addresses/sanctions/mixer-dealings.ts'
import { screenLists } from '../addresses/sanctions/screen-lists.ts'
import type { Chain, Chains, Hex, NetworkId } from '../../../src/goods/kit/evm.ts'
import type { Clock, Timers } from '../../../src/goods/kit/parts.ts'
import { type HistoryCaps, readWalletHistory, type SpanMemory, type WalletHistory } from '../history/wallet-history.ts'
import type { OnchainSources } from '../onchain-sources.ts'
import type { Confirmation, Observations } from './observations.ts'
import { neededSince } from './risk/risk-model.ts'

/** What the trust offers need besides the context of every offer. */
export interface TrustParts {
  readonly indexes: AgentIndexes
  /** Payments of an address to this service that have ended: the newest thousand at most. */
  paymentsOf(payer: Hex): Promise<{ readonly ended: number; readonly settled: number }>
  /** Who is behind an address, as confirmed by the operator of this service; null where nobody is confirmed. */
  confirmationOf(address: Hex): Confirmation | null
  /** Whether those who buy a token can sell it again; null where that is not known. */
  isSellable(token: Hex, chain: Chain, context: { readonly clock: Clock }): Promise<boolean | null>
  readonly sources: Pick<OnchainSources, 'simulated' | 'sanctions' | 'agentFiles'>
  readonly timers: Timers
  /** Where this service is paid (lower case); null where it is not. */
  readonly payTo: Hex | null
}

export interface ObserveParts extends TrustParts {
  readonly chains: Chains
  readonly clock: Clock
  readonly firstActivities: FirstActivities
  readonly spans: SpanMemory
}

/** All that was seen of an address. */
export interface ObservedAddress {
  readonly observations: Observations
  readonly networks: ReadonlyMap<NetworkId, NetworkObservations>
  readonly identity: ObservedIdentity
  /** Its own dealings with mixers. */
  readonly mixer: Observed<MixerDealings>
  /** Its ENS name, if that leads to it and back. */
  readonly name: string | null
}

/** A call may take 3 seconds. What has not been seen by then is unknown. */
const maxMs = 2_300
/** For one answer of one node. */
const nodeMs = 1_500
/** For its transfers on one network, which show what it does to others. */
export const conductHistoryCaps: HistoryCaps = { days: 30, logs: 500, requests: 16, times: 30, ms: 900, answerMs: 800 }

/** Asks all networks and sources at the same time, for 2.3 seconds at most. `given` are its transfers where the caller reads them. */
export async function observeAddress(
  address: Hex,
  parts: ObserveParts,
  given?: Promise<PerNetwork<WalletHistory>>,
): Promise<ObservedAddress> {
  const { chains, sources, clock, timers, firstActivities, indexes, spans } = parts
  const { signal, cancel } = startDeadline(timers, maxMs)
  const limits = { clock, signal, timeoutMs: nodeMs }
  const network = { ...limits, firstActivities, spans }
  const histories = given ?? readHistories(address, { chains, clock, signal, spans })
  const isSellable = (token: Hex, chain: Chain) => parts.isSellable(token, chain, { clock })
  try {
    const [read, lists, identity, name, history, mixer, conduct, moved] = await Promise.all([
      Promise.all([...chains].map(async ([id, chain]) => [id, await observeNetwork(chain, address, network)] as const)),
      screenLists(address, { sanctions: sources.sanctions, clock, signal }),
      observeIdentity(address, { ...limits, indexes, chains, files: sources.agentFiles }),
      observeEnsName(address, chains.get(ethereum), limits),
      parts.paymentsOf(address),
      observeMixerDealings([address], { chains, clock, spans, signal }),
      observeConduct(address, histories, { chains, ...limits, spans, isSellable }),
      histories.then(movedOn),
    ])
    const networks = new Map(read)
    const observations: Observations = {
      ...accountObservations(networks, lists, clock),
      identity: identity.observations,
      operator: {
        confirmed: { state: 'observed', value: parts.confirmationOf(address), source: 'operator', observedAt: clock.now() },
        nameMatches: name.state === 'observed' ? { ...name, value: name.value !== null } : name,
      },
      history: { state: 'observed', value: history, source: 'ledger', observedAt: clock.now() },
      bond: totalBalance([...networks.values()]),
      moved,
      conduct,
      mixer: dealtWithMixer(mixer, neededSince(clock.now() / 1_000)),
    }
    return { observations, networks, identity, mixer, name: name.state === 'observed' ? name.value : null }
  } finally {
    cancel()
  }
}

async function readHistories(
  address: Hex,
  { chains, ...parts }: Pick<ObserveParts, 'chains' | 'clock' | 'spans'> & { readonly signal: AbortSignal },
): Promise<PerNetwork<WalletHistory>> {
  const read = async ([id, chain]: readonly [NetworkId, Chain]) =>
    [id, await askNode(id, parts.clock, () => readWalletHistory(chain, address, { ...parts, caps: conductHistoryCaps }))] as const
  return Object.fromEntries(await Promise.all([...chains].map(read)))
}

/** Transfers of nothing are no trace, because anybody can make them in anybody's name. */
function movedOn(histories: PerNetwork<WalletHistory>): PerNetwork<boolean> {
  return perNetwork(new Map(Object.entries(histories)), (one) =>
    one.state === 'observed' ? { ...one, value: one.value.transfers.some(({ amount }) => amount > 0n) } : one,
  )
}
