import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareCompanyNames, stateInName } from './compare-company-names.ts'

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

describe('names as registers put them together', () => {
  test.each([
    ['S.C. Dacia S.R.L.', 'DACIA SRL'],
    ['ΑΛΦΑ ΔΕΛΤΑ ΑΝΩΝΥΜΗ ΕΜΠΟΡΙΚΗ ΚΑΙ ΒΙΟΜΗΧΑΝΙΚΗ ΕΤΑΙΡΕΙΑ||ΑΛΔΕΛ', 'Άλφα Δέλτα Α.Ε.'],
    ['ΑΛΦΑ ΔΕΛΤΑ ΑΝΩΝΥΜΗ ΕΤΑΙΡΕΙΑ||ΑΛΔΕΛ', 'Αλδέλ'],
    ['ΠΑΠΑΔΟΠΟΥΛΟΣ & ΣΙΑ Ο.Ε.', 'Παπαδόπουλος και Σία ΟΕ'],
    ['„БЪЛГАРСКА РОЗА“ АД', 'Balgarska Roza AD'],
    ['Alfa Costruzioni S.p.A. in forma abbreviata Alco S.p.A.', 'ALCO SPA'],
    ['Beispiel AG (Exemple SA) (Example Ltd)', 'Exemple SA'],
    ['Gamma S.a.s. di Bianchi Luca & C.', 'Gamma di Bianchi Luca & C. S.a.s.'],
    ['NV Acme SA', 'ACME NV'],
    ['Alpha Ltd t/a Beta Plumbing', 'ALPHA LIMITED'],
    ['Wagner Stiftung & Co. KG', 'WAGNER Stiftung & Co. Kommanditgesellschaft'],
  ])('%s is %s', (one, other) => expect(compareCompanyNames(one, other).verdict).toBe('same'))

  test('a place behind the legal form is named, and two places are at most similar', () => {
    expect(compareCompanyNames('Alfa d.o.o., Zagreb', 'Alfa d.o.o.')).toMatchObject({ verdict: 'same', differing: ['seat missing'] })
    expect(compareCompanyNames('Alfa d.o.o., Zagreb', 'Alfa d.o.o., Split')).toMatchObject({ verdict: 'similar', differing: ['seat'] })
  })

  test.each([
    ['PODRAVKA PREHRAMBENA INDUSTRIJA, D.D., KOPRIVNICA', 'Podravka d.d.', 'activity'],
    ['KRKA, tovarna zdravil, d.d., Novo mesto', 'Krka d.d.', 'activity'],
    ['ALFA Kereskedelmi és Szolgáltató Kft.', 'Alfa Kft.', 'activity'],
    ['HSBC Continental Europe S.A. Oddział w Polsce', 'HSBC Continental Europe SA', 'branch'],
    ['COMPAGNIE ALPHA (CALPHA)', 'Calpha', 'short or trade name'],
  ])('%s is similar to %s, for its %s', (one, other, reason) => {
    const { verdict: said, differing } = compareCompanyNames(one, other)
    expect([said, differing]).toEqual(['similar', expect.arrayContaining([reason])])
  })

  test('a state in a name leaves the company the same, and is said', () => {
    expect(compareCompanyNames('Müller GmbH & Co. KG i.L.', 'Müller GmbH & Co. KG')).toMatchObject({
      verdict: 'same',
      differing: ['in liquidation'],
    })
    expect(compareCompanyNames('BUAB "Alfa"', 'Alfa, UAB')).toMatchObject({ verdict: 'same', differing: ['insolvency'] })
    expect(stateInName('ALFA d.o.o. za trgovinu i usluge u stečaju, Split')).toBe('insolvent')
    expect([stateInName('Alfa Kft. f.a.'), stateInName('Alfa S.r.l. in liquidazione'), stateInName('Alfa GmbH')]).toEqual([
      'insolvent',
      'in_liquidation',
      null,
    ])
  })

  test('two letters are a state only behind a legal form, and a form only for sure with stops', () => {
    expect(stateInName('Air VA')).toBeNull()
    expect(compareCompanyNames('Amazon EU S.à r.l.', 'Amazon').verdict).toBe('similar')
    expect(compareCompanyNames('Holzer EU', 'Holzer').verdict).toBe('similar')
    expect(compareCompanyNames('Holzer e.U.', 'Holzer').verdict).toBe('same')
  })
})

describe('a brand and its national company are similar, never the same', () => {
  test.each([
    ['Siemens', 'Siemens Romania SRL'],
    ['Siemens', 'Сименс България ЕООД'],
    ['IKEA', 'IKEA Deutschland GmbH & Co. KG'],
    ['IKEA', 'IKEA Svenska Försäljnings AB'],
    ['Lidl', 'LIDL ČESKÁ REPUBLIKA v.o.s.'],
    ['Shell', 'ΣΕΛΛ ΕΛΛΑΣ ΑΕ'],
    ['Vodafone', 'Vodafone Kabel Deutschland GmbH'],
    ['Bosch', 'Robert Bosch, spol. s r.o.'],
  ])('%s, %s', (one, other) => expect(verdict(one, other)).toBe('similar'))

  test.each([
    ['Siemens Romania SRL', 'Siemens Bulgaria EOOD'],
    ['Deutsche Bank AG', 'Bank AG'],
    ['Siemens', 'Siemens Healthineers AG'],
    ['Kurz GmbH', 'Sebastian Kurz GmbH'],
    ['Company Shop Ltd', 'Shop Ltd'],
    ['Konkurs Media AB', 'Media AB'],
    ['Limited Edition Wines Ltd', 'Edition Wines Ltd'],
    ['The Co-operative Bank PLC', 'Bank PLC'],
  ])('but %s and %s are different', (one, other) => expect(verdict(one, other)).toBe('different'))
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
