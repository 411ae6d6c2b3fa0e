import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RpcUnreachable } from './chain.ts'
import { quantity, readAccountNonce, readBlock, readBytes, readHeight, readQuantity } from './node-answers.ts'

describe('a number from a node', () => {
  test('is read back as written', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }), (value) => {
        expect(readQuantity(quantity(value), 'it')).toBe(value)
      }),
    )
  })

  const junk = [
    '',
    '0x',
    '1',
    1,
    null,
    undefined,
    '0xg',
    '-0x1',
    '0x-1',
    ' 0x1',
    '0x1 ',
    `0x${'0'.repeat(65)}`,
    ['0x1'],
    { toString: () => '0x1' },
  ]
  test.each(junk)('is not %j', (value) => {
    expect(() => readQuantity(value, 'it')).toThrow(RpcUnreachable)
  })

  test('is refused when no chain can have it', () => {
    expect(readHeight('0x1fffffffffffff')).toBe(9_007_199_254_740_991n)
    expect(() => readHeight('0x20000000000000')).toThrow(RpcUnreachable)
    expect(() => readAccountNonce('0x20000000000000')).toThrow(RpcUnreachable)
  })
})

test('bytes from a node have their length, and become lower case', () => {
  expect(readBytes('0xABcd', 2, 'it')).toBe('0xabcd')
  for (const value of ['0xabc', '0xab', '0xabcdef', 'abcd', 0xabcd, null]) expect(() => readBytes(value, 2, 'it')).toThrow(RpcUnreachable)
})

test('the time of a block can be written as a date of four digits', () => {
  const block = { number: '0x10', hash: `0x${'bb'.repeat(32)}` }
  expect(readBlock({ ...block, timestamp: '0x3afff4417f' }).timestamp).toBe(253_402_300_799n)
  expect(() => readBlock({ ...block, timestamp: '0x3afff44180' })).toThrow(RpcUnreachable)
})
