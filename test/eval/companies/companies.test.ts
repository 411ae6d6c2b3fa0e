import { expect, test } from 'vitest'
import { judgeCompanies } from './evaluate.ts'
import { judgePairs } from './judge-pairs.ts'

test('company names are judged as labelled, and no different companies become one', () => {
  const { judged, count } = judgeCompanies()
  expect(judged.length).toBeGreaterThanOrEqual(150)
  expect(new Set(judged.map(({ language }) => language)).size).toBeGreaterThanOrEqual(12)
  expect([count('different', 'same'), count('similar', 'same')]).toEqual([0, 0])
  expect(judged.filter(({ label, verdict }) => label === verdict).length / judged.length).toBeGreaterThan(0.93)
})

test('of made pairs of 32 countries the right company is never refused, no other one is taken for it, and a brand is similar', () => {
  const { judged, wrong } = judgePairs(1)
  expect(judged.length).toBeGreaterThanOrEqual(600)
  expect(new Set(judged.map(({ country }) => country)).size).toBe(32)
  expect(wrong.map(({ invoice, register, compared }) => `${compared.verdict}: ${invoice} | ${register}`)).toEqual([])
  // Most are told for sure, so that the rules are not met by doubting everything.
  const sure = (truth: string, verdict: string) => judged.filter((one) => one.truth === truth && one.compared.verdict === verdict).length
  expect(sure('same', 'same')).toBeGreaterThan(380)
  expect(sure('other', 'different')).toBeGreaterThan(145)
})
