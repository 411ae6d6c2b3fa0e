import { describe, expect, test } from 'vitest'
import { createWork } from '../../../../src/shared/work.ts'
import { readText } from '../elements.ts'
import { readWordRelations } from '../word-relations.ts'
import { compare } from './comparison.ts'
import { findSignals } from './find-signals.ts'

const relations = readWordRelations(new URL('../../../../models/word-relations.json', import.meta.url))
const signalsOf = (claim: string, sentence: string) =>
  findSignals(compare(readText(claim), readText(sentence), relations, createWork()), createWork())
const typesOf = (claim: string, sentence: string) =>
  signalsOf(claim, sentence)
    .filter(({ strength }) => strength >= 0.6)
    .map(({ type }) => type)

describe('what excludes a claim is found', () => {
  test.each([
    ['number_mismatch', 'The lake holds 40 million litres.', 'The lake holds 60 million litres.'],
    ['number_mismatch', 'The committee has seven members.', 'The committee has nine members.'],
    ['number_mismatch', 'At least 50 ships sank that year.', 'Fewer than 30 ships sank that year.'],
    ['unit_mismatch', 'The wall is 12 feet high.', 'The wall is 12 metres high.'],
    ['unit_mismatch', 'The order was worth 5 million euros.', 'The order was worth 5 million dollars.'],
    ['date_mismatch', 'The school opened on 3 May 1920.', 'The school opened on 5 May 1920.'],
    ['date_mismatch', 'The school opened in the 1930s.', 'The school opened in 1921.'],
    ['negation', 'The minister did not resign in spring.', 'The minister resigned in spring.'],
    ['negation', 'Dogs are allowed on the beach.', 'Dogs are not allowed on the beach.'],
    [
      'negation',
      'The team never lost a game at home, but it played badly abroad.',
      'The team lost a game at home, but it played badly abroad.',
    ],
    ['antonym', 'Exports of rice increased last year.', 'Exports of rice decreased last year.'],
    ['antonym', 'The northern border is closed.', 'The southern border is closed.'],
    ['entity_mismatch', 'The treaty was signed in Vienna by both sides.', 'The treaty was signed in Geneva by both sides.'],
    ['quantifier', 'All members of the board voted for it.', 'Few members of the board voted for it.'],
    ['role', 'Carthage attacked Rome in that year.', 'Rome attacked Carthage in that year.'],
    ['role', 'Rome was attacked by Carthage.', 'Rome attacked Carthage.'],
    ['role', 'Lions are faster than zebras.', 'Zebras are faster than lions.'],
  ])('%s: %s', (type, claim, sentence) => {
    expect(typesOf(claim, sentence)).toContain(type)
  })
})

describe('what says the same has no signal', () => {
  test.each([
    ['The lake holds 40,000,000 litres.', 'The lake holds 40 million litres.'],
    ['The committee has 9 members.', 'The committee has nine members.'],
    ['The road is 3.1 miles long.', 'The road is 5 km long.'],
    ['More than 50 ships sank that year.', '61 ships sank that year.'],
    ['The school opened in May 1920.', 'The school opened on 3 May 1920.'],
    ['The school opened in the 1920s.', 'The school opened in 1921.'],
    ['It is unsafe for children to swim here.', 'It is not safe for children to swim here.'],
    ['Carthage was attacked by Rome.', 'Rome attacked Carthage.'],
    ['Zebras are slower than lions.', 'Lions are faster than zebras.'],
    ['The UN condemned the attack.', 'The United Nations condemned the attack.'],
    ['The prices rose by 5%.', 'The prices rose by 5 per cent.'],
    ['The gate opened in spring.', 'The gate was opened in spring.'],
    ['The song reached No. 1 in Norway.', 'The song reached number 1 in Norway.'],
    ['She lives at No 10 Dorset Street.', 'She lives at 10 Dorset Street.'],
    ['Tickets for nos. 3 and 4 are sold out.', 'Tickets for numbers 3 and 4 are sold out.'],
    ['Kanye West sang in the old hall.', 'Kanye sang in the east wing of the old hall.'],
    ['Rich Parry joined the club in May.', 'Parry, a poor boy from Wales, joined the club in May.'],
    ['Rents rose by 5 to 8 percent.', 'Rents rose by 5 percent to 8 percent.'],
    ['The deadline is 4 March 2024.', 'The deadline is 4.3.2024.'],
    ['The firm has 12 offices in Asia.', 'The firm has offices with 40 employees in Asia.'],
  ])('%s', (claim, sentence) => {
    expect(typesOf(claim, sentence)).toEqual([])
  })
})

test.each([
  ['The deadline is April 3, 2024.', 'The deadline is 03/04/2024.', ['date_ambiguous']],
  ['The deadline is March 4, 2024.', 'The deadline is 03/04/2024.', ['date_ambiguous']],
  ['The deadline is May 4, 2024.', 'The deadline is 03/04/2024.', ['date_mismatch']],
  ['The deadline is 03/04/2024.', 'The deadline is 03/04/2024.', []],
  ['The deadline is December 25, 2024.', 'The deadline is 25/12/2024.', []],
  ['The deadline is in 2024.', 'The deadline is 03/04/2024.', []],
])('a date that can be two days decides for neither of them: %s', (claim, sentence, types) => {
  expect(typesOf(claim, sentence)).toEqual(types)
})

test('a signal names the places in both texts', () => {
  const claim = 'The tower has 90 rooms.'
  const sentence = 'Since its repair, the tower has 70 rooms.'
  const [signal] = signalsOf(claim, sentence)
  expect(signal?.type).toBe('number_mismatch')
  expect(claim.slice(signal?.claim.start, signal?.claim.end)).toBe('90')
  expect(sentence.slice(signal?.source?.start, signal?.source?.end)).toBe('70')
})

test('a sentence about something else excludes nothing', () => {
  const types = typesOf('The museum has 40 paintings by Vermeer.', 'In 1950, Ohio produced 300 tons of corn.')
  expect(types.filter((type) => type !== 'entity_missing')).toEqual([])
})
