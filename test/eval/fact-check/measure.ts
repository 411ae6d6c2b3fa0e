import type { ClaimVerdict, VerdictScores } from '../../../goods/text/fact-check/fact-check.ts'

/** What was said of a pair, and what is right. */
export interface Judged {
  readonly right: ClaimVerdict | 'unsupported'
  readonly verdict: ClaimVerdict
  readonly scores: VerdictScores
}

const verdicts = ['supported', 'contradicted', 'unverifiable', 'unsupported'] as const

export const isRight = ({ right, verdict }: Judged) => right === verdict || (right === 'unsupported' && verdict !== 'supported')

export const accuracy = (judged: readonly Judged[]) => mean(judged.map((one) => Number(isRight(one))))

/** Recall of each class that is present, averaged. */
export function meanRecall(judged: readonly Judged[]): number {
  const recalls = verdicts.flatMap((verdict) => {
    const ofClass = judged.filter(({ right }) => right === verdict)
    return ofClass.length === 0 ? [] : [accuracy(ofClass)]
  })
  return mean(recalls)
}

/** The share of the most frequent class. */
export const majority = (judged: readonly Judged[]) =>
  Math.max(...verdicts.map((verdict) => mean(judged.map(({ right }) => Number(right === verdict)))))

/** How many of the most confident verdicts are right, for a share of all pairs. */
export function precisionAt(judged: readonly Judged[], coverage: number): number {
  const ranked = judged.toSorted((one, other) => confidence(other) - confidence(one))
  return accuracy(ranked.slice(0, Math.max(1, Math.round(judged.length * coverage))))
}

/** Expected calibration error over ten bins of confidence: the mean distance from confidence to accuracy. */
export function calibrationError(judged: readonly Judged[]): number {
  let error = 0
  for (let bin = 0; bin < 10; bin++) {
    const inside = judged.filter((one) => Math.min(9, Math.floor(confidence(one) * 10)) === bin)
    if (inside.length > 0) error += (inside.length / judged.length) * Math.abs(accuracy(inside) - mean(inside.map(confidence)))
  }
  return error
}

const confidence = ({ scores, verdict }: Judged) => scores[verdict]
const mean = (values: readonly number[]) => (values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length)
