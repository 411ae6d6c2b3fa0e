import { expect, test } from 'vitest'
import { parseSummaryModel, scoreSentences } from './sentence-scorer.ts'

const modelWith = (trees: unknown) =>
  JSON.stringify({
    features: 1,
    vectorWeights: Array.from({ length: 768 }, (_, index) => (index === 0 ? 1 : 0)),
    vectorBias: 0.5,
    base: 1,
    trees,
  })
const vector = (first: number) => new Float32Array(384).with(0, first)

test('a score is the base and a leaf of each tree', () => {
  const tree = [
    [0, 0.5, 1, 2],
    [-1, 10, 0, 0],
    [1, 0.75, 3, 4],
    [-1, 20, 0, 0],
    [-1, 30, 0, 0],
  ]
  const model = parseSummaryModel(modelWith([tree]))
  // The feature after the last is what the regression says of the vector: 0.5 and its first number.
  expect(scoreSentences(model, [[0.4], [0.5], [0.6]], [vector(0), vector(0), vector(1)])).toEqual([11, 21, 31])
})

test('trees that do not end are refused', () => {
  const leaf = [-1, 0, 0, 0]
  for (const tree of [
    [[0, 0, 0, 1], leaf],
    [[0, 0, 1, 9], leaf],
    [[5, 0, 1, 1], leaf],
  ]) {
    expect(() => parseSummaryModel(modelWith([tree]))).toThrow('broken')
  }
  expect(() => parseSummaryModel('{}')).toThrow()
})
