import { expect, test } from 'vitest'
import { joinSentences, scoresOf, sentenceSentiment } from './join-sentences.ts'

const average = (...logits: readonly (readonly number[])[]) => {
  const scores = logits.map(scoresOf)
  const sentences = scores.map((one, index) => sentenceSentiment({ text: 'x', offset: index * 50, length: 40 }, one))
  return joinSentences(sentences, scores)
}

const [bad, plain, good] = [
  [4, 0, 0],
  [0, 4, 0],
  [0, 0, 4],
]

test('a text is what its sentences are', () => {
  expect(average(good, good)).toMatchObject({ label: 'positive' })
  expect(average(bad)).toMatchObject({ label: 'negative' })
  expect(average(plain, plain, good)).toMatchObject({ label: 'neutral' })
})

test('a text with strong sentences of both poles is mixed, and one with weak ones is not', () => {
  expect(average(good, bad)).toMatchObject({ label: 'mixed', score: 0 })
  expect(average([0.6, 0, 0.5], [0.5, 0, 0.6]).label).not.toBe('mixed')
})

test('probabilities add up to 1 and the magnitude grows with the text', () => {
  const one = average(good)
  const three = average(good, good, good)
  expect(one.scores.positive + one.scores.neutral + one.scores.negative).toBeCloseTo(1, 2)
  expect(three.magnitude).toBeCloseTo(3 * one.magnitude, 2)
})

test('label and score never disagree', () => {
  // A small generator with a fixed seed: logits of one to six sentences, some texts judged as a whole too.
  let seed = 42
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  const logits = () => [12 * random() - 6, 12 * random() - 6, 12 * random() - 6]
  for (let round = 0; round < 5_000; round++) {
    const scores = Array.from({ length: 1 + Math.floor(6 * random()) }, () => scoresOf(logits()))
    const sentences = scores.map((one, index) =>
      sentenceSentiment({ text: 'x', offset: index * 50, length: 1 + Math.floor(200 * random()) }, one),
    )
    const whole = random() < 0.5 ? { scores: scoresOf(logits()), share: random() } : null
    const { label, score } = joinSentences(sentences, scores, whole, random() < 0.2)
    for (const one of [{ label, score }, ...sentences]) {
      const fits = one.label === 'positive' ? one.score > 0 : one.label === 'negative' ? one.score < 0 : Math.abs(one.score) <= 0.5
      expect({ ...one, fits }).toEqual({ ...one, fits: true })
    }
  }
})
