import { describe, expect, test } from 'vitest'
import { namesSomebody, readQuery } from './read-query.ts'

/** A query in short: its addresses, its numbers with their kinds, and its name. */
function read(text: string): string {
  const { addresses, numbers, name } = readQuery(text)
  const parts = [
    ...addresses.map((one) => `${one.form} address`),
    ...numbers.map(({ kind, keys }) => `${kind ?? 'number'} ${keys[0]}`),
    ...(name === null ? [] : [namesSomebody(name) ? `name ${name}` : `nobody ${name}`]),
  ]
  return parts.join(', ')
}

describe('a number', () => {
  test.each([
    [
      'imo 9187629',
      [
        'IMO 9187629',
        'IMO9187629',
        'imo: 9187629',
        'IMO no. 9187629',
        'IMO-9187629',
        'Vessel No. 9187629',
        'IMO 918 7629',
        'IMO 9187-629.',
      ],
    ],
    ['number 9187629', ['9187629', ' 918 7629 ', '9187-629', '٩١٨٧٦٢٩', '９１８７６２９', '#9187629', 'No. 9187629']],
    ['mmsi 572469210', ['MMSI 572469210', 'mmsi:572 469 210', 'MMSI572469210']],
    ['passport A1234567', ['passport A1234567', 'Passport No. A1234567', 'passport A 1234567', 'Reisepass A1234567', 'паспорт A1234567']],
    ['number A1234567', ['A1234567', 'A-123-4567']],
    ['bic SABRRUMM', ['BIC SABRRUMM', 'SWIFT: SABRRUMM', 'swift/bic sabrrumm', 'SWIFT code SABRRUMM']],
    ['bic KUDBKPPY', ['KUDBKPPY']],
    [
      'tax_number 7707083893',
      ['INN 7707083893', 'ИНН 7707083893', 'tax id 7707083893', 'Tax identification number: 7707083893', 'INN7707083893'],
    ],
    ['tax_number DE123456789', ['VAT DE123456789', 'USt-IdNr. DE123456789', 'VAT number DE 123 456 789']],
    ['register_number 1027700132195', ['OGRN 1027700132195', 'company number 1027700132195', 'registration no 1027700132195']],
    ['national_id 23250460642', ['national id no 23250460642', 'ID 23250460642', 'identity card 23250460642', 'CNIC 23250460642']],
    ['lei 549300WE6TAF5EEWQS81', ['LEI 549300WE6TAF5EEWQS81']],
    ['account DE89370400440532013000', ['IBAN DE89 3704 0044 0532 0130 00']],
    ['aircraft EPGOL', ['tail number EP-GOL', 'aircraft EP-GOL']],
    ['call_sign UBXZ9', ['call sign UBXZ9', 'Callsign: UBXZ9']],
    ['email info@example.ru', ['info@example.ru', 'email: INFO@EXAMPLE.RU']],
    ['number 74951234567', ['+7 495 123-45-67']],
  ])('is %s however it is written', (expected, written) => {
    for (const text of written) expect(read(text), text).toBe(expected)
  })

  test('is taken out of a name, and both are asked for', () => {
    expect(read('MV Ocean Star IMO 9187629')).toBe('imo 9187629, name MV Ocean Star')
    expect(read('Ivan Petrov, passport no. 1234567')).toBe('passport 1234567, name Ivan Petrov')
    expect(read('Ivan Petrov 1234567')).toBe('number 1234567, name Ivan Petrov')
    expect(read('Sberbank (INN 7707083893, OGRN 1027700132195)')).toBe(
      'tax_number 7707083893, register_number 1027700132195, name Sberbank',
    )
  })

  test.each([
    'Brigade 313',
    'Unit 29155',
    '17 November',
    '3M',
    '7-Eleven',
    '1C Company',
    'Plant No. 4',
    '140 Aircraft Repair Plant',
    'Zenit2000',
    'Taylor Swift',
  ])('that belongs to a name stays there: %s', (name) => expect(read(name)).toBe(`name ${name}`))

  test.each(['SWIFT HOLDINGS', 'Swift Transportation', 'National Bank', 'Acme Company 12345', 'Tel Aviv 12', 'Ivan Petrov 12.03.1965'])(
    'is not read into a name with the word for one: %s',
    (name) => expect(read(name)).toBe(`name ${name}`),
  )

  test('is never left out, however many there are', () => {
    const all = Array.from({ length: 25 }, (_, index) => `A${100_000 + index}`)
    expect(readQuery(`Ivan Petrov ${all.join(', ')}`)).toMatchObject({ name: 'Ivan Petrov', numbers: all.map((text) => ({ text })) })
  })

  test('may be a name as well, where letters have the form of a code', () => {
    expect(read('SABRRUMM')).toBe('bic SABRRUMM, name SABRRUMM')
    expect(read('EP-GOL')).toBe('aircraft EPGOL, name EP-GOL')
    expect(read('booking.com')).toBe('website booking.com, name booking.com')
    expect(readQuery('1234567 Ontario Ltd').otherNames).toEqual(['1234567 Ontario Ltd'])
  })
})

