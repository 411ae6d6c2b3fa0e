import { describe, expect, test } from 'vitest'
import { noticeOf } from './ted-notice.ts'

const languages = { BUL: 'bg', ENG: 'en', RON: 'ro' }
const page = (path: (language: string) => string) => Object.fromEntries(Object.entries(languages).map(([key, one]) => [key, path(one)]))
/** A row in the form that TED's search answers: lists repeat per lot and per buyer, texts are by language. */
const row = (changes: object = {}) => ({
  'notice-identifier': '5f1b1f8a-7b3e-4f0e-9d0f-2b1de0d0a001',
  'title-proc': { ron: 'Servicii de mentenanță a aparaturii' },
  'classification-cpv': ['50421000', '50421000', '50421000'],
  'publication-number': '300777-2026',
  'organisation-country-buyer': ['ROU', 'ROU'],
  'publication-date': '2026-05-04+02:00',
  'buyer-name': { ron: ['Spitalul Județean Fagu', 'Comuna Brădetu de Sus'] },
  links: {
    xml: { MUL: 'https://ted.europa.eu/en/notice/300777-2026/xml' },
    pdf: page((language) => `https://ted.europa.eu/${language}/notice/300777-2026/pdf`),
    html: page((language) => `https://ted.europa.eu/${language}/notice/-/detail/300777-2026`),
  },
  ...changes,
})
const read = (changes: object = {}) => {
  const notice = noticeOf(row(changes))
  if (!notice) throw new Error('not read')
  return notice
}

test('a notice is read as TED writes it', () => {
  expect(noticeOf(row())).toEqual({
    id: '300777-2026',
    day: '2026-05-04',
    noticeId: '5f1b1f8a-7b3e-4f0e-9d0f-2b1de0d0a001',
    procedureId: null,
    title: 'Servicii de mentenanță a aparaturii',
    titleLanguage: 'ron',
    buyer: { name: 'Spitalul Județean Fagu', country: 'RO' },
    cpv: ['50421000'],
    noticeType: null,
    formType: null,
    procedure: null,
    changedNotice: null,
    changeReasons: [],
    award: null,
    deadlines: [],
    value: null,
    lotCount: null,
    url: 'https://ted.europa.eu/en/notice/-/detail/300777-2026',
    xmlUrl: 'https://ted.europa.eu/en/notice/300777-2026/xml',
  })
})

test('a result says how its lots ended, each code once, and why some have no winner', () => {
  const award = (statuses: unknown, reasons?: unknown) =>
    read({ 'winner-selection-status': statuses, 'non-award-justification': reasons }).award
  expect(award(['selec-w', 'clos-nw', 'clos-nw'], ['no-rece', 'no-rece', 'ins-fund'])).toEqual({
    statuses: ['selec-w', 'clos-nw'],
    notAwardedReasons: ['no-rece', 'ins-fund'],
  })
  expect(award('clos-nw', 'rev-body')).toEqual({ statuses: ['clos-nw'], notAwardedReasons: ['rev-body'] })
  expect(award(['selec-w'])).toEqual({ statuses: ['selec-w'], notAwardedReasons: [] })
  expect([award(undefined), award([7, ''], [{}])]).toEqual([null, null])
})

test('a change says why it changes another notice', () => {
  expect(read({ 'change-reason-code': ['cancel-intent', 'cancel-intent'] }).changeReasons).toEqual(['cancel-intent'])
})

test('a result with a number and a list of one currency has its total value', () => {
  const result = { 'form-type': 'result', 'notice-type': 'can-standard', 'total-value': 1145376.13, 'total-value-cur': ['EUR'] }
  expect(read(result)).toMatchObject({
    formType: 'result',
    noticeType: 'can-standard',
    value: { amount: '1145376.13', currency: 'EUR', kind: 'total' },
  })
})

describe('its title', () => {
  test.each([
    ['is in English where there is one', { 'title-proc': { ron: 'Servicii', eng: 'Services' } }, ['Services', 'eng']],
    ['else in the first language that has a text', { 'title-proc': { fra: ' ', deu: 'Leistungen' } }, ['Leistungen', 'deu']],
    ['may be a list', { 'title-proc': { fra: ['', 'Prestations'] } }, ['Prestations', 'fra']],
    ['may come without a language', { 'title-proc': 'Services' }, ['Services', null]],
    [
      'comes from the notice where the procedure has none',
      { 'title-proc': undefined, 'notice-title': { eng: 'Romania – Services' } },
      ['Romania – Services', 'eng'],
    ],
    ['is null where there is none', { 'title-proc': 7 }, [null, null]],
  ])('%s', (_, changes, expected) => {
    const { title, titleLanguage } = read(changes)
    expect([title, titleLanguage]).toEqual(expected)
  })

  test('is one clean line of limited length', () => {
    expect(read({ 'title-proc': { eng: `A\u202e\u0007title\n${'x'.repeat(5_000)}` } }).title).toMatch(/^Atitle x{480,500}…$/)
  })
})

