import type { OfferContext } from '../../../offers/offer.ts'
import type { Hex } from '../../../shared/bytes.ts'
import type { Timers } from '../../../shared/clock.ts'
import type { Observed } from '../../../addresses/observed.ts'
import { missingIn, prefixed } from '../../../addresses/reports/missing.ts'
import { createReportCache, type CachedReport, type Report } from '../../../addresses/reports/report-cache.ts'
import { isTemporary, missingFromTrust, type TrustReport, type TrustReports } from '../trust-reports.ts'
import { assessRisk, type Risk } from './assess-risk.ts'
import { observeRisk } from './observe-risk.ts'
import type { RiskObservations } from './risk-observations.ts'
import { transferRecord } from './transfer-record.ts'
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
  readonly histories: readonly ReadHistory[]
  /** What could not be observed, and why. */
  readonly missing: readonly string[]
}

type Context = Pick<OfferContext, 'chains' | 'sources' | 'clock'>

export interface RiskReports {
  /** @throws Problem `upstream_unavailable` when no network answered */
  of(address: Hex, context: Context): Promise<CachedReport<RiskReport>>
}

const maxReports = 2_000

/** Observes the transfers of an address besides what its trust score is made of, and keeps the resulting report for two minutes. */
export function createRiskReports(trustReports: TrustReports, timers: Timers): RiskReports {
  const reports = createReportCache<RiskReport>(maxReports)
  const spans = new Map<string, bigint>()

  async function report(address: Hex, context: Context): Promise<RiskReport> {
    const trustReport = trustReports.of(address, context).then((cached) => cached.report)
    const { chains, clock } = context
    const observations = await observeRisk(address, trustReport, { chains, clock, timers, spans })
    const trust = await trustReport
    const missing = [...missingFromTrust(trust.observed), ...missingFromRisk(observations)]
    return {
      trust,
      risk: assessRisk(observations),
      velocity: velocityOf(transferRecord(observations), observations.now),
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
