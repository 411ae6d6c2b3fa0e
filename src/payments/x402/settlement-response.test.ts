import { decodePaymentResponseHeader, encodePaymentResponseHeader } from '@x402/core/http'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toHex } from '../../shared/bytes.ts'
import { header } from './payment.fixture.ts'
import { decodeSettlementResponse, failedResponse, settledResponse, unchargedResponse } from './settlement-response.ts'
import { paymentResponse } from './x402.ts'

const network = 'eip155:8453'
const payer = `0x${'70'.repeat(20)}` as const
const transaction = `0x${'ab'.repeat(32)}` as const

describe('PAYMENT-RESPONSE', () => {
  test('of a settled payment names its transaction and amount, as the official client reads it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toHex), fc.bigInt({ min: 0n, max: 1n << 128n }), (hash, amount) => {
        const value = settledResponse({ network, payer, transaction: hash, amount })
        const official = decodePaymentResponseHeader(value)
        expect(official).toEqual({ success: true, transaction: hash, network, payer, amount: String(amount) })
        expect(encodePaymentResponseHeader(official)).toBe(value)
        expect(decodeSettlementResponse(value)).toEqual({
          ok: true,
          response: { success: true, transaction: hash, network, payer, amount: String(amount), errorReason: null },
        })
      }),
    )
  })

  test('of a free or uncharged answer has no transaction and costs nothing', () => {
    expect(decodePaymentResponseHeader(unchargedResponse({ network, payer }))).toEqual({
      success: true,
      transaction: '',
      network,
      payer,
      amount: '0',
    })
  })

  test('of a payment that is refused for good, or pending, says why', () => {
    const refused = failedResponse({ network, payer, transaction: null, reason: 'invalid_exact_evm_nonce_already_used' })
    expect(decodePaymentResponseHeader(refused)).toEqual({
      success: false,
      errorReason: 'invalid_exact_evm_nonce_already_used',
      transaction: '',
      network,
      payer,
    })
    const pending = failedResponse({ network, payer, transaction, reason: 'settlement_pending' })
    expect(decodeSettlementResponse(pending)).toMatchObject({
      ok: true,
      response: { success: false, transaction, errorReason: 'settlement_pending' },
    })
  })

  test('is written by the protocol from the facts of a receipt', () => {
    const facts = { network, payer } as const
    expect(paymentResponse({ ...facts, kind: 'settled', transaction, amount: 1n })).toBe(
      settledResponse({ network, payer, transaction, amount: 1n }),
    )
    expect(paymentResponse({ ...facts, kind: 'uncharged' })).toBe(unchargedResponse({ network, payer }))
    expect(paymentResponse({ ...facts, kind: 'failed', transaction: null, reason: 'x' })).toBe(
      failedResponse({ network, payer, transaction: null, reason: 'x' }),
    )
  })

  test('of another server may leave out what is optional', () => {
    const value = header({ success: true, transaction, network, payer: null })
    expect(decodeSettlementResponse(value)).toMatchObject({ ok: true, response: { payer: null, amount: null } })
  })

  test('that is malformed is reported, and never throws', () => {
    const junk = fc.oneof(
      fc.string(),
      fc.jsonValue().map(header),
      fc.record({ success: fc.jsonValue(), transaction: fc.jsonValue(), network: fc.jsonValue() }).map(header),
    )
    fc.assert(
      fc.property(junk, (value) => {
        const decoded = decodeSettlementResponse(value)
        if (!decoded.ok) expect(decoded.reason.length).toBeLessThan(200)
        else expect(typeof decoded.response.success).toBe('boolean')
      }),
    )
    expect(decodeSettlementResponse(header({ success: 'true', transaction, network }))).toEqual({
      ok: false,
      reason: 'success must be true or false',
    })
    expect(decodeSettlementResponse(header({ success: true, network }))).toMatchObject({ ok: false })
  })
})
