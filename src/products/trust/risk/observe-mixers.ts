import type { Observed } from '../../../shared/observed.ts'
import type { Chain, NetworkId } from '../../../chain/chain.ts'
import { type HistoryCaps, readTransfersBetween, type SpanMemory } from '../../../chain/history/wallet-history.ts'
import { usdcMixers } from '../../../chain/labels/mixers.ts'
import type { Hex } from '../../../shared/bytes.ts'
import type { Clock } from '../../../shared/clock.ts'
import { seen } from '../observe-network.ts'
import { riskLimits } from './risk-model.ts'
import type { MixerMeetings } from './risk-observations.ts'

/** All the way back, where the node searches so many blocks at once, and nobody meets a mixer often. */
export const mixerCaps: HistoryCaps = { days: null, logs: 100, requests: 24, times: 10, ms: 1_300, answerMs: 1_000 }

const mixerNetworks = Object.keys(usdcMixers) as NetworkId[]

/** Transfers of USDC between these wallets (lower case) and mixers, on the networks where there are any. Never rejects. */
export async function observeMixers(
  wallets: readonly Hex[],
  parts: {
    readonly chains: ReadonlyMap<NetworkId, Chain>
    readonly clock: Clock
    readonly signal: AbortSignal
    readonly spans: SpanMemory
  },
): Promise<Observed<MixerMeetings>> {
  const { chains, clock, signal, spans } = parts
  const met = await Promise.all(
    mixerNetworks.map(async (network): Promise<Observed<MixerMeetings>> => {
      const chain = chains.get(network)
      if (!chain) return { state: 'unknown', reason: 'ethereum_not_enabled' }
      if (wallets.length === 0) return { state: 'observed', value: { transfers: [], since: 0 }, source: network, observedAt: clock.now() }
      const others = (usdcMixers[network] ?? []).map((one) => one.toLowerCase() as Hex)
      return seen(network, clock, async () => {
        const { transfers, completeFrom } = await readTransfersBetween(chain, wallets, others, { caps: mixerCaps, clock, signal, spans })
        return {
          transfers: transfers.filter(({ amount }) => amount > 0n).map((transfer) => ({ ...transfer, network })),
          since: completeFrom.block === 0n ? 0 : completeFrom.time,
        }
      })
    }),
  )
  return joined(met)
}

/** A meeting on one network is one, whatever the others say; none is none where all of them say so. */
function joined(met: readonly Observed<MixerMeetings>[]): Observed<MixerMeetings> {
  const [first, ...rest] = met
  if (!first) return { state: 'unknown', reason: 'no_network' }
  return rest.reduce((one, other) => {
    if (one.state === 'unknown') return other.state === 'observed' && other.value.transfers.length > 0 ? other : one
    if (other.state === 'unknown') return one.value.transfers.length > 0 ? one : other
    const transfers = [...one.value.transfers, ...other.value.transfers].sort((a, b) => b.time - a.time)
    return { ...one, value: { transfers, since: Math.max(one.value.since, other.value.since) } }
  }, first)
}

/** Whether there was any; none is only known where it was looked for in as many days as for other behaviour. `now` in unix seconds. */
export function metMixer(meetings: Observed<MixerMeetings>, now: number): Observed<boolean> {
  if (meetings.state === 'unknown') return meetings
  const { transfers, since } = meetings.value
  if (transfers.length === 0 && since > now - riskLimits.daysRead * 86_400) return { state: 'unknown', reason: 'history_too_short' }
  return { ...meetings, value: transfers.length > 0 }
}
