import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortenText } from './shorten-text.ts'

test('a text that fits is unchanged', () => {
  expect(shortenText('Market price. The price of one coin.', 36)).toBe('Market price. The price of one coin.')
})

test('of a longer text the sentences that fit are kept', () => {
  expect(shortenText('Market price. The price of one coin. In dollars.', 40)).toBe('Market price. The price of one coin.')
})

test('of one long sentence the words that fit are kept, without a comma at the end', () => {
  expect(shortenText('what the beneficiary would receive, with all fees', 36)).toBe('what the beneficiary would receive…')
  expect(shortenText('what the beneficiary would receive, with all fees', 38, '...')).toBe('what the beneficiary would receive...')
})

test('a word that alone is too long is cut, as there is no other place', () => {
  expect(shortenText('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`)
})

test('no word is ever cut in its middle, and the length is kept', () => {
  const word = fc.string({ unit: fc.constantFrom(...'abcdé'), minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.array(word, { minLength: 2, maxLength: 40 }), fc.integer({ min: 20, max: 120 }), (words, maxLength) => {
      const text = words.join(' ')
      const short = shortenText(text, maxLength)
      expect(short.length).toBeLessThanOrEqual(maxLength)
      const kept = short.replace(/…$/, '').split(' ')
      expect(words.slice(0, kept.length)).toEqual(kept)
    }),
    { seed: 23 },
  )
})
