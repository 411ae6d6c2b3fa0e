import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { draftEntry, type ListedEntry, type SubjectKind } from '../listed-entry.ts'
import { createIndexBuilder, type NameIndex } from './name-index.ts'
import { searchAtOnce } from './search-at-once.fixture.ts'
import { anyText } from '../../../../test/support/any-text.ts'

function indexOf(...listed: readonly (readonly [kind: SubjectKind, name: string, family?: string])[]): NameIndex {
  const builder = createIndexBuilder()
  for (const [number, [kind, name, family = null]] of listed.entries()) {
    const draft = draftEntry(String(number), kind)
    draft.name(name, { family })
    builder.add('list', 1, draft.finish() as ListedEntry)
  }
  const steps = builder.finish()
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

const crowd = (['Ali', 'Omar', 'Sergey', 'Maria'] as const).flatMap((given) =>
  ['Barkov', 'al-Dusri', 'Lindholm', 'Ostrenko', 'Quirarte'].map((family) => ['person', `${given} ${family}`, family] as const),
)
const people = indexOf(
  ...crowd,
  ['person', 'Dmitry Alekseyevich ZHURAVLYOV', 'ZHURAVLYOV'],
  ['person', 'Abd al-Rahman Jasim AL-DULAYMI', 'AL-DULAYMI'],
  ['person', 'Hassan Mahmud AL-QASSAB', 'AL-QASSAB'],
  ['person', 'Hussein Mahmud AL-QASSAB', 'AL-QASSAB'],
  ['person', 'Joaquín GUZMÁN LOERA', 'GUZMÁN LOERA'],
  ['person', 'Jong Un KANG', 'KANG'],
  ['person', 'Георгий Иванович ЧЕРНЫШЁВ', 'ЧЕРНЫШЁВ'],
  ['person', 'أيمن الظواهري'],
)
const score = (index: NameIndex, name: string) => searchAtOnce(index, name, 0)[0]?.score ?? 0
const match = 0.9
const review = 0.8

describe('a person is found', () => {
  test.each([
    ['as listed', 'Dmitry Alekseyevich Zhuravlyov'],
    ['in another order', 'ZHURAVLYOV, Dmitry Alekseyevich'],
    ['without the name of the father', 'Dmitry Zhuravlyov'],
    ['as others transliterate', 'Dmitri Zhuravlev'],
    ['in the script of the country', 'Дмитрий Журавлёв'],
    ['with articles and parts of names together or apart', 'Abdulrahman Jassim Dulaimi'],
    ['without marks', 'joaquin guzman loera'],
    ['with syllables written together', 'Kang Jongun'],
    ['in Latin when listed in Cyrillic', 'Georgy Chernyshev'],
  ])('%s', (_, name) => expect(score(people, name)).toBeGreaterThanOrEqual(match))

  test('for review when only consonants can be compared: Arabic is written without short vowels', () => {
    for (const name of ['عبد الرحمن جاسم الدليمي', 'Ayman al-Zawahiri']) expect(score(people, name), name).toBeGreaterThanOrEqual(review)
    expect(score(people, 'أيمن الظواهري')).toBeCloseTo(1)
  })

  test('for review when half of the family name or a letter is missing', () => {
    for (const name of ['Joaquín Guzmán', 'Dimitry Zhuravlov', 'Hasan Kassab'])
      expect(score(people, name), name).toBeGreaterThanOrEqual(review)
  })
})

describe('other people are not found', () => {
  test.each([
    'Dmitry Barsukov',
    'Alexei Zhukovsky',
    'Joaquín Phoenix',
    'Kang Min',
    'Jasim Rahman',
    'Maria Zhuravskaya',
    'Omar',
    'Ali',
    'John Smith',
  ])('%s', (name) => expect(score(people, name)).toBeLessThan(review))

  test('people with the same given names and another family name', () => {
    const index = indexOf(...crowd, ['person', 'Callixte Innocent NGIRUMUKIZA', 'NGIRUMUKIZA'])
    expect(score(index, 'Callixte Innocent')).toBeLessThan(review)
    expect(score(index, 'Callixte Ngirumukiza')).toBeGreaterThanOrEqual(match)
  })

  test('two similar names stay two names', () => {
    const [first, ...others] = searchAtOnce(people, 'Husayn Mahmoud al-Qassab', 0)
    const nameOf = (found: { name: number } | undefined) => people.entries[people.entryOf[found?.name ?? -1] ?? -1]?.id
    expect([nameOf(first), first && first.score >= match]).toEqual(['23', true])
    expect(others.every((other) => other.score < match)).toBe(true)
  })
})

const firms = indexOf(
  ['entity', 'GOLDEN CRESCENT GENERAL TRADING FZE'],
  ['entity', 'OOO TEKHNOPROMKOMPLEKT'],
  ['entity', 'BANK MELLI IRAN'],
  ['entity', 'PETRO SHAMS ENGINEERING COMPANY'],
  ['vessel', 'CHONG RYON SAN'],
)

test('firms are found by their names, with any legal form at any position', () => {
  for (const name of [
    'Golden Crescent General Trading L.L.C.',
    'Tekhnopromkomplekt Limited Liability Company',
    'Технопромкомплект, ООО',
    'Tekhno Prom Komplekt',
    'PETROSHAMS Engineering Co., Ltd',
    'M/V Chong Ryon San',
  ]) {
    expect(score(firms, name), name).toBeGreaterThanOrEqual(match)
  }
})

test('a firm with another name in the same trade is another firm', () => {
  for (const name of [
    'Golden Gate General Trading FZE',
    'Crescent Petroleum',
    'Bank Melbourne',
    'Shams Hotel',
    'Engineering Company',
    'General Trading FZE',
  ]) {
    expect(score(firms, name), name).toBeLessThan(review)
  }
})

test('every listed name is found, in any case and order of given and family name', () => {
  const index = people
  for (const [kind, name] of crowd) {
    expect(kind).toBe('person')
    for (const form of [name, name.toUpperCase(), name.split(' ').toReversed().join(' ')])
      expect(score(index, form), form).toBeGreaterThanOrEqual(0.98)
  }
})

test('no input breaks it, or scores outside of 0 and 1', () => {
  const unit = fc.oneof(
    fc.constantFrom('a', 'l', ' ', '-', ',', '.', 'ж', 'م', 'α', '王', "'", '́', '\u0000', '💥', 'Ł'),
    anyText({ minLength: 1, maxLength: 1 }),
  )
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 80 }), (name) => {
      for (const found of searchAtOnce(people, name, 0)) expect(found.score >= 0 && found.score <= 1).toBe(true)
    }),
  )
})

