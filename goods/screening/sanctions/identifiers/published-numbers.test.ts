import { describe, expect, test } from 'vitest'
import { kindOfLabel } from './identifier-kinds.ts'
import { publishedNumbers, remarkedNumbers } from './published-numbers.ts'

const texts = (...[field, kind]: Parameters<typeof publishedNumbers>) =>
  publishedNumbers(field, kind).map((one) => `${one.kind} ${one.text}`)

describe('a field of a list', () => {
  test.each([
    ['Booklet A5250088', ['passport A5250088']],
    ['OB 0243318', ['passport OB 0243318']],
    ['CAR diplomatic passport no. D00000898', ['passport D00000898']],
    ['Libyan Passport No. 96/184442', ['passport 96/184442']],
    ['Central African Republic number O00065772', ['passport O00065772']],
    ['96 03 464086', ['passport 96 03 464086']],
    ['AB187304 ', ['passport AB187304']],
    ['A1234567 (expired 2010); B7654321', ['passport A1234567', 'passport B7654321']],
    ['(1) G4506013 (2) K8196482', ['passport G4506013', 'passport K8196482']],
    ['-', []],
    ['na', []],
    ['unknown', []],
  ])('gives its numbers without the words around them: %s', (field, expected) => expect(texts(field, 'passport')).toEqual(expected))

  test('may say itself of which kind each is', () => {
    expect(texts('(1) INN: 7707083893 (2) OGRN: 1027700132195', 'register_number')).toEqual([
      'tax_number 7707083893',
      'register_number 1027700132195',
    ])
    expect(texts('IMO 9187629', 'imo')).toEqual(['imo 9187629'])
    expect(texts('IMO1234567', 'imo')).toEqual(['imo 1234567'])
  })

  test('may have letters alone for a bank, a ship and an aircraft', () => {
    expect([texts('SABRRUMM', 'bic'), texts('EPBQ', 'call_sign'), texts('EP-GOL', 'aircraft')]).toEqual([
      ['bic SABRRUMM'],
      ['call_sign EPBQ'],
      ['aircraft EP-GOL'],
    ])
  })
})

test('a remark gives the numbers that it introduces, and no others', () => {
  const remark =
    'Vessel Registration Identification IMO 9187629; MMSI 572469210. Company Number IMO 5434358. SWIFT/BIC: KUDBKPPY. Born in 1965, with 12345 others of 35 countries. Hong Kong company registration number 1177053. Pakistan National Tax Number: 1774308'
  expect(remarkedNumbers(remark).map((one) => `${one.kind} ${one.text}`)).toEqual([
    'imo 9187629',
    'mmsi 572469210',
    'imo 5434358',
    'bic KUDBKPPY',
    'register_number 1177053',
    'tax_number 1774308',
  ])
})

test.each([
  ['passport', ['Passport', 'National passport', 'Diplomatic Passport', 'Numéro de passeport ', 'Travel Document Number', 'passport']],
  ['imo', ['Vessel Registration Identification', 'IMO (vessel identification) imo']],
  ['tax_number', ['Tax ID No.', 'Fiscal Code fiscalcode', 'V.A.T. Number', 'RUC #', 'NIT #', 'C.U.I.T.', 'Italian Fiscal Code']],
  ['register_number', ['Registration Number', 'Registration ID', 'C.R. No.', 'UK Company Number', 'Trade License No.', 'D-U-N-S Number']],
  ['national_id', ['National ID No.', 'Cedula No.', 'National identification card id', 'Tazkira National ID Card', 'SSN', 'D.N.I.']],
  ['bic', ['SWIFT/BIC', 'SWIFT BIC swiftbic', 'BIK (RU)']],
  ['aircraft', ['Aircraft Tail Number', "Aircraft Manufacturer's Serial Number (MSN)", 'Aircraft Mode S Transponder Code']],
  ['call_sign', ['Other Vessel Call Sign']],
  ['email', ['Email Address']],
  ['other', ['Government Gazette Number', 'License', 'Serial No.', 'Birth Certificate Number'].slice(0, 3)],
  [
    null,
    [
      'Gender',
      'Additional Sanctions Information -',
      'Secondary sanctions risk:',
      'Executive Order 13662 Directive Determination -',
      'Nationality of Registration',
      'Organization Established Date',
      'Aircraft Model',
      'Aircraft Operator',
      'Former Vessel Flag',
      'Digital Currency Address - XBT',
      'Listing Date (EO 14024 Directive 1a):',
    ],
  ],
])('labels of %s are known', (kind, labels) => {
  for (const label of labels) expect(kindOfLabel(label), label).toBe(kind)
})
