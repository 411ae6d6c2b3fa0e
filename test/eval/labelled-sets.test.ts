import { expect, test } from 'vitest'
import { readSentimentSet } from './sentiment/read-examples.ts'
import { bestRouge } from './summarize/rouge.ts'

test('sets with the label first have three classes, and sets with the label last have two', () => {
  const three = readSentimentSet({ name: 'tweets-spanish', lines: ['0\tmal', '1\tel tren\tsale', '2\tbien'] })
  expect(three).toMatchObject({ language: 'es', binary: false })
  expect(three.examples.map(({ label, text }) => [label, text])).toEqual([
    [0, 'mal'],
    [1, 'el tren\tsale'],
    [2, 'bien'],
  ])
  const two = readSentimentSet({ name: 'reviews', lines: ['too bad\t0', 'great\t1'] })
  expect(two).toMatchObject({ language: 'en', binary: true, examples: [{ label: 0 }, { label: 2 }] })
})

test('ROUGE counts words, pairs of words and the longest common sequence, against the best reference', () => {
  // Three of four and of three words are common, one pair of three and of two, and three words in the same order.
  const { rouge1, rouge2, rougeL } = bestRouge('the cat sat down', ['nothing', 'The cat down!'])
  expect([rouge1, rouge2, rougeL].map((figure) => figure.toFixed(3))).toEqual(['0.857', '0.400', '0.857'])
})
