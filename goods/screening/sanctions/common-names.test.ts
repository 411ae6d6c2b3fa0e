import { expect, test } from 'vitest'
import { draftEntry, type ListedEntry } from './listed-entry.ts'
import { createIndexBuilder } from './names/name-index.ts'
import { searchAtOnce } from './names/search-at-once.fixture.ts'
import { narrow } from './narrow.ts'
import { matchScore, reviewScore, type ScreeningHints } from './screening.ts'
import { scoresOf } from './sureness.ts'

const builder = createIndexBuilder()
const people = [
  'Mohammed Hassan',
  'Ahmed Ali Omar',
  'Ratko MLADIC',
  'Saddam HUSSEIN',
  'Callixte Mohammed NGIRUMUKIZA',
  'Kim Jong Un',
  'Thomas LUBANGA DYILO',
]
for (const [id, name] of people.entries()) {
  const draft = draftEntry(String(id), 'person')
  draft.name(name)
  draft.birth('1970')
  draft.country('IQ')
  builder.add('list', 1, draft.finish() as ListedEntry)
}
const steps = builder.finish()
let step = steps.next()
while (step.done !== true) step = steps.next()
const index = step.value

function verdictOn(name: string, hints: ScreeningHints = {}, isWeak = false): string {
  const scores = searchAtOnce(index, name, 0).map((found) => {
    const { byName, withFact } = scoresOf(found, isWeak)
    const entry = index.entries[index.entryOf[found.name] ?? 0]
    return narrow(byName, { births: entry?.births ?? [], countries: entry?.countries ?? [] }, hints, withFact).score
  })
  const best = Math.max(0, ...scores)
  return best >= matchScore ? 'match' : best >= reviewScore ? 'review' : 'nothing'
}

test('the listed name of thousands of people is for review, however exact, until another fact agrees', () => {
  expect(verdictOn('Mohammed Hassan')).toBe('review')
  expect(verdictOn('Mohammed Hassan', { birthYear: 1970 })).toBe('match')
  expect(verdictOn('Mohammed Hassan', { country: 'IQ' })).toBe('match')
})

test('another year of birth clears a common name, and one fact that contradicts outweighs one that agrees', () => {
  expect(verdictOn('Mohammed Hassan', { birthYear: 1990 })).toBe('nothing')
  expect(verdictOn('Mohammed Hassan', { birthYear: 1970, country: 'SE' })).toBe('review')
})

test.each(['Ratko Mladić', 'Saddam Hussein', 'Callixte Ngirumukiza', 'Kim Jong Un', 'Thomas Lubanga Dyilo'])(
  'a name of few people is a match: %s',
  (name) => expect(verdictOn(name)).toBe('match'),
)

test.each(['Ahmed Ali', 'Ali Omar', 'Hassan Mohammed', 'Mohammed Ali', 'Hassan', 'Thomas Mohammed'])(
  'common names that are only a part of a listed name, or stand in another order, are no reason for a review: %s',
  (name) => expect(verdictOn(name)).toBe('nothing'),
)

test('a weak alias is a reason for a review only if few people are called so', () => {
  expect(verdictOn('Ratko Mladić', {}, true)).toBe('review')
  expect(scoresOf({ score: 1, bits: 6 }, true).byName).toBeLessThan(reviewScore)
})
