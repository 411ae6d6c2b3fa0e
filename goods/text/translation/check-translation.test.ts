import { expect, test } from 'vitest'
import { coverageOf, refuseUntranslated } from './check-translation.ts'

const source = 'The new bridge is open.'
const good = { text: 'El nuevo puente está abierto.', words: 5, unknownWords: 0 }

test('a translation with most words known is good', () => {
  expect(() => refuseUntranslated(source, good)).not.toThrow()
  expect(() => refuseUntranslated(source, { ...good, unknownWords: 2 })).not.toThrow()
})

test.each([
  ['an empty one', { ...good, text: ' \n' }, 'The translation was empty.'],
  ['one that knows less than 60 %', { ...good, unknownWords: 3 }, 'The engine knows only 40 % of the words; 60 % are needed.'],
  ['the text itself', { ...good, text: 'the new bridge is open' }, 'The translation was the text itself.'],
  ['one of a text without words', { text: '`code`', words: 0, unknownWords: 0 }, 'The text has no words that could be translated.'],
])('is refused: %s', (_, translation, message) => {
  expect(() => refuseUntranslated(source, translation)).toThrow(expect.objectContaining({ code: 'not_translated', status: 502, message }))
})

test('a short text may be the same in both languages', () => {
  expect(() => refuseUntranslated('Hotel Central', { text: 'Hotel central', words: 2, unknownWords: 0 })).not.toThrow()
})

test('coverage is the share of known words, and never below 0', () => {
  expect(coverageOf({ text: '', words: 8, unknownWords: 2 })).toBe(0.75)
  expect(coverageOf({ text: '', words: 1, unknownWords: 2 })).toBe(0)
})
