import fc from 'fast-check'
import { stdnum, type Validator } from 'stdnum'
import { describe, expect, it } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { readVatNumber, vatPrefixes } from './vat-number.ts'
import { anyText } from '../../../test/support/any-text.ts'

/** A generator of numbers: `#` is a digit, `[…]` one of these characters, a pair of braces one of these words. */
interface Compared {
  readonly prefix: string
  /** All but the check characters. */
  readonly body: string
  /** What the check characters may be. All of them are tried behind each body, so most are wrong. */
  readonly checks: readonly string[]
  /** Where the check characters belong; at the end by default. */
  readonly place?: (body: string, check: string) => string
  readonly oracle: (number: string) => boolean
  /** Numbers about which the oracle is wrong. */
  readonly skip?: (number: string) => boolean
}

const by = (country: string, name: string) => (number: string) =>
  (stdnum[country] as Record<string, Validator>)[name]?.validate(number).isValid === true
const digits = [...'0123456789']
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const pairs = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'))
const months = '{01 02 03 04 05 06 07 08 09 10 11 12}'
const days = '{01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28}'
const slovenianRest = (number: string) => [8, 7, 6, 5, 4, 3, 2].reduce((sum, weight, index) => sum + weight * Number(number[index]), 0) % 11
const bulgarianRest = (number: string) =>
  [4, 3, 2, 7, 6, 5, 4, 3, 2].reduce((sum, weight, index) => sum + weight * Number(number[index]), 0) % 11
const inFront = (body: string, check: string) => check + body

