import type { Recommendation } from '../../../../src/goods/kit/answers.ts'
import type { Hex } from '../../../../src/goods/kit/evm.ts'
import type { OfferContext } from '../../../../src/goods/kit/parts.ts'
import type { Sign } from '../../addresses/conduct/conduct.ts'
import type { WalletHistory } from '../../history/wallet-history.ts'
import type { Observed, PerNetwork } from '../../addresses/observed.ts'
import { missingIn, prefixed } from '../../addresses/reports/missing.ts'
import { createReportCache, type CachedReport, type Report } from '../../addresses/reports/report-cache.ts'
import { isTemporary, missingFromTrust, type TrustReport, type TrustReports } from '../trust-reports.ts'
import type { TrustParts } from '../observe-address.ts'
import { assessRisk, type Risk } from './assess-risk.ts'
import { findLookAlikes } from './find-look-alikes.ts'
import { observeRisk } from './observe-risk.ts'
import { recommendRisk } from './recommend-risk.ts'
import type { RiskObservations } from './risk-observations.ts'
import { transferRecord } from '../../addresses/conduct/transfer-record.ts'
import { velocityOf, type Velocity } from './velocity.ts'

/** How far one network's transfers were read. */
export interface ReadHistory {
  readonly network: string
  readonly transfers: number
  /** No transfer is missing since this time (Unix seconds); null where that is the chain's first block. */
  readonly since: number | null
  readonly cappedBy: string | null
}

/** The risk of an address. It does not keep the transfers behind it, because there may be thousands. */
export interface RiskReport extends Report {
  readonly trust: TrustReport
  readonly risk: Risk
  readonly velocity: Velocity
  /** Addresses among its counterparties that look like each other; null where there are none. */
  readonly lookAlikes: Sign | null
  readonly recommendation: Recommendation
  readonly histories: readonly ReadHistory[]
  /** What could not be observed, and why. */
  readonly missing: readonly string[]
}

type Context = Pick<OfferContext, 'chains' | 'clock'>

export interface RiskReports {
  /** @throws Problem `upstream_unavailable` when no network answered */
  of(address: Hex, context: Context): Promise<CachedReport<RiskReport>>
}

const maxReports = 2_000

/** Observes the transfers of an address besides what its trust score is made of, and keeps the resulting report for two minutes. */
export function createRiskReports(trustReports: TrustReports, { timers, payTo }: Pick<TrustParts, 'timers' | 'payTo'>): RiskReports {
  const reports = createReportCache<RiskReport>(maxReports)
  const spans = new Map<string, bigint>()

  async function report(address: Hex, context: Context): Promise<RiskReport> {
    const { chains, clock } = context
    const reportOn = async (histories: Promise<PerNetwork<WalletHistory>>) => (await trustReports.of(address, context, histories)).report
    const { trust, observations } = await observeRisk(address, reportOn, { chains, clock, timers, spans, payTo })
    const record = transferRecord(observations)
    const risk = assessRisk(observations)
    const missing = [...missingFromTrust(trust.observed), ...missingFromRisk(observations)]
    return {
      trust,
      risk,
      velocity: velocityOf(record, observations.now),
      lookAlikes: findLookAlikes(record),
      recommendation: recommendRisk(risk, trust.score.recommendation),
      histories: historiesRead(observations),
      missing,
      observedAt: clock.now(),
      partial: missing.some(isTemporary),
    }
  }

  return { of: (address, context) => reports.get(address, context.clock, () => report(address, context)) }
}

function historiesRead({ histories }: RiskObservations): ReadHistory[] {
  return Object.entries(histories).flatMap(([network, history]) => {
    if (history.state === 'unknown') return []
    const { transfers, completeFrom, cappedBy } = history.value
    return [{ network, transfers: transfers.length, since: completeFrom.block === 0n ? null : completeFrom.time, cappedBy }]
  })
}

function missingFromRisk({ histories, mixerOneHop }: RiskObservations): string[] {
  return missingIn({ ...prefixed<Observed<unknown>>('transfers', histories), mixer_one_hop: mixerOneHop })
}
