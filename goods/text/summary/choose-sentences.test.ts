import { expect, test } from 'vitest'
import { chooseSentences } from './choose-sentences.ts'

const candidates = [3, 1, 2.9, 2.5].map((score) => ({ score, words: 10 }))
const apart = () => 0

test('the best sentences are chosen, in the order of the text', () => {
  expect(chooseSentences(candidates, apart, { sentences: 2 }, 40)).toEqual([0, 2])
  expect(chooseSentences(candidates, apart, { sentences: 9 }, 40)).toEqual([0, 1, 2, 3])
})

test('a sentence that repeats a chosen one gives way to another', () => {
  const alike = (one: number, other: number) => (one + other === 2 ? 1 : 0)
  expect(chooseSentences(candidates, alike, { sentences: 2 }, 40)).toEqual([0, 3])
})

test('words and ratio limit the words, but one sentence is always there', () => {
  expect(chooseSentences(candidates, apart, { words: 25 }, 40)).toEqual([0, 2])
  expect(chooseSentences(candidates, apart, { ratio: 0.8 }, 40)).toEqual([0, 2, 3])
  expect(chooseSentences(candidates, apart, { words: 5 }, 40)).toEqual([0])
})

test('what says the same as a chosen sentence is left out, even where more was asked for', () => {
  const candidates = [3, 2.9, 1].map((score) => ({ score, words: 5 }))
  const alike = (one: number, other: number) => (one + other === 1 ? 0.95 : 0.1)
  expect(chooseSentences(candidates, alike, { sentences: 3 }, 15)).toEqual([0, 2])
})
