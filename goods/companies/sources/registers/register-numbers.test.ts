import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openCompanies, type CompanyTest } from '../../companies.fixture.ts'
import { sandboxCompanies } from '../../sandbox/population/sandbox-companies.ts'
import { normaliseNip } from './nip.ts'

let world: CompanyTest
beforeAll(async () => {
  world = await openCompanies()
})
afterAll(() => world.close())

function register(country: string) {
  const found = world.asked.registers.of(country)
  if (!found) throw new Error(`no register of ${country}`)
  return found
}

test('a country without a register has none', () => {
  expect(['DE', 'IT', 'US', 'constructor', ''].map((country) => world.asked.registers.of(country))).toEqual([null, null, null, null, null])
  expect(world.asked.registers.countries).toEqual(['NO', 'FI', 'CZ', 'FR', 'PL', 'SK', 'EE', 'LV', 'GB'])
})

describe('a register number', () => {
  test.each([
    ['NO', ['923609016', '923 609 016', 'NO 923609016 MVA'], '923609016'],
    ['FI', ['0112038-9', '01120389', '112038-9', 'FI01120389'], '0112038-9'],
    ['CZ', ['45274649', '452 74 649', 'CZ45274649'], '45274649'],
    ['CZ', ['177041', '00177041'], '00177041'],
    ['FR', ['552 081 317', '55208131766522'], '552081317'],
    ['PL', ['0000028860', '28860', 'KRS 0000028860'], '0000028860'],
    ['SK', ['31322832', '31 322 832'], '31322832'],
    ['EE', ['10137319'], '10137319'],
    ['LV', ['40003245752', 'LV40003245752', '4000-324-5752'], '40003245752'],
    ['GB', ['00445790', '445790'], '00445790'],
    ['GB', ['sc095000', 'SC 95000'], 'SC095000'],
  ])('of %s has one canonical form: %j', (country, forms, canonical) => {
    expect(forms.map((form) => register(country).normalise(form))).toEqual(forms.map(() => canonical))
  })

  test.each([
    ['NO', ['923609017', '123456789', '92360901', '']],
    ['FI', ['0112038-8', '0112038', 'x']],
    ['CZ', ['45274648', '123456789', '00000000']],
    ['FR', ['552081318', '000000000', '55208131']],
    ['PL', ['12345678901', '0', 'abc']],
    ['SK', ['31322833', '12345']],
    ['EE', ['10137318', '1013731']],
    ['LV', ['40003245751', '01019912345', '4000324575']],
    ['GB', ['123456789', 'SC1234567', 'ABC12345', '0']],
  ])('of %s that cannot be one is refused: %j', (country, wrong) => {
    expect(wrong.map((form) => register(country).normalise(form))).toEqual(wrong.map(() => null))
  })

  test.each(['NO', 'FI', 'CZ', 'FR', 'SK', 'EE', 'LV'])('of %s with one wrong digit is refused', (country) => {
    const own = sandboxCompanies.filter((one) => one.country === country && one.registerNumber !== null)
    expect(own.length).toBeGreaterThan(0)
    fc.assert(
      fc.property(fc.constantFrom(...own), fc.nat(30), fc.integer({ min: 1, max: 9 }), ({ registerNumber }, place, shift) => {
        const right = registerNumber ?? ''
        const at = place % right.length
        const digit = right[at] ?? ''
        fc.pre(/\d/.test(digit))
        const wrong = right.slice(0, at) + ((Number(digit) + shift) % 10) + right.slice(at + 1)
        expect(register(country).normalise(right)).toBe(right)
        // EE and CZ have a digit that covers two remainders, which is the design of their check.
        if (country !== 'EE' && country !== 'CZ' && country !== 'SK') expect(register(country).normalise(wrong)).toBeNull()
      }),
    )
  })

  test('is never made from text that is not a number', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        for (const country of world.asked.registers.countries) {
          const found = register(country).normalise(text)
          if (found !== null) expect(found).toMatch(/^[A-Z0-9-]{8,11}$/)
        }
      }),
    )
  })
})

describe('a VAT number', () => {
  test('contains the register number in NO, FI, CZ, FR and LV', () => {
    expect([
      register('NO').fromVat('923609016MVA'),
      register('FI').fromVat('01120389'),
      register('CZ').fromVat('45274649'),
      register('FR').fromVat('03552081317'),
      register('LV').fromVat('40003245752'),
    ]).toEqual(['923609016', '0112038-9', '45274649', '552081317', '40003245752'])
  })

  test('of a French company is checked by its key, if that has digits', () => {
    expect([register('FR').fromVat('04552081317'), register('FR').fromVat('XX552081317')]).toEqual([null, '552081317'])
  })

  test('of a Czech person contains a birth number, and no register number', () => {
    expect([register('CZ').fromVat('6312259882'), register('CZ').fromVat('640903926')]).toEqual([null, null])
  })

  test('contains no register number in PL, SK, EE and GB', () => {
    expect(['PL', 'SK', 'EE', 'GB'].map((country) => register(country).fromVat('7740001454'))).toEqual([null, null, null, null])
  })

  test('of Poland is a NIP with a check digit', () => {
    expect([normaliseNip('774-000-14-54'), normaliseNip('PL7740001454'), normaliseNip('7740001455'), normaliseNip('774000145')]).toEqual([
      '7740001454',
      '7740001454',
      null,
      null,
    ])
  })

  test('of every company of the sandbox leads to its register number, where its country writes it so', () => {
    for (const { country, vatId, registerNumber, key } of sandboxCompanies) {
      const found = vatId === null ? null : (world.asked.registers.of(country)?.fromVat(vatId.slice(2)) ?? null)
      if (found !== null) expect(found, key).toBe(registerNumber)
    }
  })
})
