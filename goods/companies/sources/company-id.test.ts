import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sandboxCompanies } from '../sandbox/population/sandbox-companies.ts'
import { readCompanyId } from './company-id.ts'
import { readLei } from './lei.ts'
import { anyText } from '../../../test/support/any-text.ts'

/** Finland's register only; its numbers are long enough when they have eight digits. */
const normalise = (country: string, number: string) =>
  country === 'FI' ? (/^\d{7}-?\d$/.test(number) ? `${number.slice(0, 7)}-${number.slice(-1)}` : null) : undefined

const leis = sandboxCompanies.flatMap(({ lei }) => (lei === null ? [] : [lei]))
const alphabet = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']

describe('an LEI', () => {
  it.each(leis)('%s is valid, in small letters and with spaces too', (lei) => {
    expect(readLei(lei)).toBe(lei)
    expect(readLei(`  ${lei.toLowerCase().replace(/(.{4})/g, '$1 ')}`)).toBe(lei)
  })

  it('is not valid with any one character changed', () => {
    fc.assert(
      fc.property(fc.constantFrom(...leis), fc.nat(19), fc.constantFrom(...alphabet), (lei, at, letter) => {
        fc.pre(lei[at] !== letter)
        expect(readLei(lei.slice(0, at) + letter + lei.slice(at + 1))).toBeNull()
      }),
      { seed: 6 },
    )
  })

  it('is not valid with other lengths or characters', () => {
    for (const text of ['', '529900S5R9YHJHYKKG9', '529900S5R9YHJHYKKG944', '529900S5R9YHJHYKKG9é', 'x'.repeat(1_000_000)])
      expect(readLei(text)).toBeNull()
  })
})

describe('the id of a company', () => {
  it.each([
    ['529900s5r9yhjhykkg94', { kind: 'lei', lei: '529900S5R9YHJHYKKG94' }],
    ['cz 45274649', { kind: 'vat', vat: { id: 'CZ45274649' } }],
    ['FI01120389', { kind: 'vat', vat: { id: 'FI01120389' } }],
    ['FI:0112038-9', { kind: 'register', country: 'FI', registerNumber: '0112038-9' }],
    ['fi/01120389', { kind: 'register', country: 'FI', registerNumber: '0112038-9' }],
  ])('is read from %j', (text, id) => {
    expect(readCompanyId(text, normalise)).toMatchObject({ status: 'read', id })
  })

  it.each([
    ['529900S5R9YHJHYKKG95', { status: 'wrong_checksum', kind: 'lei' }],
    ['CZ45274648', { status: 'wrong_checksum', kind: 'vat' }],
    ['CZ4527', { status: 'wrong_format', kind: 'vat' }],
    ['FI:1', { status: 'wrong_format', kind: 'register' }],
    ['US:806592', { status: 'no_register' }],
    ['Nokia Oyj', { status: 'not_understood' }],
    ['', { status: 'not_understood' }],
  ])('tells what is wrong with %j', (text, reading) => {
    expect(readCompanyId(text, normalise)).toEqual(reading)
  })

  it('is read from any text without an exception', () => {
    fc.assert(
      fc.property(anyText({ maxLength: 80 }), (text) => void readCompanyId(text, normalise)),
      { seed: 6 },
    )
  })
})