test('fields in no known form are null, and the rest of the notice stays', () => {
  const odd = {
    'buyer-name': 5,
    'classification-cpv': { a: 1 },
    'form-type': '<b>',
    'procedure-type': ['open', 'open'],
    'identifier-lot': [1, {}],
    links: 'none',
  }
  expect(read(odd)).toMatchObject({
    buyer: { name: null, country: 'RO' },
    cpv: [],
    formType: null,
    procedure: 'open',
    lotCount: null,
    url: 'https://ted.europa.eu/en/notice/-/detail/300777-2026',
  })
})

test('CPV codes come as texts or numbers, with or without check digit, and count once', () => {
  expect(read({ 'classification-cpv': [72000000, '72000000-5', '48000000', 'soon', null] }).cpv).toEqual(['72000000', '48000000'])
  expect(read({ 'classification-cpv': '45000000' }).cpv).toEqual(['45000000'])
})

test('lots count once each', () => {
  expect(read({ 'identifier-lot': ['LOT-0001', 'LOT-0002', 'LOT-0001'] }).lotCount).toBe(2)
})

test('a change names what it changes, by version or by number', () => {
  expect(read({ 'change-notice-version-identifier': ['5f1b1f8a-7b3e-4f0e-9d0f-2b1de0d0a001-01'] }).changedNotice).toBe(
    '5f1b1f8a-7b3e-4f0e-9d0f-2b1de0d0a001-01',
  )
  expect(read({ 'change-notice-version-identifier': '300132-2026' }).changedNotice).toBe('300132-2026')
})

test('links that lead away from TED are not taken over', () => {
  for (const link of [
    'https://evil.example/300777',
    'javascript:alert(1)',
    'http://ted.europa.eu/x',
    'https://ted.europa.eu.evil.example/',
  ]) {
    expect(read({ links: { html: { ENG: link }, xml: { MUL: link } } })).toMatchObject({
      url: 'https://ted.europa.eu/en/notice/-/detail/300777-2026',
      xmlUrl: 'https://ted.europa.eu/en/notice/300777-2026/xml',
    })
  }
})

test.each([
  ['without a number', { 'publication-number': undefined }],
  ['with a number in another form', { 'publication-number': '300777' }],
  ['without a date', { 'publication-date': null }],
  ['with a day that does not exist', { 'publication-date': '2026-02-30+01:00' }],
])('a row %s is no notice', (_, changes) => {
  expect(noticeOf(row(changes))).toBeNull()
})

test.each([[null], ['text'], [7], [[]], [[row()]]])('%j is no notice', (given) => {
  expect(noticeOf(given)).toBeNull()
})

describe('deadlines', () => {
  const deadlines = (dates: unknown, times: unknown) =>
    read({ 'deadline-receipt-tender-date-lot': dates, 'deadline-receipt-tender-time-lot': times }).deadlines

  test.each([
    ['a date and a time with offsets', ['2026-06-10+02:00'], ['12:00:00+02:00'], ['2026-06-10T10:00:00.000Z']],
    ['the offset of the date where the time has none', ['2026-06-10+02:00'], ['12:00'], ['2026-06-10T10:00:00.000Z']],
    ['Z', ['2026-06-10Z'], ['12:00:00Z'], ['2026-06-10T12:00:00.000Z']],
    ['the end of the day without a time', ['2026-06-10Z'], undefined, ['2026-06-10T23:59:59.000Z']],
    [
      'one for each lot, the earliest first, each once',
      ['2026-06-12Z', '2026-06-10Z', '2026-06-12Z'],
      ['10:00Z', '11:00Z', '10:00Z'],
      ['2026-06-10T11:00:00.000Z', '2026-06-12T10:00:00.000Z'],
    ],
    ['one time for all lots', ['2026-06-12Z', '2026-06-13Z'], ['10:00:00Z'], ['2026-06-12T10:00:00.000Z', '2026-06-13T10:00:00.000Z']],
    ['nothing in no form', ['soon', 5, '2026-13-01Z', '2026-06-10'], undefined, ['2026-06-10T23:59:59.000Z']],
  ])('are %s', (_, dates, times, expected) => {
    expect(deadlines(dates, times)).toEqual(expected)
  })

  test('for requests to participate count too', () => {
    expect(
      read({ 'deadline-receipt-request-date-lot': '2026-06-01Z', 'deadline-receipt-request-time-lot': '09:00:00Z' }).deadlines,
    ).toEqual(['2026-06-01T09:00:00.000Z'])
  })
})

