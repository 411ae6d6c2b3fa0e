import { describe, expect, test } from 'vitest'
import { compareCompanyNames, stateInName } from '../compare-company-names.ts'
import { registerRows, type RegisterRow } from './read-rows.ts'

const members = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ')
const countries = [...members, 'GB', 'NO', 'CH', 'LI', 'IS']

/** How people and registers write one form: with stops, with spaces, in capitals, with neither. */
function ways(text: string): string[] {
  const bare = text.replace(/[.]/g, '')
  const spaced = text.replace(/\.(?=\S)/g, '. ')
  return [...new Set([text, text.toUpperCase(), text.toLowerCase(), bare, bare.toUpperCase(), spaced, spaced.toUpperCase()])]
}

const rowsOf = (kind: RegisterRow['kind']) => registerRows.filter((row) => row.kind === kind)
const textsOf = (row: RegisterRow) => row.writings.map(({ text }) => text)
/** A form of the row's first country, with which a name is complete. */
const formIn = (country: string) => textsOf(rowsOf('form').find((row) => row.countries.includes(country))!)[0]!

describe('the table of words that registers put into names', () => {
  test.each(countries)('has forms, and words for liquidation and insolvency, of %s', (country) => {
    const kinds = new Set(registerRows.filter((row) => row.countries.includes(country)).map(({ kind }) => kind))
    expect([...kinds]).toEqual(expect.arrayContaining(['form', 'in_liquidation', 'insolvent', 'branch', 'alias']))
  })

  test('names the source of each row, and no writing is empty', () => {
    expect(registerRows.filter(({ source }) => source === '')).toEqual([])
    expect(registerRows.flatMap(textsOf).filter((text) => !/[\p{L}]/u.test(text))).toEqual([])
  })
})

test('a legal form in any of its writings is the same form', () => {
  const wrong: string[] = []
  let compared = 0
  for (const row of rowsOf('form')) {
    const [short = ''] = textsOf(row)
    for (const writing of textsOf(row).flatMap(ways)) {
      // Han and Hangul are joined with the name, and two letters without stops can be a word of it.
      const { verdict, differing } = compareCompanyNames(`Kvarnholt Brask ${short}`, `KVARNHOLT BRASK ${writing}`)
      compared++
      const least = /^[^.]{2,4}$/.test(writing) ? ['same', 'similar'] : ['same']
      if (!least.includes(verdict) || (verdict === 'same' && differing.length > 0))
        wrong.push(`${short}, ${writing}: ${verdict} ${differing.join()}`)
    }
  }
  expect(wrong).toEqual([])
  expect(compared).toBeGreaterThan(2_000)
})

test('a state behind the legal form, or before the name, leaves the company the same, and is said', () => {
  const wrong: string[] = []
  for (const row of registerRows.filter(({ kind }) => kind === 'in_liquidation' || kind === 'insolvent' || kind === 'forming')) {
    const form = formIn(row.countries[0]!)
    for (const { text, withForms } of row.writings) {
      for (const writing of ways(text)) {
        const name = withForms.length > 0 ? `${writing} "Kvarnholt Brask"` : `Kvarnholt Brask ${form} ${writing}`
        const other = withForms.length > 0 ? `Kvarnholt Brask ${withForms[0]}` : `Kvarnholt Brask ${form}`
        const { verdict, differing } = compareCompanyNames(name, other)
        const state = stateInName(name)
        if (verdict !== 'same' || differing.length !== 1 || state === null) wrong.push(`${name}: ${verdict} ${differing.join()} ${state}`)
        if (stateInName(other) !== null) wrong.push(`${other}: ${stateInName(other)}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('a note leaves the company the same, and a branch is similar', () => {
  const wrong: string[] = []
  for (const row of [...rowsOf('note'), ...rowsOf('branch')]) {
    const country = row.countries[0]!
    const form = country === '*' ? 'Ltd' : formIn(country)
    for (const { text, withForms } of row.writings) {
      for (const writing of ways(text)) {
        const needed = withForms[0]
        const name = needed === undefined ? `Kvarnholt Brask ${form} ${writing}` : `${writing} Kvarnholt Brask ${needed}`
        const { verdict, differing } = compareCompanyNames(name, `Kvarnholt Brask ${needed ?? form}`)
        const right =
          row.kind === 'note' ? verdict === 'same' && differing.length === 0 : verdict === 'similar' && differing.includes('branch')
        if (!right) wrong.push(`${name}: ${verdict} ${differing.join()}`)
      }
    }
  }
  expect(wrong).toEqual([])
})

test('either of two names around words such as "in forma abbreviata" is the company', () => {
  const wrong: string[] = []
  for (const row of rowsOf('alias')) {
    const form = formIn(row.countries[0]!)
    for (const text of textsOf(row)) {
      const name = `Kvarnholt Brask ${form}, ${text} Brevik ${form}`
      for (const one of [`Kvarnholt Brask ${form}`, `Brevik ${form}`]) {
        const { verdict } = compareCompanyNames(name, one)
        if (verdict !== 'same') wrong.push(`${name} | ${one}: ${verdict}`)
      }
    }
  }
  expect(wrong).toEqual([])
})
