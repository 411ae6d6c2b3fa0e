import { startDeadline } from '../addresses/deadline.ts'
import { createReportCache, type CachedReport, type Report } from '../addresses/reports/report-cache.ts'
import type { Chain, Hex } from '../../../src/goods/kit/evm.ts'
import type { OfferContext, Timers } from '../../../src/goods/kit/parts.ts'
import { analyseToken, type AnalysisParts } from './analyse-token.ts'
import type { ObservedToken } from './observed-token.ts'

export interface TokenReport extends Report {
  readonly observed: ObservedToken
}

export interface TokenReports {
  /** @throws Problem as `analyseToken` */
  of(address: Hex, chain: Chain, context: Pick<OfferContext, 'clock'>): Promise<CachedReport<TokenReport>>
}

/** A call may take 3 seconds, and looking up a name may have taken some of them. */
const maxMs = 2_200
/** For what comes before the trial, so that there is time for the trial. */
const soonMs = 1_200
const keptMs = 60_000
const maxReports = 2_000

/** Analyses tokens, and keeps each report for a minute. */
export function createTokenReports({ timers, sources }: Pick<AnalysisParts, 'sources'> & { readonly timers: Timers }): TokenReports {
  const reports = createReportCache<TokenReport>(maxReports, { keptMs })

  async function report(address: Hex, chain: Chain, { clock }: Pick<OfferContext, 'clock'>): Promise<TokenReport> {
    const deadline = startDeadline(timers, maxMs)
    const soon = startDeadline(timers, soonMs)
    try {
      const observed = await analyseToken(address, { chain, sources, clock, signal: deadline.signal, soonSignal: soon.signal })
      return { observed, observedAt: clock.now(), partial: !isComplete(observed) }
    } finally {
      deadline.cancel()
      soon.cancel()
    }
  }

  return {
    of: (address, chain, context) => reports.get(`${chain.network.id} ${address}`, context.clock, () => report(address, chain, context)),
  }
}

function isComplete({ contract, holders, trial, pools }: ObservedToken): boolean {
  return [contract.claims, holders, trial, pools].every((part) => part.seen)
}
