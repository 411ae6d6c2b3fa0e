import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareCompanyNames } from './compare-company-names.ts'

const verdict = (one: string, other: string) => compareCompanyNames(one, other).verdict

describe('the same company', () => {
  test.each([
    ['ČEZ, a. s.', 'CEZ akciová společnost'],
    ['ČEZ, a.s.', 'ČEZ AS'],
    ['Müller GmbH', 'MUELLER Gesellschaft mit beschränkter Haftung'],
    ['Marks & Spencer plc', 'Marks and Spencer Public Limited Company'],
    ['Газпром ПАО', 'PAO Gazprom'],
    ['ООО «Яндекс»', 'Yandex LLC'],
    ['J.P. Morgan', 'JP Morgan'],
    ['Samsung Electronics Co., Ltd.', 'Samsung Electronics Limited'],
    ['Škoda Auto a.s.', 'SKODA AUTO a. s.'],
    ['株式会社トヨタ', 'トヨタ株式会社'],
    ["McDonald's Corporation", 'McDonalds Corp'],
    ['Ørsted A/S', 'Orsted AS'],
    ['Siemens Intl Ltd', 'Siemens International Limited'],
  ])('%s, %s', (one, other) => {
    expect(compareCompanyNames(one, other)).toMatchObject({ verdict: 'same', differing: [] })
  })
})

test('a legal form that only one name has is named and can still be the same company', () => {
  expect(compareCompanyNames('Nokia', 'Nokia Oyj')).toMatchObject({ verdict: 'same', differing: ['legal form missing'] })
})

test('two different legal forms are at most similar', () => {
  expect(compareCompanyNames('Alfa Ltd', 'Alfa GmbH')).toMatchObject({ verdict: 'similar', differing: ['legal form'] })
  expect(compareCompanyNames('Alfa GmbH', 'Alfa GmbH & Co. KG')).toMatchObject({ verdict: 'similar', differing: ['legal form'] })
})

describe('a person should look at', () => {
  test.each([
    ['Volkswagen AG', 'Volkswagon AG', 'spelling'],
    ['Deutsche Bank', 'Bank Deutsche', 'word order'],
    ['BMW AG', 'Bayerische Motoren Werke AG', 'abbreviation'],
    ['Bosch GmbH', 'Bosch Group GmbH', 'additional word'],
    ['Kesko Oyj', 'Keskko Oyj', 'spelling'],
  ])('%s, %s: %s', (one, other, part) => {
    expect(compareCompanyNames(one, other)).toMatchObject({ verdict: 'similar', differing: [part] })
  })
})

describe('different companies', () => {
  test.each([
    ['Nokia Oyj', 'Nokian Renkaat Oyj'],
    ['Nokia Oyj', 'Nokian Oyj'],
    ['Orlen', 'Orlen Paliwa'],
    ['PKN Orlen SA', 'Orlen Paliwa sp. z o.o.'],
    ['Siemens AG', 'Siemens Energy AG'],
    ['Fund 2 LP', 'Fund 3 LP'],
    ['Deutsche Bank AG', 'Deutsche Bahn AG'],
    ['Alpha Bank', 'Beta Bank'],
  ])('%s, %s', (one, other) => expect(verdict(one, other)).toBe('different'))
})

test('a name equals itself, and the order of the two names makes no difference', () => {
  const name = fc.array(
    fc.oneof(fc.constantFrom('Alfa', 'Bank', 'GmbH', 'Co.', '&', 'Müller', 'ООО', '2', 'a. s.'), fc.string({ maxLength: 12 })),
    {
      maxLength: 8,
    },
  )
  fc.assert(
    fc.property(name, name, (one, other) => {
      const [first, second] = [one.join(' '), other.join(' ')]
      expect(compareCompanyNames(first, second).verdict).toBe(verdict(second, first))
      if (/[a-z]/i.test(first)) expect(compareCompanyNames(first, first)).toEqual({ score: 1, verdict: 'same', differing: [] })
    }),
  )
})

test('the longest names that callers can give take little work', () => {
  const long = 'abcdefghij '.repeat(1_000)
  const before = process.cpuUsage()
  compareCompanyNames(long, long.replaceAll('j', 'k'))
  const { user } = process.cpuUsage(before)
  expect(user / 1_000).toBeLessThan(200)
})
