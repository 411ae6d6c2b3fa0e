import { describe, expect, test } from 'vitest'
import { countryOf, threeLetters, twoLetters } from './country-codes.ts'
import { cpvPrefixes, cpvTitleOf, isKnownCpv } from './cpv-code.ts'
import { cpvDivisions, cpvTitles } from './cpv-titles.ts'
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

  test('have their own title', () => {
    expect(cpvTitleOf('72212311')).toEqual({ title: 'Document management software development services', titleCode: '72212311' })
    expect(cpvTitleOf('03000000')).toEqual({
      title: 'Agricultural, farming, fishing, forestry and related products',
      titleCode: '03000000',
    })
  })

  test('that the vocabulary lacks have the title of the nearest one above, if there is any', () => {
    expect(cpvTitleOf('72212319')).toEqual({ title: cpvTitles().get('72212310'), titleCode: '72212310' })
    expect(cpvTitleOf('72999999')?.titleCode).toBe('72900000')
    expect(cpvTitleOf('72000009')?.titleCode).toBe('72000000')
    expect(cpvTitleOf('99000000')).toBeNull()
  })

  test('are known where the vocabulary has one that begins so', () => {
    expect(['72', '722', '72212311', '7200', '03', '7221'].every(isKnownCpv)).toBe(true)
    expect(['99', '01', '720001', '7290001', '129', '72212399'].map(isKnownCpv)).toEqual(Array.from({ length: 6 }, () => false))
  })

  test('are all 9,454 of the vocabulary, in order, in 45 divisions and 272 groups', () => {
    const codes = [...cpvTitles().keys()]
    expect(codes.length).toBe(9_454)
    expect(codes.toSorted()).toEqual(codes)
    expect([cpvDivisions().length, codes.filter((code) => /^\d{2}[1-9]0{5}$/.test(code)).length]).toEqual([45, 272])
    for (const [code, title] of cpvTitles()) {
      expect(code).toMatch(/^\d{8}$/)
      expect(title, code).toMatch(/^\S.*\S$/)
    }
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
