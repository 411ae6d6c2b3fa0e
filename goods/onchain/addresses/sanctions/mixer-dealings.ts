import type { Chain, Hex, NetworkId } from '../../../../src/goods/kit/evm.ts'
import { usdcMixers } from '../../../../src/goods/kit/known-addresses.ts'
import type { Clock } from '../../../../src/goods/kit/parts.ts'
import { type HistoryCaps, readTransfersBetween, type SpanMemory, type WalletTransfer } from '../../history/wallet-history.ts'
import { askNode } from '../ask-node.ts'
import type { Observed } from '../observed.ts'

/** A transfer with the network on which it was made. */
export interface NetworkTransfer extends WalletTransfer {
  readonly network: NetworkId
}

/** Transfers between mixers and some wallets, the newest first. */
export interface MixerDealings {
  readonly transfers: readonly NetworkTransfer[]
  /** All of them are known since this time, in Unix seconds. */
  readonly since: number
}

/** `days: null` searches the whole chain. Few logs are enough, because no wallet deals with a mixer often. */
export const mixerCaps: HistoryCaps = { days: null, logs: 100, requests: 24, times: 10, ms: 1_300, answerMs: 1_000 }

const mixerNetworks = Object.keys(usdcMixers) as NetworkId[]

/** Transfers of USDC between these wallets (lower case) and mixers, on the networks that have mixers. Never rejects. */
export async function observeMixerDealings(
  wallets: readonly Hex[],
  parts: {
    readonly chains: ReadonlyMap<NetworkId, Chain>
    readonly clock: Clock
    /** Aborts with `OutOfTime`. */
    readonly signal: AbortSignal
    readonly spans: SpanMemory
  },
): Promise<Observed<MixerDealings>> {
  const { chains, clock, signal, spans } = parts
  const dealings = await Promise.all(
    mixerNetworks.map(async (network): Promise<Observed<MixerDealings>> => {
      const chain = chains.get(network)
      if (!chain) return { state: 'unknown', reason: 'ethereum_not_enabled' }
      if (wallets.length === 0) return { state: 'observed', value: { transfers: [], since: 0 }, source: network, observedAt: clock.now() }
      const mixers = (usdcMixers[network] ?? []).map((one) => one.toLowerCase() as Hex)
      return askNode(network, clock, async () => {
        const { transfers, completeFrom } = await readTransfersBetween(chain, wallets, mixers, { caps: mixerCaps, clock, signal, spans })
        return {
          transfers: transfers.filter(({ amount }) => amount > 0n).map((transfer) => ({ ...transfer, network })),
          since: completeFrom.block === 0n ? 0 : completeFrom.time,
        }
      })
    }),
  )
  return joinDealings(dealings)
}

/** Dealings on one network are enough, whatever the others say. None is known only if every network answered. */
function joinDealings(dealings: readonly Observed<MixerDealings>[]): Observed<MixerDealings> {
  const [first, ...rest] = dealings
  if (!first) return { state: 'unknown', reason: 'no_network' }
  return rest.reduce((one, other) => {
    if (one.state === 'unknown') return other.state === 'observed' && other.value.transfers.length > 0 ? other : one
    if (other.state === 'unknown') return one.value.transfers.length > 0 ? one : other
    const transfers = [...one.value.transfers, ...other.value.transfers].sort((a, b) => b.time - a.time)
    return { ...one, value: { transfers, since: Math.max(one.value.since, other.value.since) } }
  }, first)
}

/**
 * Whether there were any dealings with mixers. That there were none is known only if the search reached back to `needed`.
 * @param needed Unix seconds
 */
export function dealtWithMixer(dealings: Observed<MixerDealings>, needed: number): Observed<boolean> {
  if (dealings.state === 'unknown') return dealings
  const { transfers, since } = dealings.value
  if (transfers.length === 0 && since > needed) return { state: 'unknown', reason: 'history_too_short' }
  return { ...dealings, value: transfers.length > 0 }
}
