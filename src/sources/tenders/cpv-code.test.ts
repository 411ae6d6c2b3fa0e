import { describe, expect, test } from 'vitest'
import { countryOf, threeLetters, twoLetters } from './country-codes.ts'
import { cpvPrefixes, cpvTitleOf, isKnownCpv } from './cpv-code.ts'
import { cpvDivisions } from './cpv-divisions.ts'
import { cpvGroups } from './cpv-groups.ts'
import { expertQuery } from './ted-query.ts'

describe('CPV codes', () => {
  test.each([
    [['72000000'], ['72']],
    [
      ['72200000', '48'],
      ['48', '722'],
    ],
    [['72212311'], ['72212311']],
    [
      ['30000000', '03000000'],
      ['03', '30'],
    ],
    [['720', '72'], ['72']],
    [['722', '72', '7221'], ['72']],
    [['90910000', '9091'], ['9091']],
  ])('%j are the prefixes %j', (codes, prefixes) => {
    expect(cpvPrefixes(codes)).toEqual(prefixes)
  })

  test('have the title of their group, else of their division', () => {
    expect(cpvTitleOf('72212311')).toEqual({ title: 'Software programming and consultancy services', titleCode: '72200000' })
    expect(cpvTitleOf('72000000')).toEqual({
      title: 'IT services: consulting, software development, Internet and support',
      titleCode: '72000000',
    })
    expect(cpvTitleOf('99000000')).toBeNull()
  })

  test('are known by division and group', () => {
    expect(['72', '722', '72212311', '7200', '03'].every(isKnownCpv)).toBe(true)
    expect(['99', '01', '720001', '7290001', '129'].map(isKnownCpv)).toEqual([false, false, true, true, false])
  })

  test('have 45 divisions, and 272 groups of these', () => {
    expect([cpvDivisions.size, cpvGroups.size]).toEqual([45, 272])
    for (const group of cpvGroups.keys()) expect(cpvDivisions.has(group.slice(0, 2)), group).toBe(true)
  })
})

describe('countries', () => {
  test('have a code of three letters, and the Union’s own names of two are understood', () => {
    expect(['de', 'EL', 'gr', 'UK', 'GB', 'xx', 'eu'].map(countryOf)).toEqual(['DE', 'GR', 'GR', 'GB', 'GB', null, null])
    expect([threeLetters('DE'), threeLetters('GR'), threeLetters('XX')]).toEqual(['DEU', 'GRC', null])
    expect([twoLetters('ROU'), twoLetters('GBR'), twoLetters('XXX')]).toEqual(['RO', 'GB', null])
  })

  test('that ISO 3166 has are all there, each code once', () => {
    const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const known = letters.flatMap((first) => letters.map((second) => first + second)).filter((code) => countryOf(code) === code)
    expect(known.filter((code) => names.of(code) === undefined)).toEqual([])
    expect([known.length, new Set(known.map(threeLetters)).size]).toEqual([250, 250])
    for (const code of known) expect(twoLetters(threeLetters(code) ?? '')).toBe(code)
  })
})

describe('the query for TED', () => {
  test('has a clause for the country, the codes and the day, and sorts by number', () => {
    expect(expertQuery({ country: 'DEU', cpv: ['48', '72212311'], from: '2026-10-01' })).toBe(
      '(buyer-country IN (DEU)) AND (classification-cpv IN (48*) OR classification-cpv IN (72212311)) AND (publication-date >= 20261001) SORT BY publication-number DESC',
    )
  })

  test('names no country for all of them', () => {
    expect(expertQuery({ country: null, cpv: ['72'], from: '2026-10-01' })).toBe(
      '(classification-cpv IN (72*)) AND (publication-date >= 20261001) SORT BY publication-number DESC',
    )
  })
})
