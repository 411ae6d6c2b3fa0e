import { expect, test } from 'vitest'
import { takesPayment } from './accept-payment.ts'

test.each([
  [null],
  [''],
  [' , '],
  ['nonsense'],
  ['evm/charge'],
  ['evm/charge, tempo/charge;q=0.5'],
  ['EVM/Charge'],
  ['evm/charge;q=0.001'],
  ['evm/*'],
  ['*/charge'],
  ['*/*'],
  ['tempo/charge;q=0, */*;q=0.1'],
  ['*/*;q=0, evm/charge'],
  ['evm/*;q=0, evm/charge;q=1'],
  ['nonsense, evm/charge'],
  ['evm/charge;v=1;q=0.3'],
  ['evm/charge;q=0, evm/charge;q=1'],
  [`tempo/charge,${'x'.repeat(3000)}`],
])('%s takes an evm charge', (header) => {
  expect(takesPayment(header, 'evm', 'charge')).toBe(true)
})

test.each([
  ['tempo/charge'],
  ['evm/session'],
  ['evm/charge;q=0'],
  ['evm/charge;q=0.000'],
  ['evm/charge ; q=0'],
  ['evm/*;q=0'],
  ['*/*;q=0'],
  ['*/*, evm/charge;q=0'],
  ['evm/charge;q=2, tempo/charge'],
  ['evm/charge;Q=0'],
])('%s takes no evm charge', (header) => {
  expect(takesPayment(header, 'evm', 'charge')).toBe(false)
})