test('a name of very many words is cut', () => {
  expect(searchAtOnce(people, 'Ali Omar '.repeat(5_000), 0.5).length).toBeLessThan(400)
})

test('a long name of a firm with commas is found exactly, though its words are cut', () => {
  const text = 'Corporation for the Development, Production and Export of Advanced Industrial Goods of the Northern and Eastern Provinces'
  expect(score(indexOf(['entity', text]), text)).toBe(1)
})

describe('a Chinese name', () => {
  const chinese = indexOf(
    ...crowd,
    ['person', 'ZHENG Zhiqiang', 'ZHENG'],
    ['person', 'Meiling OUYANG', 'OUYANG'],
    ['person', '单雄杰'],
    ['person', 'HUANG Meiying', 'HUANG'],
    ['entity', '东海远洋运输有限公司'],
  )

  test.each([
    ['in simplified characters', '郑志强'],
    ['in traditional characters', '鄭志強'],
    ['in characters beside its pinyin', 'Zheng Zhiqiang 郑志强'],
    ['with a family name of two characters', '欧阳美玲'],
    ['in pinyin when listed in characters', 'Shan Xiongjie'],
    ['in other characters when listed in characters', '單雄傑'],
    ['of an organisation in traditional characters', '東海遠洋運輸有限公司'],
  ])('is found %s', (_, name) => expect(score(chinese, name)).toBeGreaterThanOrEqual(match))

  test.each([
    ['in Wade–Giles', "Cheng Chih-ch'iang"],
    ['in Wade–Giles without marks, given name first', 'Chih-chiang Cheng'],
    ['by its Cantonese sounds', 'Cheng Chi-keung'],
    ['with a Cantonese family name', 'Wong Meiying'],
  ])('is to be reviewed %s', (_, name) => {
    expect(score(chinese, name)).toBeGreaterThanOrEqual(review)
    expect(score(chinese, name)).toBeLessThan(match)
  })

  test('of other characters that are read in another way is another name', () => {
    expect(score(chinese, '郑美玲')).toBeLessThan(review)
    expect(score(chinese, '李志强')).toBeLessThan(review)
  })
})
