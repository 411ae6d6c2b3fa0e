import type { ReadText } from './elements.ts'
import { isNumberSign } from './tokens.ts'
import type { Source } from './read-source.ts'
import type { PassageCandidate } from './retrieve.ts'
import type { Signal, SignalType } from './signals/comparison.ts'

/** A candidate with what the exact rules found in it. */
export interface Examined {
  readonly candidate: PassageCandidate
  readonly signals: readonly Signal[]
}

const signalTypes: readonly SignalType[] = [
  'number_mismatch',
  'unit_mismatch',
  'date_mismatch',
  'negation',
  'antonym',
  'entity_mismatch',
  'entity_missing',
  'quantifier',
  'role',
  'hedge',
  'word_mismatch',
]
const negations = new Set('not no never neither nor none without cannot nobody nothing'.split(' '))

/** What the small model knows of a claim and a source without the encoder, by name. Shares and strengths are from 0 to 1. */
export function lexicalFeatures(claim: ReadText, source: Source, examined: readonly Examined[]): Readonly<Record<string, number>> {
  const [best] = examined
  const alignment = best?.candidate.comparison.alignment
  const inAll = (key: string) => source.frequency.has(key)
  const content = claim.elements.filter(({ weight }) => weight >= 0.5)
  const figures = claim.elements.filter(({ kind }) => kind !== 'word')
  const names = claim.elements.filter(({ name }) => name)
  const sentence = best?.candidate.comparison.source
  const features: Record<string, number> = {
    coverage: alignment?.coverage ?? 0,
    loose: alignment?.loose ?? 0,
    relevance: best?.candidate.relevance ?? 0,
    secondLoose: examined[1]?.candidate.comparison.alignment.loose ?? 0,
    bestCoverage: Math.max(0, ...examined.map(({ candidate }) => candidate.comparison.alignment.coverage)),
    whole: shareOf(content, ({ key }) => inAll(key)),
    names: shareOf(names, ({ key }) => inAll(key)),
    figures: shareOf(figures, ({ key }) => inAll(key)),
    figureCount: Math.min(4, figures.length),
    nameCount: Math.min(5, names.length),
    claimLength: Math.log(1 + content.length),
    sentenceLength: Math.log(1 + (sentence?.elements.length ?? 0)),
    sentences: Math.log(1 + source.sentences.length),
    claimNegated: isNegated(claim) ? 1 : 0,
    sentenceNegated: sentence !== undefined && isNegated(sentence) ? 1 : 0,
    order: orderOf(best),
  }
  for (const type of signalTypes) {
    features[`best_${type}`] = strengthOf(best === undefined ? [] : [best], type)
    features[`top_${type}`] = strengthOf(examined.slice(0, 3), type)
  }
  return features
}

const shareOf = <T>(all: readonly T[], test: (one: T) => boolean) => (all.length === 0 ? 1 : all.filter(test).length / all.length)

const isNegated = ({ tokens }: ReadText) => tokens.some(({ lower }, at) => negations.has(lower) && !isNumberSign(tokens, at))

/** How much of what both have is in the same order. */
function orderOf(best: Examined | undefined): number {
  const alignment = best?.candidate.comparison.alignment
  return alignment === undefined || alignment.loose === 0 ? 0 : Math.min(1.2, alignment.coverage / alignment.loose)
}

function strengthOf(examined: readonly Examined[], type: SignalType): number {
  let strongest = 0
  for (const { signals } of examined)
    for (const signal of signals) if (signal.type === type) strongest = Math.max(strongest, signal.strength)
  return strongest
}
