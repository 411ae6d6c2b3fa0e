import type { Observed } from '../../../shared/observed.ts'
import type { Chain, Chains, NetworkId } from '../../../chain/chain.ts'
import { type HistoryCaps, readWalletHistory, type SpanMemory, type WalletHistory } from '../../../chain/history/wallet-history.ts'
import { usdcMixers } from '../../../chain/labels/mixers.ts'
import type { Hex } from '../../../shared/bytes.ts'
import type { Clock, Timers } from '../../../shared/clock.ts'
import { seen, TooLate } from '../observe-network.ts'
import type { TrustReport } from '../trust-reports.ts'
import { observeMixers } from './observe-mixers.ts'
import { riskLimits } from './risk-model.ts'
import type { MixerMeetings, RiskObservations } from './risk-observations.ts'

/** Of one network's transfers of one address. */
export const historyCaps: HistoryCaps = { days: riskLimits.daysWished, logs: 2_000, requests: 80, times: 100, ms: 1_300, answerMs: 1_000 }

/** Of the 3 seconds that a call may take: histories are in by the first, everything by the second. */
const historyMs = 1_700
const mostMs = 2_400

export interface RiskParts {
  readonly chains: Chains
  readonly clock: Clock
  readonly timers: Timers
  readonly spans: SpanMemory
}

/** What is seen of an address for its risk besides what its trust report says. Looks everywhere at once; never rejects. */
export async function observeRisk(address: Hex, trust: Promise<TrustReport>, parts: RiskParts): Promise<RiskObservations> {
  const { chains, clock, timers, spans } = parts
  const [soon, late] = [new AbortController(), new AbortController()]
  const cancels = [timers.after(historyMs, () => soon.abort(new TooLate())), timers.after(mostMs, () => late.abort(new TooLate()))]
  try {
    const look = { chains, clock, spans, signal: late.signal }
    const histories = historiesOf(address, { chains, clock, spans, signal: soon.signal })
    const [report, read, mixerOneHop] = await Promise.all([trust, histories, histories.then((all) => observeHop(all, look))])
    const { networks, observations } = report.sight
    return {
      address,
      now: Math.floor(clock.now() / 1_000),
      firstSent: Object.fromEntries(
        [...networks].map(([id, { first }]) => [id, first.state === 'observed' ? { ...first, value: first.value?.at ?? null } : first]),
      ),
      histories: Object.fromEntries(read),
      sanctions: observations.sanctions,
      payments: observations.history,
      mixer: report.sight.mixer,
      mixerOneHop,
    }
  } finally {
    for (const cancel of cancels) cancel()
  }
}

type Look = Pick<RiskParts, 'chains' | 'clock' | 'spans'> & { readonly signal: AbortSignal }

function historiesOf(address: Hex, { chains, clock, spans, signal }: Look): Promise<(readonly [NetworkId, Observed<WalletHistory>])[]> {
  const read = (chain: Chain) => readWalletHistory(chain, address, { caps: historyCaps, clock, spans, signal })
  return Promise.all([...chains].map(async ([id, chain]) => [id, await seen(id, clock, () => read(chain))] as const))
}

/** Whether the newest of its counterparties had to do with mixers. */
async function observeHop(
  histories: readonly (readonly [NetworkId, Observed<WalletHistory>])[],
  look: Look,
): Promise<Observed<MixerMeetings>> {
  const met = await observeMixers(newestCounterparties(histories), look)
  const hidden = histories.find(([, history]) => history.state === 'unknown')?.[1]
  if (met.state === 'unknown' || met.value.transfers.length > 0 || hidden?.state !== 'unknown') return met
  return hidden
}

const known = new Set(Object.values(usdcMixers).flatMap((all = []) => all.map((one) => one.toLowerCase())))
const nobody = `0x${'00'.repeat(20)}`

function newestCounterparties(histories: readonly (readonly [NetworkId, Observed<WalletHistory>])[]): Hex[] {
  const all = histories.flatMap(([, history]) => (history.state === 'observed' ? history.value.transfers : []))
  const moved = all.filter(({ amount, direction }) => amount > 0n && direction !== 'self').sort((one, other) => other.time - one.time)
  const others = new Set(moved.map(({ counterparty }) => counterparty).filter((one) => one !== nobody && !known.has(one)))
  return [...others].slice(0, riskLimits.hops)
}
