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

test.each([
  ['It rose by 5 to 8 percent.', ['5 percent exact', '8 percent exact']],
  ['It weighs between 2 and 3 kg.', ['2 kilogram exact', '3 kilogram exact']],
  ['It grew from 2 to 3 million.', ['2000000 count exact', '3000000 count exact']],
  ['It is 10-12 km long.', ['10 kilometre exact', '12 kilometre exact']],
  ['Take 2, 3 or 4 grams.', ['2 gram exact', '3 gram exact', '4 gram exact']],
  ['It costs $5 to 8.', ['5 dollar exact', '8 dollar exact']],
  ['It costs $2–3 million.', ['2000000 dollar exact', '3000000 dollar exact']],
  ['It was twenty to thirty degrees Celsius.', ['20 celsius exact', '30 celsius exact']],
  ['The hall is 20 by 30 metres.', ['20 metre exact', '30 metre exact']],
  ['It grew from 500,000 to 1 million.', ['500000 count exact', '1000000 count exact']],
  ['He sold 5 houses and 8 percent of the shares.', ['5 count exact', '8 percent exact']],
  ['It fell 21 percent to $107 million.', ['21 percent exact', '107000000 dollar exact']],
  ['She came 3rd of 12 runners.', ['3 ordinal exact', '12 count exact']],
])('a unit named once belongs to all of a range or list: %s', (text, expected) => {
  expect(quantities(text).map((one) => one.replace('kilometer', 'kilometre').replace('meter', 'metre'))).toEqual(expected)
})

test.each([
  ['Due 2024/03/04.', ['2024-3-4 on']],
  ['Due 4.3.2024.', ['2024-3-4 on']],
  ['Due 04.03.2024, at noon.', ['2024-3-4 on']],
  ['Due 12/25/2024.', ['2024-12-25 on']],
  ['Due 25/12/2024.', ['2024-12-25 on']],
  ['Due (03/04/2024).', ['2024-4-3 on, or day and month the other way round']],
  ['Due 3-4-2024.', ['2024-4-3 on, or day and month the other way round']],
  ['Due 3/4/24.', ['2024-4-3 on, or day and month the other way round']],
  ['Due 5/5/2024.', ['2024-5-5 on']],
  ['Version 3.4.24 of 10.', []],
])('dates in digits of: %s', (text, expected) => {
  const found = readDates(tokensOf(text)).map(({ ambiguous, ...date }) => ({
    ambiguous,
    said: `${date.year}-${date.month}-${date.day} ${date.relation}`,
  }))
  expect(found.map(({ ambiguous, said }) => (ambiguous ? `${said}, or day and month the other way round` : said))).toEqual(expected)
})
