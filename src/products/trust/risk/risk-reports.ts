import type { OfferContext } from '../../../offer.ts'
import type { Hex } from '../../../shared/bytes.ts'
import type { Timers } from '../../../shared/clock.ts'
import { keepReports, type Kept, type Report } from '../kept-reports.ts'
import { mayPass, missingOf, type TrustReport, type TrustReports } from '../trust-reports.ts'
import { assessRisk, type Risk } from './assess-risk.ts'
import { observeRisk } from './observe-risk.ts'
import type { RiskObservations } from './risk-observations.ts'
import { transferRecord } from './transfer-record.ts'
import { velocityOf, type Velocity } from './velocity.ts'

/** How far one network's transfers were read. */
export interface ReadHistory {
  readonly network: string
  readonly transfers: number
  /** Unix seconds since when none is missing; null where that is from the chain's first block on. */
  readonly since: number | null
  readonly cappedBy: string | null
}

/** The risk of an address, without the transfers that it was made from: there may be thousands. */
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
  /** @throws Problem `upstream_unavailable` when no network says anything of the address. */
  of(address: Hex, context: Context): Promise<Kept<RiskReport>>
}

const mostReports = 2_000

/** Looks at the transfers of an address and at all that its trust is made of, and keeps what that came to for two minutes. */
export function createRiskReports(trustReports: TrustReports, timers: Timers): RiskReports {
  const spans = new Map<string, bigint>()

  async function look(address: Hex, context: Context): Promise<RiskReport> {
    const trust = trustReports.of(address, context).then(({ report }) => report)
    const { chains, clock } = context
    const observations = await observeRisk(address, trust, { chains, clock, timers, spans })
    const report = await trust
    const missing = [...missingOf(report.sight), ...missingHere(observations)]
    return {
      trust: report,
      risk: assessRisk(observations),
      velocity: velocityOf(transferRecord(observations), observations.now),
      histories: readHistories(observations),
      missing,
      observedAt: clock.now(),
      partial: missing.some(mayPass),
    }
  }

  return { of: keepReports(mostReports, look) }
}

function readHistories({ histories }: RiskObservations): ReadHistory[] {
  return Object.entries(histories).flatMap(([network, history]) => {
    if (history.state === 'unknown') return []
    const { transfers, completeFrom, cappedBy } = history.value
    return [{ network, transfers: transfers.length, since: completeFrom.block === 0n ? null : completeFrom.time, cappedBy }]
  })
}

function missingHere({ histories, mixerOneHop }: RiskObservations): string[] {
  const named = [
    ...Object.entries(histories).map(([network, history]) => [`transfers.${network}`, history] as const),
    ['mixer_one_hop', mixerOneHop] as const,
  ]
  return named.flatMap(([path, observed]) => (observed.state === 'unknown' ? [`${path} (${observed.reason})`] : []))
}
