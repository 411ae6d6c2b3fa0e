import { Problem } from '../../../src/goods/door.ts'
import type { Chain, Hex } from '../../../src/goods/kit/evm.ts'
import type { OfferContext } from '../../../src/goods/kit/parts.ts'
import { assessTrial } from './assess-trial.ts'
import type { TokenReports } from './token-reports.ts'

/**
 * Whether those who buy a token (lower case) can sell it again, by the trial of its analysis; null where that is not known. It shares
 * the reports of token analysis, so that a token is analysed once.
 */
export function createSellableCheck(reports: TokenReports) {
  return async (token: Hex, chain: Chain, context: Pick<OfferContext, 'clock'>): Promise<boolean | null> => {
    try {
      const { trial } = (await reports.of(token, chain, context)).report.observed
      if (!trial.seen) return null
      const { honeypot } = assessTrial(trial.value)
      return honeypot === null ? null : !honeypot
    } catch (error) {
      // There is no contract any longer, or its node does not answer.
      if (error instanceof Problem) return null
      throw error
    }
  }
}
