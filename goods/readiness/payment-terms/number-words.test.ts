import { expect, test } from 'vitest'
import { withDigits } from './number-words.ts'

test.each([
  ['five dollars', '5 dollars'],
  ['twenty-five cents', '25 cents'],
  ['two hundred and fifty dollars', '250 dollars'],
  ['a hundred dollars', '100 dollars'],
  ['one thousand two hundred dollars', '1200 dollars'],
  ['half a dollar', '0.5 dollar'],
  ['two and a half dollars', '2.5 dollars'],
  ['fünf Dollar', '5 Dollar'],
  ['fünfundzwanzig Dollar', '25 Dollar'],
  ['cinq dollars', '5 dollars'],
  ['пять долларов', '5 долларов'],
  ['五美元', '5美元'],
  ['二十五美元', '25美元'],
  ['两千美元', '2000美元'],
])('%s is %s', (text, digits) => {
  expect(withDigits(text)).toBe(digits)
})

test.each(['a dollar', 'weather and news', 'someone', 'the quick brown fox', '5 dollars', 'half of it', ''])(
  '%j stays as it is',
  (text) => {
    expect(withDigits(text)).toBe(text)
  },
)
