import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareAddresses } from './compare-addresses.ts'

describe('the same address', () => {
  test.each([
    ['Duhová 2/1444, Michle, 140 53 Praha 4', 'Duhova 1444/2, 14053 Praha'],
    ['Hauptstr. 12, 80331 München', 'Hauptstraße 12, D-80331 Munich, Germany'],
    ['10 Downing Street, London SW1A 2AA', '10 Downing St., London, SW1A 2AA, United Kingdom'],
    ['ul. Chemików 7, 09-411 Płock', 'Chemikow 7, 09-411 PLOCK, Polska'],
    ['12 rue de la Paix, 75002 Paris', '12, Rue de la Paix, 75002 PARIS, France'],
    ['Karakaari 7, 02610 Espoo', 'Karakaari 7, FI-02610 Esbo, Finland'],
    ['Keizersgracht 123, 1015 CJ Amsterdam', '1015CJ Amsterdam, Keizersgracht 123'],
    ['Váci utca 5, 1052 Budapest', '1052 Budapest, Váci u. 5.'],
    ['1600 Amphitheatre Parkway, Mountain View, CA 94043', '1600 Amphitheatre Pkwy, Mountain View, CA 94043-1351'],
    ['Kärntner Straße 1, 1010 Wien', 'Kaerntner Str. 1, A-1010 Vienna, Austria'],
    ['ул. Наметкина, 16, Москва, 117420', 'Nametkina ul. 16, 117420 Moscow'],
    ['Via Roma 1, 00184 Roma', 'V. Roma 1, 00184 Rome, Italy'],
  ])('%s; %s', (one, other) => {
    expect(compareAddresses(one, other)).toMatchObject({ verdict: 'same' })
  })
})

describe('another address', () => {
  test.each([
    ['Hauptstraße 12, 80331 München', 'Hauptstraße 14, 80331 München', 'house number'],
    ['Hauptstraße 12, 80331 München', 'Bahnhofstraße 12, 80331 München', 'street'],
    ['Hauptstraße 12, 80331 München', 'Hauptstraße 12, 10115 Berlin', 'postal code'],
    ['Main Street 5, Dublin, Ireland', 'Main Street 5, Dublin, United States', 'country'],
  ])('%s; %s: %s', (one, other, part) => {
    const { verdict, differing } = compareAddresses(one, other)
    expect([verdict, differing]).toEqual(['different', expect.arrayContaining([part])])
  })
})

describe('a person should look at', () => {
  test.each([
    ['Hauptstraße 12, 80331 München', 'Hauptstraße, 80331 München', 'house number missing'],
    ['Hauptstraße 12, 80331 München', 'Hauptstraße 12, 80333 München', 'postal code'],
    ['Hauptstraße 12, 80331 München', 'Hauptstraße 12a, 80331 München', 'part of the house number'],
  ])('%s; %s: %s', (one, other, part) => {
    const { verdict, differing } = compareAddresses(one, other)
    expect([verdict, differing]).toEqual(['similar', expect.arrayContaining([part])])
  })
})

test('a postal code that only one address has does not make them differ', () => {
  expect(compareAddresses('Hauptstraße 12, München', 'Hauptstr. 12, 80331 München')).toMatchObject({
    verdict: 'same',
    differing: ['postal code missing'],
  })
})

test('addresses without a word in common are different, and so is nothing', () => {
  expect(compareAddresses('', '').verdict).toBe('different')
  expect(compareAddresses('12', '12').verdict).toBe('different')
})

test('the order of the two addresses makes no difference', () => {
  const part = fc.oneof(
    fc.constantFrom('Hauptstr.', '12', '80331', 'München', ',', 'SW1A 2AA', '12/34', 'Praha', 'Germany'),
    fc.string({ maxLength: 10 }),
  )
  const address = fc.array(part, { maxLength: 10 })
  fc.assert(
    fc.property(address, address, (one, other) => {
      const [first, second] = [one.join(' '), other.join(' ')]
      expect(compareAddresses(first, second).verdict).toBe(compareAddresses(second, first).verdict)
    }),
  )
})
