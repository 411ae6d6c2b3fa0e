import { expect, test } from 'vitest'
import { isOperatorSignature, operatorSignatureOf } from './operator-signature.ts'

const now = Date.parse('2026-10-05T15:00:30Z')
const minute = 60_000

test('a mark is good for any of the secrets, for some minutes around the time of either side', () => {
  for (const off of [-2, -1, 0, 1, 2])
    expect(isOperatorSignature(operatorSignatureOf('old', now), ['new', 'old'], now + off * minute)).toBe(true)
  for (const off of [-3, 3]) expect(isOperatorSignature(operatorSignatureOf('old', now), ['new', 'old'], now + off * minute)).toBe(false)
})

test.each([null, '', 'x', '0'.repeat(64), operatorSignatureOf('another', now), `${operatorSignatureOf('old', now)} `])(
  '%s is no mark',
  (given) => {
    expect(isOperatorSignature(given, ['new', 'old'], now)).toBe(false)
  },
)
