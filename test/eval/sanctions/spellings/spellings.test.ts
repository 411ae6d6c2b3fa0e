import { describe, expect, test } from 'vitest'
import { unXml } from '../../../../goods/screening/sandbox/lists/un.ts'
import { madeUpEntries, withEntries } from './add-made-up.ts'
import { spellingsOf } from './generate.ts'
import type { ListedName } from './listed-name.ts'
import { openList } from './open-list.ts'
import { ordinaryNames, peoples } from './ordinary/ordinary-names.ts'
import { readList } from './read-list.ts'
import { reportOn } from './report.ts'
import { romanRussian, romanUkrainian, russian, ukrainian } from './languages/cyrillic.ts'
import { chinese } from './languages/chinese.ts'
import { greek, romanGreek } from './languages/greek.ts'
import { korean } from './languages/korean.ts'
import { arabic } from './languages/arabic.ts'
import { persian } from './languages/persian-and-urdu.ts'
import { german, spanish } from './languages/latin.ts'
import { organisationSpellings } from './organisations.ts'
import { wordsKey } from './words-key.ts'

const texts = (variants: readonly { readonly text: string }[]) => variants.map(({ text }) => text)
const textOf = (variants: readonly { readonly kind: string; readonly text: string }[], kind: string) =>
  variants.find((variant) => variant.kind === kind)?.text

describe('spellings by language', () => {
  test('follow the standards for Cyrillic', () => {
    const name = 'Юрий Фёдорович Щукарёв'
    expect(romanRussian(name)).toBe('yuriy fedorovich shchukarev')
    expect(textOf(russian(name), 'ISO 9')).toBe('ûrij fëdorovič ŝukarëv')
    expect(textOf(russian(name), 'German')).toBe('jurii fjodorowitsch schtschukarjow')
    expect(textOf(russian(name), 'Russian passport')).toBe('iurii fedorovich shchukarev')
    expect(textOf(russian(name), 'French')).toContain('chtchoukar')
    expect(romanUkrainian('Юрій Згурський')).toBe('yurii zghurskyi')
    expect(textOf(ukrainian('Сергій Петрович Грищук'), 'Russian form')).toBe('sergey petrovich grishchuk')
  })

  test('follow the standards for Korean, Chinese and Greek', () => {
    expect(texts(korean('kim jong un'))).toEqual(expect.arrayContaining(['gim jeong-eun', 'kim chŏng-ŭn', 'kim jong-un', 'jong un kim']))
    expect(texts(korean('ri yong ho'))).toContain('i yeong-ho')
    const spellings = chinese('zhang zhi qiang', 'Cheung Chi Keung')
    expect(texts(spellings)).toEqual(expect.arrayContaining(["chang chih-ch'iang", 'zhang zhiqiang', 'cheung chi-keung', 'zhiqiang zhang']))
    expect(romanGreek('Ευάγγελος Μπενάκης')).toBe('evangelos benakis')
    expect(texts(greek('Χρήστος Ντόκος'))).toEqual(expect.arrayContaining(['hristos ntokos', 'χρήστος ντόκος']))
  })

  test('follow habits for Arabic, Persian, Spanish and German', () => {
    expect(texts(arabic('abd al-rahman al-qadhafi'))).toEqual(
      expect.arrayContaining(['abdulrahman al-qadhafi', 'abdur rahman al-qadhafi', 'abdel rahman al-qadhafi', 'abd al-rahman qadhafi']),
    )
    expect(textOf(arabic('rashid al-shawish bin jamal'), 'French')).toBe('rachid el chawich ben djamal')
    expect(texts(arabic('abdullah saleh'))).not.toContain('abdul lah saleh')
    expect(texts(persian('qasem fakhrizadeh'))).toEqual(expect.arrayContaining(['ghasem fakhrizadeh', 'qasem fakhri zada']))
    expect(texts(spanish('josé ángel pérez núñez'))).toEqual(
      expect.arrayContaining(['jose angel perez nunez', 'josé ángel pérez', 'pérez núñez, josé ángel']),
    )
    expect(texts(german('jürgen weiß'))).toEqual(expect.arrayContaining(['juergen weiss', 'jurgen weiss']))
  })

  test('abbreviate and turn around the names of organisations', () => {
    expect(texts(organisationSpellings('FOREIGN TRADE BANK LIMITED (FTB)'))).toContain('Foreign Trade Bank Ltd')
    expect(texts(organisationSpellings('BANK OF EAST LAND'))).toContain('East Land Bank')
    expect(texts(organisationSpellings('TAMAS TRADING AND SHIPPING'))).toContain('Tamas Trading & Shipping')
  })
})

