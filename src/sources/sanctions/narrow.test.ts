import { expect, test } from 'vitest'
import { narrow } from './narrow.ts'
import { matchScore, reviewScore } from './screening.ts'

const listed = { births: ['1957-03-10', '1960/1962'], countries: ['SA', 'YE'] }
const standing = (score: number) => (score >= matchScore ? 'match' : score >= reviewScore ? 'review' : 'nothing')

test('without hints a score stays as it is, and nothing is said of agreement', () => {
  expect(narrow(0.95, listed, {})).toEqual({ score: 0.95, birthYear: 'unknown', country: 'unknown' })
})

test('a year of birth fits within one year of any that is listed, and anywhere between two', () => {
  for (const birthYear of [1956, 1957, 1958, 1959, 1961, 1963])
    expect(narrow(0.95, listed, { birthYear }).birthYear, String(birthYear)).toBe('agrees')
  for (const birthYear of [1955, 1964]) expect(narrow(0.95, listed, { birthYear }).birthYear, String(birthYear)).toBe('contradicts')
})

test('who was born in another year is no match: the same name is for a person to look at, one only near it is nobody', () => {
  expect(standing(narrow(1, listed, { birthYear: 1988 }).score)).toBe('review')
  expect(standing(narrow(0.92, listed, { birthYear: 1988 }).score)).toBe('nothing')
})

test('another country alone clears nobody', () => {
  expect(narrow(1, listed, { country: 'se' })).toMatchObject({ country: 'contradicts' })
  expect(standing(narrow(1, listed, { country: 'SE' }).score)).toBe('match')
  expect(narrow(1, listed, { country: 'sa' }).country).toBe('agrees')
})

test('hints that agree do not make a match of what was none, and no score leaves its bounds', () => {
  expect(standing(narrow(0.895, listed, { birthYear: 1957 }).score)).toBe('review')
  expect(narrow(1, listed, { birthYear: 1957 }).score).toBe(1)
  expect(narrow(0.1, listed, { birthYear: 1900, country: 'SE' }).score).toBe(0)
})

test('what a list does not tell contradicts nobody', () => {
  expect(narrow(0.95, { births: [], countries: [] }, { birthYear: 1957, country: 'SA' })).toEqual({
    score: 0.95,
    birthYear: 'unknown',
    country: 'unknown',
  })
})
