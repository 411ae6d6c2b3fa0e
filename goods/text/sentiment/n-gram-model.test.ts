import { expect, test } from 'vitest'
import { parseNGramModel, scoreNGrams } from './n-gram-model.ts'
import { nGramsOf } from './n-grams.ts'

/** Bytes of a model that knows the first word n-gram of a word, and nothing of letters. */
function modelOf(word: string, weights: readonly [number, number, number]): Uint8Array {
  const gram = [...nGramsOf(word, 'es').words][0] ?? 0
  const bytes = new Uint8Array(36 + 8)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 1, true)
  ;[0.5, 0, -0.5, 0.1, 1, 0.1, 1].forEach((value, index) => view.setFloat32(8 + 4 * index, value, true))
  view.setUint32(36, gram, true)
  bytes[40] = 200
  bytes.set(
    weights.map((weight) => weight & 0xff),
    41,
  )
  return bytes
}

test('known n-grams count by their weights, and others not at all', () => {
  const model = parseNGramModel(modelOf('fatal', [100, 0, -100]))
  const round = (logits: readonly number[]) => logits.map((logit) => Math.round(logit * 100) / 100)
  expect(round(scoreNGrams(model, 'fatal', 'es'))).toEqual([10.5, 0, -10.5])
  expect(round(scoreNGrams(model, 'mesa', 'es'))).toEqual([0.5, 0, -0.5])
})

test('bytes that are cut off are refused', () => {
  const bytes = modelOf('fatal', [1, 2, 3])
  for (const length of [0, 35, 36, 43]) expect(() => parseNGramModel(bytes.slice(0, length))).toThrow(/model of n-grams/)
})

test('a word behind a negation has an n-gram more, up to the next mark', () => {
  const grams = (text: string) => nGramsOf(text, 'es').words
  const negated = [...grams('no bueno')].filter((gram) => !grams('muy bueno').has(gram))
  const apart = grams('no, bueno')
  const onlyBehindNo = negated.filter((gram) => !apart.has(gram))
  // The negated word, and the pair of both words.
  expect(onlyBehindNo.length).toBe(2)
})
