import fc from 'fast-check'
import { Receipt } from 'mppx'
import { expect, test } from 'vitest'
import { decodeMppReceipt, encodeMppReceipt } from './receipt.ts'
import { hexOf, token } from './mpp.fixture.ts'

const anyReceipt = fc.record({
  method: fc.constantFrom('evm' as const, 'evmhash' as const),
  reference: fc.oneof(hexOf(32), fc.string({ minLength: 1, maxLength: 40 })),
  at: fc.integer({ min: 0, max: 2 ** 42 }),
  chainId: fc.integer({ min: 1, max: 2 ** 40 }),
  challengeId: fc.base64String({ minLength: 4, maxLength: 44 }),
})

test('mppx reads our receipts, and writes them again byte for byte', () => {
  fc.assert(
    fc.property(anyReceipt, (receipt) => {
      const header = encodeMppReceipt(receipt)
      const read = Receipt.deserialize(header)
      expect(Receipt.serialize(read)).toBe(header)
      const { at, ...rest } = receipt
      expect(read).toEqual({ ...rest, status: 'success', timestamp: new Date(at).toISOString() })
    }),
  )
})

test('we read the receipts of mppx', () => {
  fc.assert(
    fc.property(anyReceipt, fc.boolean(), ({ at, chainId, challengeId, ...rest }, more) => {
      const timestamp = new Date(at).toISOString()
      const extra = more ? { chainId, challengeId, externalId: 'x' } : {}
      const header = Receipt.serialize(Receipt.from({ ...rest, ...extra, status: 'success', timestamp }))
      const wanted = { ...rest, timestamp, chainId: more ? chainId : null, challengeId: more ? challengeId : null }
      expect(decodeMppReceipt(header)).toEqual({ ok: true, receipt: wanted })
    }),
  )
})

test.each([
  ['', 'empty'],
  ['%%', 'not_base64'],
  [token({ method: 'evm', status: 'failed' }), 'status must be "success"; received the string "failed"'],
  [
    token({ status: 'success', timestamp: 'yesterday', method: 'evm', reference: 'x' }),
    'timestamp must be an RFC 3339 time; received the string "yesterday"',
  ],
  [token({ status: 'success', timestamp: '2026-11-21T03:08:01Z', method: 'evm' }), 'reference must be a string; received nothing'],
])('a malformed receipt says why: %s', (header, reason) => {
  expect(decodeMppReceipt(header)).toEqual({ ok: false, reason })
})