/** Every format. Where the oracle is known to be wrong, the note says so, and the body leaves that part out. */
const compared: readonly Compared[] = [
  { prefix: 'AT', body: 'U#######', checks: digits, oracle: by('AT', 'uid') },
  { prefix: 'BE', body: '[01]#######', checks: pairs, oracle: by('BE', 'vat') },
  // The oracle refuses 4 to 8 in front, but numbers such as BG831642181 are in use.
  { prefix: 'BG', body: '[01239]#######', checks: digits, oracle: by('BG', 'vat') },
  {
    // The oracle has the third of the three checksums the wrong way round, and other digits where its remainder is 0 or 1.
    prefix: 'BG',
    body: `##${months}${days}###`,
    checks: digits,
    oracle: (number) => by('BG', 'egn')(number) || by('BG', 'pnf')(number) || !by('BG', 'vat')(number),
    skip: (number) => !/^[01239]/.test(number) || bulgarianRest(number) < 2,
  },
  { prefix: 'CY', body: '[02-9]#######', checks: letters, oracle: by('CY', 'vat') },
  { prefix: 'CZ', body: '[1-8]######', checks: digits, oracle: by('CZ', 'dic') },
  // The oracle accepts impossible months, so these have possible ones.
  { prefix: 'CZ', body: `[6-9]#${months}${days}###`, checks: digits, oracle: by('CZ', 'dic') },
  // Those born before 1954 have no checksum.
  { prefix: 'CZ', body: `[1-4]#${months}${days}##`, checks: digits, oracle: by('CZ', 'dic') },
  // VIES gives no number out with 0 in front.
  { prefix: 'DE', body: '[1-9]#######', checks: digits, oracle: by('DE', 'vat') },
  { prefix: 'DK', body: '[1-9]######', checks: digits, oracle: by('DK', 'cvr') },
  // All numbers of Estonia begin with 10, which the oracle does not know.
  { prefix: 'EE', body: '10######', checks: digits, oracle: by('EE', 'kmkr') },
  { prefix: 'EL', body: '########', checks: digits, oracle: by('GR', 'vat') },
  { prefix: 'ES', body: '########', checks: letters, oracle: by('ES', 'nif') },
  { prefix: 'ES', body: '[XYZKLM]#######', checks: letters, oracle: by('ES', 'nif') },
  // The oracle accepts both forms of the check character for every kind of entity. Only for these kinds both are right.
  { prefix: 'ES', body: '[CDFGJUV]#######', checks: [...digits, ...letters], oracle: by('ES', 'cif') },
  { prefix: 'ES', body: '[ABEH][1-9]######', checks: digits, oracle: by('ES', 'cif') },
  { prefix: 'ES', body: '[NPQRSW]#######', checks: letters, oracle: by('ES', 'cif') },
  { prefix: 'FI', body: '#######', checks: digits, oracle: by('FI', 'alv') },
  { prefix: 'FR', body: '40{4833048 0000000 3303131}', checks: pairs, place: inFront, oracle: by('FR', 'tva') },
  { prefix: 'FR', body: '#########', checks: pairs, place: inFront, oracle: by('FR', 'tva') },
  {
    prefix: 'FR',
    body: '#########',
    checks: letters.flatMap((letter) => [`1${letter}`, `${letter}7`, `${letter}K`]),
    place: inFront,
    oracle: by('FR', 'tva'),
  },
  { prefix: 'GB', body: '#######', checks: pairs, oracle: by('GB', 'vat') },
  { prefix: 'XI', body: '#######', checks: pairs, oracle: by('GB', 'vat') },
  { prefix: 'HR', body: '##########', checks: digits, oracle: by('HR', 'oib') },
  { prefix: 'HU', body: '#######', checks: digits, oracle: by('HU', 'anum') },
  { prefix: 'IE', body: '#######', checks: letters, oracle: by('IE', 'vat') },
  { prefix: 'IE', body: '#[A-Z]#####', checks: letters, oracle: by('IE', 'vat') },
  {
    prefix: 'IE',
    body: '#######',
    checks: letters.flatMap((letter) => [`${letter}A`, `${letter}H`, `${letter}W`]),
    oracle: by('IE', 'vat'),
  },
  // The oracle knows fewer tax offices than Italy has; these it knows.
  { prefix: 'IT', body: '#######0[1-9][1-9]', checks: digits, oracle: by('IT', 'iva') },
  { prefix: 'LT', body: '#######1', checks: digits, oracle: by('LT', 'pvm') },
  { prefix: 'LT', body: '##########1', checks: digits, oracle: by('LT', 'pvm') },
  { prefix: 'LU', body: '######', checks: pairs, oracle: by('LU', 'tva') },
  { prefix: 'LV', body: '[4-9]#########', checks: digits, oracle: by('LV', 'pvn') },
  { prefix: 'LV', body: `${days}${months}[5-9]#1###`, checks: digits, oracle: by('LV', 'pvn') },
  // The oracle also accepts 00 and check digits above 37, which the rule does not make.
  { prefix: 'MT', body: '[1-9]#####', checks: pairs.slice(1, 38), oracle: by('MT', 'vat') },
  { prefix: 'NL', body: '########', checks: digits.flatMap((digit) => [`${digit}B01`, `${digit}B58`]), oracle: by('NL', 'btw') },
  { prefix: 'NO', body: '[89]#######', checks: digits, oracle: by('NO', 'orgnr') },
  { prefix: 'PL', body: '#########', checks: digits, oracle: by('PL', 'nip') },
  { prefix: 'PT', body: '[1-9]#######', checks: digits, oracle: by('PT', 'nif') },
  { prefix: 'RO', body: '[1-9]######', checks: digits, oracle: by('RO', 'cui') },
  { prefix: 'SE', body: '#########', checks: digits, place: (body, check) => `${body}${check}01`, oracle: by('SE', 'vat') },
  // Where 11 would be the check digit, no number is given out. The oracle takes its last digit instead.
  { prefix: 'SI', body: '[1-9]######', checks: digits, oracle: by('SI', 'ddv'), skip: (number) => slovenianRest(number) === 0 },
  // The oracle looks at the first digit where the rule is about the third.
  { prefix: 'SK', body: '[234789]#[234789]######', checks: digits, oracle: by('SK', 'dph') },
  { prefix: 'CHE', body: '########', checks: digits, oracle: (number) => by('CH', 'uid')(`CHE${number}`) },
]