describe('an address', () => {
  const lazarus = '0x098B716B8Aaf21512996dC57EB0615e2383E2f96'
  test.each([
    lazarus,
    lazarus.toLowerCase(),
    `eip155:1:${lazarus}`,
    `EIP155:1:${lazarus}`,
    `did:pkh:eip155:1:${lazarus}`,
    `eip155:8453/erc20:${lazarus}`,
    `payee eip155:8453/erc20:${lazarus}`,
    `base:${lazarus}`,
    `ethereum:${lazarus}`,
    `ethereum:${lazarus}@1?value=1`,
    `wallet ${lazarus} (ETH)`,
    'bip122:000000000019d6689c085ae165831e93:128Lkh3S7CkDTBZ8W7BbpsN3YYizJMp8p6',
    'bitcoin:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa?amount=1',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  ])('is read in every way in which it is written: %s', (text) => expect(read(text)).toBe('whole address'))

  test.each([
    lazarus.replace('B7', 'b7'),
    lazarus.slice(0, -1),
    `${lazarus}00`,
    `0x${'5a'.repeat(32)}`,
    'vitalik.eth',
    'cosmos1vhn2sqatxqt8hydlpmg8ju5zlu7kuq0l0qz8zn',
    'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs',
    'addr1q9adekgxyqm6a4vpfn3xlmq8tlp7w3l4v9aqqqqqqqqqqqqqqqqqqqqqqqqq',
    'eip155:1:somebody',
    'eip155:8453',
    'eip155:1/slip44:60',
  ])('with a fault, or of a chain whose addresses lists do not give, is no name: %s', (text) => expect(read(text)).toBe('unread address'))

  test('stands beside a name', () => expect(read(`Lazarus Group ${lazarus}`)).toBe('whole address, name Lazarus Group'))
})

test.each(['Ltd', 'Mr', 'Mr. Dr.', 'x', 'X Y', 'Al', 'GmbH & Co. KG', 'S.A.', 'K-9', '12 Mr', 'Mr null'])('%s names nobody', (text) => {
  expect(read(text)).toBe(`nobody ${text}`)
})

test.each([
  '12',
  '123',
  'null null',
  'undefined undefined',
  'N/A N/A',
  '2020-01-01',
  'N/A',
  'null',
  'undefined',
  'unknown',
  'The',
  'Passport',
  'IMO number',
  '[object Object]',
])('there is nothing to compare in %s', (text) => expect(read(text)).toBe(''))

test.each(['Li Na', 'A B C Trading', 'Dr. Li', '王小明', 'O', 'Group Trading', 'Ng', 'صدام'])('%s', (text) => {
  expect(read(text)).toBe(text === 'O' ? 'nobody O' : `name ${text}`)
})
