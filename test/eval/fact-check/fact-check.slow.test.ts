import { describe, expect, test } from 'vitest'
import { ownKnowledge } from '../../../goods/text/fact-check/knowledge.ts'
import { labelledSets } from '../labelled-sets.ts'
import { judgeSet } from './judge-set.ts'
import { accuracy, calibrationError, meanRecall } from './measure.ts'
import { readPairs } from './read-pairs.ts'

/** Figures without the encoder, which every checkout can measure: what ships is no worse. */
const minRecall: Readonly<Record<string, number>> = { 'fever-symmetric': 0.63, fm2doc: 0.48, climate: 0.41, sick: 0.64 }

const sets = labelledSets('fact-check', ['.jsonl'], { set: [] }).filter(({ name }) => name in minRecall)

describe.runIf(sets.length > 0)('labelled samples', () => {
  test.each(sets.map((set) => [set.name, set] as const))('%s', async (name, set) => {
    const judged = await judgeSet(readPairs(set), null, ownKnowledge())
    expect(accuracy(judged)).toBeGreaterThan(0.4)
    expect(meanRecall(judged)).toBeGreaterThan(minRecall[name] ?? 1)
    expect(calibrationError(judged)).toBeLessThan(0.15)
  })
})
