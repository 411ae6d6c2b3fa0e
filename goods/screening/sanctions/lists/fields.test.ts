import { describe, expect, test } from 'vitest'
import { addressKey, chainAddressesIn } from './chain-addresses.ts'
import { walletForm } from './wallet-form.ts'
import { countryCode } from '../../../../src/names/country-codes.ts'
import { fromIso, fromSlashes, fromWords } from './dates.ts'

test('countries are known by current, former and United Nations names, and by codes', () => {
  const named = {
    Russia: 'RU',
    'Russian Federation': 'RU',
    'Iran (Islamic Republic of)': 'IR',
    'Syrian Arab Republic': 'SY',
    'Korea, North': 'KP',
    "Democratic People's Republic of Korea": 'KP',
    'Congo, Democratic Republic of the': 'CD',
    "Côte d'Ivoire": 'CI',
    'CZECH REPUBLIC': 'CZ',
    Burma: 'MM',
    Germany: 'DE',
    UK: 'GB',
    ir: 'IR',
  }
  expect(Object.fromEntries(Object.keys(named).map((name) => [name, countryCode(name)]))).toEqual(named)
  for (const nothing of ['', '00', 'XX', 'Atlantis', 'SU']) expect(countryCode(nothing), nothing).toBeNull()
})

describe('dates', () => {
  test('as OFAC writes them', () => {
    const written = {
      '10 Mar 1957': '1957-03-10',
      'Dec 1958': '1958',
      '1965': '1965',
      'circa 1960': '1960',
      '1961 to 1962': '1961/1962',
      unknown: null,
    }
    expect(Object.fromEntries(Object.keys(written).map((text) => [text, fromWords(text)]))).toEqual(written)
  })

  test('as EU and UK write them', () => {
    const written = {
      '10/03/1957': '1957-03-10',
      'dd/mm/1957': '1957',
      '00/00/1957': '1957',
      '1957': '1957',
      '31/02/1957': '1957',
      '': null,
      x: null,
    }
    expect(Object.fromEntries(Object.keys(written).map((text) => [text, fromSlashes(text)]))).toEqual(written)
  })

  test('in ISO 8601', () => {
    expect([fromIso('1957-03-10T00:00:00'), fromIso('1957-03-10+02:00'), fromIso('1957')]).toEqual(['1957-03-10', '1957-03-10', null])
  })
})

describe('blockchain addresses', () => {
  test('are found in running text when unambiguous', () => {
    const text =
      'Linked To: X; Digital Currency Address - XBT 1Abcdefghijkmnopqrstuvwxyz12345; wallet 0x5a4DB0c5000000000000000000000000000000A1, bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq. Passport 123456789012345678901234567890 (Iran)'
    expect(chainAddressesIn(text)).toEqual([
      { currency: 'XBT', address: '1Abcdefghijkmnopqrstuvwxyz12345' },
      { currency: null, address: '0x5a4DB0c5000000000000000000000000000000A1' },
      { currency: null, address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
    ])
  })

  test('are compared exactly, hex and bech32 in any case', () => {
    expect(addressKey(' 0x5A4DB0C5000000000000000000000000000000A1 ')).toBe('0x5a4db0c5000000000000000000000000000000a1')
    expect(addressKey('BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ')).toBe('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')
    expect(addressKey('1AbC')).toBe('1AbC')
  })

  test('differ from names', () => {
    for (const name of ['Uralspetskonstruktsiyamontazh', 'Kim Jong Il', '0x5a4D', 'A.P. Moller', 'Booking.com'])
      expect(walletForm(name), name).toBeNull()
  })

  test.each([
    ['Ethereum', '0x7FF9cFad3877F21d41Da833E2F775dB0569eE3D9'],
    ['Ethereum in one case', '0x7ff9cfad3877f21d41da833e2f775db0569ee3d9'],
    ['Bitcoin', '3Lpoy53K625zVeE47ZasiG5jGkAxJ27kh1'],
    ['Bitcoin, the first of all', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['Bitcoin, bech32', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['Bitcoin, taproot', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
    ['Bitcoin Cash', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    ['Litecoin', 'LVg2kJoFNg45Nbpy53h7Fe1wKyeXVRhMH9'],
    ['Tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['Ripple', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
    ['Zcash', 't1Hxw6JqWMnhDK5jRCieg5bFHM2qt7UtQvu'],
    ['Solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ['Monero', '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A'],
  ])('an address of %s is whole, and not with a letter changed, missing or too many', (_, address) => {
    const bare = address.replace('bitcoincash:', '')
    expect(walletForm(bare)).toBe('whole')
    if (/^(?:EPj|0x7ff)/.test(bare)) return
    for (const broken of [`${bare.slice(0, -1)}${bare.endsWith('2') ? '3' : '2'}`, bare.slice(0, -1), `${bare}2`]) {
      expect(walletForm(broken), broken).toBe('unread')
    }
  })
})
