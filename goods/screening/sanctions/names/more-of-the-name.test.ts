import fc from 'fast-check'
import { expect, test } from 'vitest'
import { draftEntry, type ListedEntry } from '../listed-entry.ts'
import { matchScore, reviewScore } from '../screening.ts'
import { scoresOf } from '../sureness.ts'
import { createIndexBuilder, type NameIndex } from './name-index.ts'
import { searchAtOnce } from './search-at-once.fixture.ts'

/** Words as common as those of real lists: names of millions, of thousands, and of few people, and nicknames. */
const given = 'Mohammed Ahmed Ali Hassan Joaquin Sergey Viktor Maria Fatima Anwar Ibrahim Callixte Bosco Jumaa'.split(' ')
const families = 'Guzman Loera Ivanov Hussein Karimi Zhurbenko Qasimzada Ngirumukiza Dulaymi Tabkhi Haqqani Lopez Barazov'.split(' ')
const nicknames = 'Chapo Lobo Tiger Zaqimi Ironhand Sheikho Tarzan Kuzya'.split(' ')
const titles = ['Dr', 'Haji', 'General', 'Mullah']

interface Person {
  readonly given: readonly string[]
  readonly family: readonly string[]
  readonly nickname: string
  readonly title: string
}

const person: fc.Arbitrary<Person> = fc.record({
  given: fc.uniqueArray(fc.constantFrom(...given), { minLength: 1, maxLength: 3 }),
  family: fc.uniqueArray(fc.constantFrom(...families), { minLength: 1, maxLength: 2 }),
  nickname: fc.constantFrom(...nicknames),
  title: fc.constantFrom(...titles),
})

function listedNames({ given: first, family, nickname, title }: Person): { readonly text: string; readonly family: string | null }[] {
  const last = family.join(' ')
  return [
    { text: `${last}, ${first.join(' ')}`, family: last },
    { text: `El ${nickname}`, family: null },
    { text: `${title} ${first[0]} ${nickname}`, family: null },
  ]
}

function indexOf(people: readonly Person[]): NameIndex {
  const builder = createIndexBuilder()
  for (const [id, one] of people.entries()) {
    const draft = draftEntry(String(id), 'person')
    for (const { text, family } of listedNames(one)) draft.name(text, { family })
    builder.add('list', 1, draft.finish() as ListedEntry)
  }
  const steps = builder.finish()
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** The verdict on the first entry: 2 for a match, 1 for a review, 0 for neither. */
function verdictOn(index: NameIndex, name: string): number {
  const scores = searchAtOnce(index, name, 0)
    .filter((found) => index.entryOf[found.name] === 0)
    .map((found) => scoresOf(found, false).byName)
  const best = Math.max(0, ...scores) + 1e-6
  return best >= matchScore ? 2 : best >= reviewScore ? 1 : 0
}

/** Words of the first entry as a query may name them: some of its name in order, with one more word of the entry at any place. */
const query = fc.record({
  kept: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  added: fc.nat(),
  at: fc.nat(),
  withInitial: fc.boolean(),
})

test('more of what is listed never makes it less sure: an alias between the names, a title, a second family name, a name for its initial', () => {
  fc.assert(
    fc.property(person, fc.array(person, { maxLength: 40 }), query, (one, others, { kept, added, at, withInitial }) => {
      const index = indexOf([one, ...others])
      const all = [...one.given, ...one.family]
      const named = all.filter((_, place) => kept[place])
      const short = named.map((word, place) => (withInitial && place === 0 ? word.slice(0, 1) : word))
      if (short.length === 0) return
      const words = [...all, one.nickname, one.title].filter((word) => !short.includes(word))
      const word = words[added % words.length] ?? one.nickname
      const isNameOfInitial = withInitial && word === named[0]
      const longer = isNameOfInitial ? [word, ...short.slice(1)] : short.toSpliced(at % (short.length + 1), 0, word)
      const [before, after] = [verdictOn(index, short.join(' ')), verdictOn(index, longer.join(' '))]
      expect(after, `${short.join(' ')} -> ${longer.join(' ')}`).toBeGreaterThanOrEqual(before)
    }),
    { numRuns: 300 },
  )
})

test('each of the words that may be added is one by which somebody is found', () => {
  const one: Person = { given: ['Joaquin', 'Callixte'], family: ['Guzman', 'Loera'], nickname: 'Zaqimi', title: 'Dr' }
  const index = indexOf([one])
  expect(verdictOn(index, 'Joaquin Guzman')).toBeGreaterThan(0)
  expect(verdictOn(index, 'Joaquin Zaqimi Callixte Guzman Loera')).toBe(2)
  expect(verdictOn(index, 'Somebody Else')).toBe(0)
  expect(verdictOn(index, 'General Joaquin Callixte Guzman Loera')).toBe(2)
})