describe('the generated spellings', () => {
  const entries = [...readList(unXml('2026-01-05')), ...madeUpEntries()]

  test('are the same in each run, and none is listed for its entry', () => {
    const once = entries.flatMap(spellingsOf)
    expect(entries.flatMap(spellingsOf)).toEqual(once)
    const listed = once.filter(({ of, kind, text }) => kind !== 'upper case' && of.known.has(text.toLowerCase()))
    expect(listed).toEqual([])
  })

  test('say language, script and kind, and there are some of every language', () => {
    const languages = new Set(entries.flatMap(spellingsOf).map(({ language, script }) => `${language}, ${script}`))
    for (const one of ['Arabic, Latin', 'Russian, Cyrillic', 'Greek, Greek', 'Chinese, Latin', 'Burmese, Latin', 'organisation, Latin'])
      expect(languages).toContain(one)
  })

  test('have nothing left of the rules in them', () => {
    const strange = entries.flatMap(spellingsOf).filter(({ text }) => /\$|undefined|NaN|_|\s\s|^\s|\s$/u.test(text))
    expect(strange).toEqual([])
  })
})

describe('the ordinary names', () => {
  test('are 10,000 different names of 25 languages at least, with 40 given and 40 family names each', () => {
    expect(peoples.length).toBeGreaterThanOrEqual(25)
    for (const { language, given, family } of peoples) {
      expect([language, new Set(given).size >= 40, new Set(family).size >= 40]).toEqual([language, true, true])
    }
    const names = ordinaryNames(10_000, new Set())
    expect(new Set(names.map(({ language, name }) => `${language} ${name}`)).size).toBe(10_000)
  })

  test('leave out names that are listed, in any order of the words', () => {
    const [first] = ordinaryNames(100, new Set())
    const listed = new Set([wordsKey((first?.name ?? '').toUpperCase().split(' ').toReversed().join(', '))])
    expect(ordinaryNames(10_000, listed).map(({ name }) => name)).not.toContain(first?.name)
  })
})

describe('the report', () => {
  const of: ListedName = { number: '1', name: 'A', known: new Set(), isPerson: true, language: 'other' }
  const spelling = { of, language: 'other', script: 'Latin', kind: 'k', text: 'a' } as const
  const alarm = (score: number) => ({ language: 'x', name: 'n', score, strength: score >= 0.8 ? 'review' : null, matched: null }) as const

  test('counts recall at the score at which 0.5 % of ordinary names raise an alarm', () => {
    const alarms = [...Array.from({ length: 995 }, () => alarm(0)), alarm(0.81), alarm(0.82), alarm(0.83), alarm(0.84), alarm(0.85)]
    const found = [0.95, 0.82, 0.7, 0].map((score) => ({ spelling, score, strength: score > 0.9 ? 'match' : null }) as const)
    const report = reportOn(found, [...alarms, alarm(0.815)])
    expect(report.alarmsAtThreshold).toBeLessThanOrEqual(0.005)
    expect(report.threshold).toBeGreaterThan(0.81)
    expect(report.threshold).toBeLessThan(0.815)
    expect(report.total).toMatchObject({ count: 4, atThreshold: 0.5, asReview: 0.25, asMatch: 0.25 })
    expect(report.misses).toHaveLength(3)
  })
})

test('The list with the made-up entries is screened as the service does it', async () => {
  const madeUp = madeUpEntries()
  const { sanctions, close } = await openList(withEntries(unXml('2026-01-05', 170), madeUp))
  try {
    for (const { name, number } of madeUp.slice(0, 3)) {
      const { verdict, matches } = await sanctions.screen(name)
      expect([verdict, matches.some(({ list, entry }) => list === 'un' && entry === number)]).toEqual(['match', true])
    }
  } finally {
    await close()
  }
})

test('A file in another format is refused', () => {
  expect(() => readList('<html/>')).toThrow('CONSOLIDATED_LIST')
})