describe('the value', () => {
  test.each([
    ['of the procedure', { 'estimated-value-proc': '480000.50', 'estimated-value-cur-proc': 'EUR' }, ['480000.50', 'EUR', 'estimated']],
    [
      'of all lots, added up exactly',
      { 'estimated-value-lot': ['0.1', 0.2, 1_000], 'estimated-value-cur-lot': ['SEK', 'SEK', 'SEK'] },
      ['1000.3', 'SEK', 'estimated'],
    ],
    [
      'of two lots of the same value',
      { 'estimated-value-lot': [500, 500], 'estimated-value-cur-lot': ['EUR', 'EUR'] },
      ['1000', 'EUR', 'estimated'],
    ],
    [
      'of the only winning tender of a result',
      { 'form-type': 'result', 'tender-value': [700], 'tender-value-cur': ['PLN'] },
      ['700', 'PLN', 'awarded'],
    ],
    [
      'that was agreed, of a result',
      { 'form-type': 'result', 'estimated-value-proc': 9, 'estimated-value-cur-proc': 'EUR', 'total-value': 7, 'total-value-cur': ['EUR'] },
      ['7', 'EUR', 'total'],
    ],
    [
      'that is estimated, of others',
      {
        'form-type': 'competition',
        'estimated-value-proc': 9,
        'estimated-value-cur-proc': 'EUR',
        'total-value': 7,
        'total-value-cur': 'EUR',
      },
      ['9', 'EUR', 'estimated'],
    ],
  ])('is that %s', (_, changes, [amount, currency, kind]) => {
    expect(read(changes).value).toMatchObject({ amount, currency, kind })
  })

  const estimated = (amount: unknown) => ({ 'estimated-value-proc': amount, 'estimated-value-cur-proc': 'EUR' })
  test.each([0, '0.00', 0.01, '0.01', 1, '1.00'])('of %j is a placeholder', (amount) => {
    expect(read(estimated(amount)).value?.isPlaceholder).toBe(true)
  })

  test('above 1 is none', () => {
    for (const amount of [1.01, '2', 140_000]) expect(read(estimated(amount)).value?.isPlaceholder).toBe(false)
  })

  test('of all lots is a placeholder where one of them is: it says less than the whole', () => {
    const lots = (...values: unknown[]) => ({ 'estimated-value-lot': values, 'estimated-value-cur-lot': ['EUR'] })
    expect(read(lots(250_000, 0.01)).value).toEqual({ amount: '250000.01', currency: 'EUR', kind: 'estimated', isPlaceholder: true })
    expect(read(lots(250_000, 3)).value?.isPlaceholder).toBe(false)
  })

  test('is another one that the notice says, rather than a placeholder', () => {
    expect(read({ ...estimated(0.01), 'total-value': 90_000, 'total-value-cur': ['EUR'] }).value).toMatchObject({
      amount: '90000',
      kind: 'total',
    })
    const result = { 'form-type': 'result', 'total-value': 0, 'total-value-cur': ['EUR'] }
    expect(read({ ...result, ...estimated(90_000) }).value).toMatchObject({ amount: '90000', kind: 'estimated' })
    expect(read(result).value).toMatchObject({ amount: '0', isPlaceholder: true })
  })

  test.each([
    ['without a currency', { 'total-value': 5 }],
    ['in two currencies', { 'estimated-value-lot': [5, 6], 'estimated-value-cur-lot': ['EUR', 'PLN'] }],
    ['of fewer lots than currencies', { 'estimated-value-lot': [5], 'estimated-value-cur-lot': ['EUR', 'EUR'] }],
    ['of several tenders, which may be of one lot', { 'tender-value': [5, 6], 'tender-value-cur': ['EUR', 'EUR'] }],
    ['below zero', { 'total-value': -5, 'total-value-cur': 'EUR' }],
    ['in no number', { 'total-value': '5 000,00', 'total-value-cur': 'EUR' }],
    ['with endless places', { 'total-value': '0.0000000000000001', 'total-value-cur': 'EUR' }],
    ['in euro signs', { 'total-value': 5, 'total-value-cur': '€' }],
  ])('is null %s', (_, changes) => {
    expect(read(changes).value).toBeNull()
  })
})
