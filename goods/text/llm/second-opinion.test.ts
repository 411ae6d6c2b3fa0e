import { expect, test } from 'vitest'
import { compareOpinions } from './second-opinion.ts'
import { confidenceIn } from './tasks/verdict-reply.ts'

const model = (verdict: 'supported' | 'contradicted' | 'unverifiable', confidence = 0.9) => ({
  verdict,
  ...confidenceIn(verdict, confidence),
  evidence: [],
  reasons: [],
  warnings: [],
})
const reason = (type: string) => ({ type, detail: 'x', claimSpan: null, sourceSpan: null })
const embedded = (verdict: 'supported' | 'contradicted' | 'unverifiable', confidence: number, ...types: string[]) => ({
  verdict,
  confidence,
  reasons: types.map(reason),
})

test.each(['number_mismatch', 'date_mismatch', 'unit_mismatch', 'negation'])(
  'a %s lowers the confidence of a support, and is told',
  (type) => {
    const { check, secondOpinion } = compareOpinions(model('supported'), embedded('contradicted', 0.7, type, 'low_coverage'))
    expect(check).toMatchObject({ verdict: 'supported', confidence: 0.5, reasons: [{ type }] })
    expect(check.warnings).toEqual([expect.stringContaining(type)])
    expect(secondOpinion).toEqual({ verdict: 'contradicted', conflicts: [type] })
  },
)

test('other signals, and those of a checker that agrees, change nothing', () => {
  expect(compareOpinions(model('supported'), embedded('contradicted', 0.7, 'antonym')).check.confidence).toBe(0.9)
  expect(compareOpinions(model('supported'), embedded('supported', 0.9, 'number_mismatch')).check.confidence).toBe(0.9)
  expect(compareOpinions(model('unverifiable'), embedded('contradicted', 0.95, 'number_mismatch')).check.confidence).toBe(0.9)
})

test('an opposite verdict of which the checker is sure lowers it, both ways', () => {
  for (const [one, other] of [
    ['supported', 'contradicted'],
    ['contradicted', 'supported'],
  ] as const) {
    expect(compareOpinions(model(one), embedded(other, 0.93)).secondOpinion.conflicts).toEqual(['opposite_verdict'])
    expect(compareOpinions(model(one), embedded(other, 0.6)).secondOpinion.conflicts).toEqual([])
  }
})

test('a confidence that is low already stays', () => {
  expect(compareOpinions(model('supported', 0.45), embedded('contradicted', 0.93)).check.confidence).toBe(0.45)
})
