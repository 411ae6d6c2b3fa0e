import type { Passage } from './passages.ts'
import { softmax } from './tree-model.ts'

/** A passage with the encoder's probabilities for it. */
export interface JudgedPassage extends Passage {
  readonly contradicted: number
  readonly supported: number
  readonly unverifiable: number
}

/** The encoder's logits (contradicted, supported, unverifiable) as probabilities. */
export function judged(passage: Passage, logits: Float32Array): JudgedPassage {
  const [contradicted, supported, unverifiable] = softmax([...logits].slice(0, 3))
  return { ...passage, contradicted, supported, unverifiable }
}

/** What the small model knows from the encoder, by name: log odds of both verdicts against the third, for several passages. */
export function encoderFeatures(passages: readonly JudgedPassage[]): Readonly<Record<string, number>> {
  const [best] = passages
  const union = passages.find(({ kind }) => kind === 'union') ?? best
  const contradictions = passages.map(({ contradicted }) => contradicted)
  const supports = passages.map(({ supported }) => supported)
  return {
    sentenceContradicted: logOdds(best?.contradicted),
    sentenceSupported: logOdds(best?.supported),
    sentenceUnverifiable: logOdds(best?.unverifiable),
    unionContradicted: logOdds(union?.contradicted),
    unionSupported: logOdds(union?.supported),
    unionUnverifiable: logOdds(union?.unverifiable),
    mostContradicted: logOdds(Math.max(0, ...contradictions)),
    mostSupported: logOdds(Math.max(0, ...supports)),
    leastUnverifiable: logOdds(Math.min(1, ...passages.map(({ unverifiable }) => unverifiable))),
    meanContradicted: logOdds(mean(contradictions)),
    meanSupported: logOdds(mean(supports)),
    decides: logOdds(Math.max(0, ...supports)) - logOdds(Math.max(0, ...contradictions)),
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

function logOdds(probability = 1 / 3): number {
  const bounded = Math.min(0.999, Math.max(0.001, probability))
  return Math.log(bounded / (1 - bounded))
}
