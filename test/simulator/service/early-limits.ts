import { createEarlyAnswers, type EarlyAnswers, type EarlyAnswersParts } from '../../../src/gate/early/early-answers.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { runLimits } from './run-limits.ts'

/** Small, so that every bound is reached in some runs. An expensive answer costs 50,000. */
export const earlyLimits = { perPayer: 150_000n, perClient: 200_000n, perDay: 300_000n }

/** @param early whether payers with history are answered before their settlement */
export function openEarlyAnswers(
  early: boolean,
  parts: Pick<EarlyAnswersParts, 'ledger' | 'settler' | 'clock' | 'log' | 'offers'>,
): EarlyAnswers {
  const settings = { ...earlyLimits, answerAfter: early ? 'verified' : 'confirmed' } as const
  return createEarlyAnswers({ ...parts, settings, unsettled: runLimits.unsettled, metrics: silentMetrics })
}
