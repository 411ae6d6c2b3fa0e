import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSettleAnswer, readSupported, readVerifyAnswer } from './read-answer.ts'

const transaction = `0x${'ab'.repeat(32)}`

test('a settlement is reported as made or failed, or is unknown', () => {
  expect(readSettleAnswer({ success: true, transaction, network: 'eip155:8453' })).toEqual({ kind: 'says_settled', transaction })
  expect(readSettleAnswer({ success: true, transaction: '' })).toEqual({ kind: 'says_settled', transaction: null })
  expect(readSettleAnswer({ success: false, errorReason: 'insufficient_funds', transaction: '' })).toEqual({
    kind: 'says_failed',
    reason: 'insufficient_funds',
    transaction: null,
  })
  // It waits itself, and has sent something.
  expect(readSettleAnswer({ success: false, errorReason: 'settlement_pending', transaction })).toEqual({
    kind: 'unknown',
    why: 'pending',
    transaction,
  })
  for (const odd of [null, 'yes', [], {}, { success: 'true' }, { success: false }, { success: false, errorReason: 'a\nline' }])
    expect(readSettleAnswer(odd)).toMatchObject({ kind: 'unknown', why: 'garbage' })
})

test('a payment is valid, invalid for a reason, or unknown', () => {
  expect(readVerifyAnswer({ isValid: true, payer: '0x1' })).toEqual({ kind: 'valid' })
  expect(readVerifyAnswer({ isValid: false, invalidReason: 'blocked' })).toEqual({ kind: 'invalid', reason: 'blocked' })
  expect(readVerifyAnswer({ isValid: false, invalidReason: 'unexpected_verify_error' })).toEqual({ kind: 'unknown', why: 'pending' })
  expect(readVerifyAnswer({ isValid: false })).toEqual({ kind: 'unknown', why: 'garbage' })
})

test('of what it supports only exact payments of version 2 count', () => {
  const kind = (network: unknown, scheme = 'exact', x402Version = 2) => ({ network, scheme, x402Version })
  const kinds = [kind('eip155:8453'), kind('base', 'exact', 1), kind('eip155:137', 'upto'), kind(7), null, 'eip155:1']
  expect(readSupported({ kinds })).toEqual(new Set(['eip155:8453']))
  for (const odd of [null, [], {}, { kinds: {} }]) expect(readSupported(odd)).toBeNull()
})

test('of its answers only a code and a hash are kept, no other text', () => {
  const odd = fc.oneof(fc.jsonValue(), fc.record({ success: fc.boolean(), errorReason: fc.string(), transaction: fc.string() }))
  fc.assert(
    fc.property(odd, (value) => {
      readVerifyAnswer(value)
      readSupported(value)
      const answer = readSettleAnswer(value)
      if (answer.kind === 'says_failed') expect(answer.reason).toMatch(/^[\w.-]{1,80}$/)
      if (answer.transaction !== null) expect(answer.transaction).toMatch(/^0x[0-9a-fA-F]{64}$/)
    }),
  )
})