/** A random string of this form. */
function made(form: string): fc.Arbitrary<string> {
  const parts = form.match(/\{[^}]*\}|\[[^\]]*\]|./g) ?? []
  const choices = parts.map((part) => {
    if (part === '#') return fc.constantFrom(...digits)
    if (part.startsWith('{')) return fc.constantFrom(...part.slice(1, -1).split(' '))
    return part.startsWith('[')
      ? fc.constantFrom(...[...digits, ...letters].filter((letter) => new RegExp(part).test(letter)))
      : fc.constant(part)
  })
  return fc.tuple(...choices).map((chosen) => chosen.join(''))
}

describe('the checksum of a VAT number', () => {
  it('is compared for every prefix', () => {
    expect([...new Set(compared.map(({ prefix }) => prefix))].sort()).toEqual(vatPrefixes)
  })

  it.each(compared)('of $prefix $body agrees with an independent implementation', ({ prefix, body, checks, place, oracle, skip }) => {
    let valid = 0
    fc.assert(
      fc.property(made(body), (random) => {
        for (const check of checks) {
          const number = place ? place(random, check) : random + check
          if (skip?.(number)) continue
          const ours = readVatNumber(prefix + number).status === 'valid'
          expect([number, ours]).toEqual([number, oracle(number)])
          if (ours) valid++
        }
      }),
      { numRuns: runsOf(150), seed: 6 },
    )
    // Behind most bodies one of the check characters is right.
    expect(valid).toBeGreaterThan(runsOf(10))
  })
})

describe('a VAT number', () => {
  // Published numbers of companies and authorities.
  const known = [
    'CZ45274649',
    'PL7740001454',
    'CZ640903926',
    'GB480213910001',
    'GBGD001',
    'GBHA599',
    'XI480214025',
    'FI01120389',
    'ESA15075062',
    'DE811115368',
    'FR83404833048',
    'IE6388047V',
    'LU26375245',
    'NL004495445B01',
    'SE556188840401',
    'DK13585628',
    'BG831642181',
    'PT501964843',
    'EL094259216',
    'IT00743110157',
    'BE0403170701',
    'CHE116281710',
    'NO974760673',
  ]
  it.each(known)('%s is valid', (id) => {
    expect(readVatNumber(id)).toMatchObject({ status: 'valid', vat: { id } })
  })

  it.each(known.filter((id) => !/^GB|^CZ6/.test(id)))('%s with two neighbouring digits swapped is not', (id) => {
    const digitsAt = [...id].flatMap((letter, index) => (index > 2 && /\d/.test(letter) && /\d/.test(id[index + 1] ?? '') ? [index] : []))
    const at = digitsAt.find((index) => id[index] !== id[index + 1]) ?? -1
    const swapped = id.slice(0, at) + (id[at + 1] ?? '') + (id[at] ?? '') + id.slice(at + 2)
    expect(swapped).not.toBe(id)
    expect(readVatNumber(swapped).status).not.toBe('valid')
  })

  it.each([
    [' cz 452 746 49 ', 'CZ45274649'],
    ['PL 774-000-14-54', 'PL7740001454'],
    ['gr 094.259.216', 'EL094259216'],
    ['NO 974 760 673 MVA', 'NO974760673'],
    ['CHE-116.281.710 MWST', 'CHE116281710'],
    ['BE 403.170.701', 'BE0403170701'],
    ['ＦＩ０１１２０３８９', 'FI01120389'],
  ])('is read from %j', (text, id) => {
    expect(readVatNumber(text)).toMatchObject({ status: 'valid', vat: { id } })
  })

  it('tells the country apart from the prefix', () => {
    expect(readVatNumber('EL094259216')).toMatchObject({ vat: { prefix: 'EL', country: 'GR', inVies: true } })
    expect(readVatNumber('XI480214025')).toMatchObject({ vat: { prefix: 'XI', country: 'GB', inVies: true } })
    expect(readVatNumber('GB480214025')).toMatchObject({ vat: { prefix: 'GB', country: 'GB', inVies: false } })
    expect(readVatNumber('CHE116281710')).toMatchObject({ vat: { prefix: 'CHE', country: 'CH', inVies: false } })
  })

  it('says what is wrong', () => {
    expect(readVatNumber('CZ45274648').status).toBe('wrong_checksum')
    expect(readVatNumber('CZ4527464').status).toBe('wrong_format')
    expect(readVatNumber('US45274649').status).toBe('unknown_prefix')
    expect(readVatNumber('').status).toBe('unknown_prefix')
    expect(readVatNumber('constructor').status).toBe('unknown_prefix')
  })

  it('of Slovenia is not given out where the check digit would be 11', () => {
    for (const check of digits) expect(readVatNumber(`SI1301862${check}`).status).toBe('wrong_checksum')
  })

  it('is read from any text without an exception', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 60 }), (text) => void readVatNumber(text)),
      { seed: 6 },
    )
  })

  it.each(['A', 'B', 'E', 'H'])('of a Spanish entity %s ends with a digit', (kind) => {
    // The oracle also takes the letter that means the same.
    expect(readVatNumber(`ES${kind}15075062`).status).toBe('valid')
    expect(readVatNumber(`ES${kind}1507506B`).status).toBe('wrong_format')
  })
})

