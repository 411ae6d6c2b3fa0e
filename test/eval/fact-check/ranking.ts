import type { Judged } from './measure.ts'

/** How often a supported claim ranks above another one: the area under the curve; null where all or none are supported. */
export function areaUnderCurve(judged: readonly Judged[], scoreOf: (index: number) => number): number | null {
  const ranked = judged.map(({ right }, index) => ({ positive: right === 'supported', score: scoreOf(index) }))
  const [positive, negative] = [ranked.filter((one) => one.positive), ranked.filter((one) => !one.positive)]
  if (positive.length === 0 || negative.length === 0) return null
  const sum = positive.reduce((total, one) => total + negative.reduce((won, { score }) => won + wins(one.score, score), 0), 0)
  return sum / (positive.length * negative.length)
}

const wins = (one: number, other: number) => (one === other ? 0.5 : one > other ? 1 : 0)

/** The share of the claim's words that the source has: what a check of claims has to beat. */
export function wordOverlap(claim: string, source: string): number {
  const words = (text: string) => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
  const known = new Set(words(source))
  const wanted = words(claim)
  return wanted.filter((word) => known.has(word)).length / Math.max(1, wanted.length)
}
