import { perNetwork, type Observed, type PerNetwork } from '../../addresses/observed.ts'
import type { Chain, Chains, Hex, NetworkId } from '../../../../src/goods/kit/evm.ts'
import { usdcMixers, zeroAddress } from '../../../../src/goods/kit/known-addresses.ts'
import type { Clock, Timers } from '../../../../src/goods/kit/parts.ts'
import { type HistoryCaps, readWalletHistory, type SpanMemory, type WalletHistory } from '../../history/wallet-history.ts'
import { askNode } from '../../addresses/ask-node.ts'
import { startDeadline } from '../../addresses/deadline.ts'
import type { TrustReport } from '../trust-reports.ts'
import { riskLimits } from './risk-model.ts'
import { observeMixerDealings, type MixerDealings } from '../../addresses/sanctions/mixer-dealings.ts'
import type { RiskObservations } from './risk-observations.ts'

/** For the transfers of one address on one network. */
export const riskHistoryCaps: HistoryCaps = {
  days: riskLimits.maxDays,
  logs: 2_000,
  requests: 80,
  times: 100,
  ms: 1_300,
  answerMs: 1_000,
}

/** A call may take 3 seconds: the histories get the first of these times, everything together the second. */
const historyMs = 1_700
const maxMs = 2_400

export interface RiskParts {
  readonly chains: Chains
  readonly clock: Clock
  readonly timers: Timers
  readonly spans: SpanMemory
  readonly payTo: Hex | null
}

/** Makes the trust report of the address, from these transfers where it reads some. */
type ReportTrust = (histories: Promise<PerNetwork<WalletHistory>>) => Promise<TrustReport>

export interface ObservedRisk {
  readonly trust: TrustReport
  readonly observations: RiskObservations
}

/** Observes what the risk of an address needs, with its trust report, so that its transfers are read once for both. Asks all networks at the same time; never rejects for nodes. */
export async function observeRisk(address: Hex, reportOn: ReportTrust, parts: RiskParts): Promise<ObservedRisk> {
  const { chains, clock, timers, spans } = parts
  const historyDeadline = startDeadline(timers, historyMs)
  const deadline = startDeadline(timers, maxMs)
  try {
    const reads = { chains, clock, spans, signal: deadline.signal }
    const histories = readHistories(address, { ...reads, signal: historyDeadline.signal })
    const trust = reportOn(histories.then((all) => Object.fromEntries(all)))
    const [report, read, mixerOneHop] = await Promise.all([trust, histories, histories.then((all) => observeOneHop(all, reads))])
    const { networks, observations, mixer } = report.observed
    const { conduct } = observations
    const risk: RiskObservations = {
      address,
      now: Math.floor(clock.now() / 1_000),
      firstSent: perNetwork(networks, ({ first }) => (first.state === 'observed' ? { ...first, value: first.value?.at ?? null } : first)),
      histories: Object.fromEntries(read),
      sanctions: observations.sanctions,
      payments: observations.history,
      conduct,
      sighting: hasMoved(read) ? 'seen' : report.score.sighting,
      payTo: parts.payTo,
      mixer,
      mixerOneHop,
    }
    return { trust: report, observations: risk }
  } finally {
    historyDeadline.cancel()
    deadline.cancel()
  }
}

type ReadParts = Pick<RiskParts, 'chains' | 'clock' | 'spans'> & { readonly signal: AbortSignal }
type Histories = readonly (readonly [NetworkId, Observed<WalletHistory>])[]

function readHistories(address: Hex, { chains, clock, spans, signal }: ReadParts): Promise<Histories> {
  const read = (chain: Chain) => readWalletHistory(chain, address, { caps: riskHistoryCaps, clock, spans, signal })
  return Promise.all([...chains].map(async ([id, chain]) => [id, await askNode(id, clock, () => read(chain))] as const))
}

/** Whether the newest of its counterparties dealt with mixers. */
async function observeOneHop(histories: Histories, parts: ReadParts): Promise<Observed<MixerDealings>> {
  const dealings = await observeMixerDealings(newestCounterparties(histories), parts)
  if (dealings.state === 'unknown' || dealings.value.transfers.length > 0) return dealings
  // A counterparty may be in a history that was not read.
  const unread = histories.find(([, history]) => history.state === 'unknown')?.[1]
  return unread?.state === 'unknown' ? unread : dealings
}

/** Transfers of nothing are no trace, because anybody can make them in anybody's name. */
function hasMoved(histories: Histories): boolean {
  return histories.some(([, history]) => history.state === 'observed' && history.value.transfers.some(({ amount }) => amount > 0n))
}

const knownMixers = new Set(Object.values(usdcMixers).flatMap((all = []) => all.map((one) => one.toLowerCase())))

function newestCounterparties(histories: Histories): Hex[] {
  const all = histories.flatMap(([, history]) => (history.state === 'observed' ? history.value.transfers : []))
  const moved = all.filter(({ amount, direction }) => amount > 0n && direction !== 'self').sort((one, other) => other.time - one.time)
  const others = new Set(moved.map(({ counterparty }) => counterparty).filter((one) => one !== zeroAddress && !knownMixers.has(one)))
  return [...others].slice(0, riskLimits.hops)
}
