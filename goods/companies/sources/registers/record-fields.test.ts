import { expect, test } from 'vitest'
import { addressOf, capitalOf } from './record-fields.ts'

test('a country or a currency that is not a code is left out, since an answer has codes only', () => {
  expect(addressOf({ city: 'Turku', country: 'FI' })).toMatchObject({ city: 'Turku', country: 'FI' })
  for (const country of ['Sverige', 'fi', '1A', ''])
    expect(addressOf({ city: 'Turku', country })).toMatchObject({ city: 'Turku', country: null })
  expect(capitalOf('5000', 'PLN')).toEqual({ amount: '5000', currency: 'PLN' })
  for (const currency of ['zł', 'kr', '', null, undefined]) expect(capitalOf('5000', currency)).toBeNull()
  expect(capitalOf(null, 'NOK')).toBeNull()
})
