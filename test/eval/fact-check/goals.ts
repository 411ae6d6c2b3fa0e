import { splitSentences } from '../../../goods/text/basics/split-sentences.ts'
import { isRight, type Judged } from './measure.ts'
import type { LabelledPair } from './read-pairs.ts'
import { areaUnderCurve, wordOverlap } from './ranking.ts'

/** A judged pair, and the verdict of an exact rule, where one decided. */
export interface JudgedPair extends Judged {
  readonly pair: LabelledPair
  readonly exact: string | null
}

const three = (value: number | null) => (value === null || Number.isNaN(value) ? null : Math.round(value * 1_000) / 1_000)
const shareOf = <T>(all: readonly T[], test: (one: T) => boolean) => three(all.filter(test).length / all.length)
const contradicts = ({ verdict }: Judged) => verdict === 'contradicted'

/** What matters to a caller, of one set: null where the set has no such pairs. */
export function goalsOf(judged: readonly JudgedPair[]) {
  const supported = judged.filter(({ right }) => right === 'supported')
  const unsaid = judged.filter(({ right }) => right === 'unverifiable')
  const others = judged.filter(({ right }) => right !== 'supported')
  return {
    n: judged.length,
    /** Supported claims called contradicted. */
    falseContradicted: shareOf(supported, contradicts),
    /** Claims that the source does not decide, called so; and those called contradicted above 0.8. */
    unsaidUnverifiable: shareOf(unsaid, ({ verdict }) => verdict === 'unverifiable'),
    unsaidSurelyContradicted: unsaid.filter((one) => contradicts(one) && one.scores.contradicted > 0.8).length,
    contradictedFound: shareOf(
      judged.filter(({ right }) => right === 'contradicted'),
      contradicts,
    ),
    /** Claims that are not supported, called supported. */
    falseSupported: shareOf(others, ({ verdict }) => verdict === 'supported'),
    auc: three(areaUnderCurve(judged, (index) => judged[index]?.scores.supported ?? 0)),
    aucOverlap: three(areaUnderCurve(judged, (index) => wordOverlap(judged[index]?.pair.claim ?? '', judged[index]?.pair.source ?? ''))),
  }
}

/** Supported claims called contradicted, by the number of their sentences. */
export function bySentences(judged: readonly JudgedPair[]) {
  const supported = judged.filter(({ right }) => right === 'supported')
  const groups = Map.groupBy(supported, ({ pair }) => Math.min(5, splitSentences(pair.claim).length))
  return [...groups]
    .toSorted(([one], [other]) => one - other)
    .map(([sentences, group]) => ({
      sentences: sentences === 5 ? '5 and more' : String(sentences),
      n: group.length,
      falseContradicted: shareOf(group, contradicts),
    }))
}

/** What confidence says, and how often it is right, by tenths. */
export function byConfidence(judged: readonly Judged[]) {
  const confidence = ({ scores, verdict }: Judged) => scores[verdict]
  const bins = Map.groupBy(judged, (one) => Math.min(9, Math.floor(confidence(one) * 10)))
  return [...bins]
    .toSorted(([one], [other]) => one - other)
    .map(([bin, group]) => ({
      confidence: `0.${bin} to ${bin === 9 ? '1' : `0.${bin + 1}`}`,
      n: group.length,
      said: three(group.reduce((sum, one) => sum + confidence(one), 0) / group.length),
      right: shareOf(group, isRight),
    }))
}

/** How often exact rules decide, and how often they are right. */
export function byRule(judged: readonly JudgedPair[]) {
  const groups = Map.groupBy(
    judged.filter(({ exact, verdict }) => exact?.startsWith(verdict) === true),
    ({ exact }) => exact ?? '',
  )
  const decided = [...groups].toSorted(([one], [other]) => one.localeCompare(other))
  return [...decided, ['all', decided.flatMap(([, group]) => group)] as const].map(([rule, group]) => ({
    rule,
    n: group.length,
    said: three(group.reduce((sum, { scores, verdict }) => sum + scores[verdict], 0) / group.length),
    right: shareOf(group, isRight),
  }))
}
