import { expect, test } from 'vitest'
import { narrow } from './narrow.ts'
import { matchScore, reviewScore } from './screening.ts'

const listed = { births: ['1957-03-10', '1960/1962'], countries: ['SA', 'YE'] }
const standing = (score: number) => (score >= matchScore ? 'match' : score >= reviewScore ? 'review' : 'nothing')

test('without hints a score does not change, and agreement is unknown', () => {
  expect(narrow(0.95, listed, {})).toEqual({ score: 0.95, birthYear: 'unknown', country: 'unknown' })
})

test('a year of birth fits within one year of any that is listed, and anywhere between two', () => {
  for (const birthYear of [1956, 1957, 1958, 1959, 1961, 1963])
    expect(narrow(0.95, listed, { birthYear }).birthYear, String(birthYear)).toBe('agrees')
  for (const birthYear of [1955, 1964]) expect(narrow(0.95, listed, { birthYear }).birthYear, String(birthYear)).toBe('contradicts')
})

test('another year of birth is not a match: the same name is for review, a similar one is dropped', () => {
  expect(standing(narrow(1, listed, { birthYear: 1988 }).score)).toBe('review')
  expect(standing(narrow(0.92, listed, { birthYear: 1988 }).score)).toBe('nothing')
})

test('another country alone does not clear a match', () => {
  expect(narrow(1, listed, { country: 'se' })).toMatchObject({ country: 'contradicts' })
  expect(standing(narrow(1, listed, { country: 'SE' }).score)).toBe('match')
  expect(narrow(1, listed, { country: 'sa' }).country).toBe('agrees')
})

test('agreeing hints do not create a match, and scores stay within bounds', () => {
  expect(standing(narrow(0.895, listed, { birthYear: 1957 }).score)).toBe('review')
  expect(narrow(1, listed, { birthYear: 1957 }).score).toBe(1)
  expect(narrow(0.1, listed, { birthYear: 1900, country: 'SE' }).score).toBe(0)
})

test('missing facts of a list contradict no hint', () => {
  expect(narrow(0.95, { births: [], countries: [] }, { birthYear: 1957, country: 'SA' })).toEqual({
    score: 0.95,
    birthYear: 'unknown',
    country: 'unknown',
  })
})
