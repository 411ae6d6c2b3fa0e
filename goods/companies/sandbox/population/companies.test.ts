import { stdnum, type Validator } from 'stdnum'
import { describe, expect, it } from 'vitest'
import { named } from '../../../screening/sandbox/lists/entries-of.ts'
import { companyAt, lifeOf } from './company-at.ts'
import type { SandboxCompany } from './company.ts'
import { sandboxCompanies, sandboxCompany } from './sandbox-companies.ts'

const today = '2026-11-23'
const stateOf = (key: string, day = today) => companyAt(sandboxCompany(key), day, today)

/** The library's check of the numbers of one country. */
function validator(country: string, names: readonly string[]): Validator {
  const own = stdnum[country] ?? {}
  const found = names.map((name) => own[name]).find((one) => one !== undefined)
  if (!found) throw new Error(`the library checks no such number of ${country}`)
  return found
}

const vatNames = [
  'vat',
  'alv',
  'tva',
  'dic',
  'dph',
  'kmkr',
  'pvn',
  'iva',
  'uid',
  'btw',
  'pvm',
  'nip',
  'nif',
  'oib',
  'cvr',
  'moms',
  'cf',
  'cui',
]
const registerNames: Readonly<Record<string, readonly string[]>> = {
  CZ: ['dic'],
  // Slovakia kept the numbers of Czechoslovakia's register.
  SK: ['dic'],
  FI: ['ytunnus'],
  NO: ['orgnr'],
  FR: ['siren'],
  EE: ['registrikood'],
  LV: ['pvn'],
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const remainderOfLei = (lei: string) => Number(BigInt([...lei].map((letter) => alphabet.indexOf(letter)).join('')) % 97n)

const withVat = sandboxCompanies.filter((one) => one.vatId !== null)
const withLei = sandboxCompanies.filter((one) => one.lei !== null)
const withChecksum = sandboxCompanies.filter((one) => one.registerNumber !== null && registerNames[one.country] !== undefined)

describe('the companies of the sandbox', () => {
  it('are at least thirty-two, each with its own key and numbers', () => {
    expect(sandboxCompanies.length).toBeGreaterThanOrEqual(32)
    for (const member of ['key', 'vatId', 'lei'] as const) {
      const values = sandboxCompanies.map((one) => one[member]).filter((value) => value !== null)
      expect(new Set(values).size).toBe(values.length)
    }
    const numbers = sandboxCompanies.flatMap((one) => (one.registerNumber === null ? [] : [`${one.country} ${one.registerNumber}`]))
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  it.each(withVat)('$key has a VAT number with a right checksum', ({ vatId }) => {
    const [prefix, number] = [vatId?.slice(0, 2) ?? '', vatId?.slice(2) ?? '']
    const country = prefix === 'EL' ? 'GR' : prefix === 'XI' ? 'GB' : prefix
    expect(validator(country, vatNames).validate(number).isValid).toBe(true)
  })

  it.each(withLei)('$key has an LEI with a right checksum', ({ lei }) => {
    expect(lei).toMatch(/^[0-9A-Z]{18}\d\d$/)
    expect(remainderOfLei(lei ?? '')).toBe(1)
  })

  it.each(withChecksum)('$key has a register number with a right checksum', ({ country, registerNumber }) => {
    // Where the two countries were one, they had one register.
    const library = country === 'SK' ? 'CZ' : country
    expect(validator(library, registerNames[country] ?? []).validate(registerNumber ?? '').isValid).toBe(true)
  })

  it('have British and Polish register numbers in the form of those registers', () => {
    for (const { registerNumber } of sandboxCompanies.filter((one) => one.country === 'GB'))
      expect(registerNumber).toMatch(/^(\d\d|SC|NI)\d{6}$/)
    for (const { registerNumber } of sandboxCompanies.filter((one) => one.country === 'PL')) expect(registerNumber).toMatch(/^0000\d{6}$/)
  })

  it('have Slovak VAT numbers that differ from the register numbers', () => {
    const slovak = sandboxCompanies.filter((one) => one.country === 'SK')
    expect(slovak.length).toBeGreaterThan(0)
    for (const { vatId, registerNumber } of slovak) expect(vatId).not.toContain(registerNumber)
  })

  it.each(sandboxCompanies)('$key is founded with every field that it needs', (one: SandboxCompany) => {
    const founded = companyAt(one, lifeOf(one, today)[0]?.on ?? '', today)
    for (const member of ['name', 'street', 'postalCode', 'city'] as const) expect(founded?.[member]).not.toBe('')
    expect(founded?.leiStatus === null).toBe(one.lei === null)
    if (one.vatId === null && one.country !== 'NO') expect(founded?.vatRegistered).toBe(false)
  })

  it('name parents and successors that exist', () => {
    for (const one of sandboxCompanies) {
      const keys = [one.directParent, one.ultimateParent, ...one.life.map(({ mergedInto }) => mergedInto)].filter(
        (key) => key !== undefined,
      )
      for (const key of keys) expect(sandboxCompany(key).key).toBe(key)
    }
  })

  it('include one whose parent is on a sanctions list', () => {
    const listed = new Set(named.flatMap(({ names }) => names))
    const parents = sandboxCompanies.flatMap((one) => (one.ultimateParent === undefined ? [] : [stateOf(one.ultimateParent)?.name]))
    expect(parents.filter((name) => name !== undefined && listed.has(name))).not.toEqual([])
  })
})

describe('the state of a company on a day', () => {
  it('is nothing before its foundation', () => {
    expect(stateOf('cez', '1992-05-05')).toBeNull()
    expect(stateOf('cez', '1992-05-06')).toMatchObject({ name: 'ČEZ, a. s.', founded: '1992-05-06', changed: '1992-05-06' })
  })

  it('keeps what no change names', () => {
    const before = stateOf('vltava-loziska', '2026-01-14')
    const after = stateOf('vltava-loziska', '2026-01-15')
    expect(before?.leiStatus).toBe('ISSUED')
    expect(after).toEqual({ ...before, leiStatus: 'LAPSED', changed: '2026-01-15' })
  })

  it('remembers former names with their days', () => {
    expect(stateOf('orlen')?.formerNames).toEqual([{ name: 'POLSKI KONCERN NAFTOWY ORLEN S.A.', from: '2001-07-19', to: '2023-07-03' }])
  })

  it('tells a merger, and into what', () => {
    expect(stateOf('stocznia-wschod', '2026-06-29')).toMatchObject({ status: 'active', mergedInto: null, ended: null })
    expect(stateOf('stocznia-wschod')).toMatchObject({ status: 'merged', mergedInto: 'baltycka-stal', ended: '2026-06-30' })
  })

  it('counts some days back from today', () => {
    expect(stateOf('tatranska-pila', '2026-11-14')?.name).toBe('Tatranská píla s. r. o.')
    expect(stateOf('tatranska-pila', '2026-11-15')?.name).toBe('Tatranské drevo s. r. o.')
    expect(companyAt(sandboxCompany('tatranska-pila'), '2026-11-15', '2026-12-24')?.name).toBe('Tatranská píla s. r. o.')
  })

  it('has the newest accounts first', () => {
    expect(stateOf('lumenor')?.accounts.map(({ year }) => year)).toEqual([2025, 2024])
  })
})