describe('numbers as people write them', () => {
  it.each([
    ['GREL998214300', 'EL998214300'],
    ['ELEL998214300', 'EL998214300'],
    ['GR EL 998214300', 'EL998214300'],
    ['GBGB480214025', 'GB480214025'],
    ['GBXI480214025', 'XI480214025'],
    ['XI GB 480214025', 'XI480214025'],
    ['UK 480 2140 25', 'GB480214025'],
    ['DEDE398214508', 'DE398214508'],
    ['FRFR45982140337', 'FR45982140337'],
    ['ATATU79821436', 'ATU79821436'],
    ['AT 79821436', 'ATU79821436'],
    ['SE 559982-1401', 'SE559982140101'],
    ['HU 12892312-2-42', 'HU12892312'],
    ['  cz-45.27.46.49  ', 'CZ45274649'],
    ['pl: 774-00-01-454', 'PL7740001454'],
    ["NL'859821432'B01", 'NL859821432B01'],
    ['fi\u00a00112\u20110389', 'FI01120389'],
    ['NO 995 810 301 MVA', 'NO995810301'],
    ['NONO995810301MVA', 'NO995810301'],
  ])('%s is %s', (text, id) => expect(readVatNumber(text)).toMatchObject({ status: 'valid', vat: { id } }))

  it.each(['CHE-498.214.302 MWST', 'che 498214302 tva', 'CH-498.214.302 IVA', 'CHECHE498214302', 'CHE498214302 MWST/TVA/IVA'])(
    '%s is a Swiss number',
    (text) => expect(readVatNumber(text)).toMatchObject({ vat: { id: 'CHE498214302', inVies: false } }),
  )

  it.each([
    'DE 12/345/67890',
    'FR552081317',
    'FR 552 081 317 66522',
    'NL 859821432',
    'EE 10137319',
    'SK31322832',
    'GB 00445790',
    'GBSC123456',
    'AT 123456789',
    'IE 123456',
  ])('%s is another number of its country, and a hint says which', (text) =>
    expect(readVatNumber(text)).toMatchObject({
      status: 'wrong_format',
      hint: expect.stringMatching(/^This looks like .* The VAT number has /),
    }),
  )

  it('a prefix is only taken off when a right number is left', () => {
    expect(readVatNumber('DEDE12')).toMatchObject({ status: 'wrong_format', vat: { id: 'DEDE12' } })
    expect(readVatNumber('CZSK2129804457').status).toBe('wrong_format')
  })
})
