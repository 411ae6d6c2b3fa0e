import { describe, expect, test } from 'vitest'
import type { Payment, PaymentState } from '../../ledger/payments/payment.ts'
import { receiptBody } from './receipt.ts'

function payment(state: PaymentState, more: Partial<Payment> = {}): Payment {
  return {
    id: 'a'.repeat(32),
    state,
    epoch: 3,
    offerId: 'market-price',
    fingerprint: 'f',
    protocol: 'x402',
    network: 'eip155:8453',
    asset: '0xaa',
    payer: '0xbb',
    payTo: '0xcc',
    amount: 7500n,
    authorization: { nonce: '0x01', validAfter: 0n, validBefore: 9n, signature: '0x5ec4e7' },
    credentialHash: 'h',
    client: '198.51.100.7',
    keys: ['k'],
    free: state === 'free',
    bound: false,
    theft: false,
    instance: 'i',
    leaseUntil: 0,
    claimedAt: 0,
    servedAt: null,
    settledAt: null,
    reason: null,
    claimBlock: 1n,
    transaction: null,
    blockNumber: null,
    blockHash: null,
    logIndex: null,
    final: false,
    timing: 'after',
    priceWords: null,
    runs: 0,
    ...more,
  }
}

describe('a receipt', () => {
  test.each<[PaymentState, string]>([
    ['settled', '7500'],
    ['claimed', '0'],
    ['served', '0'],
    ['settling', '0'],
    ['released', '0'],
    ['free', '0'],
    ['uncharged', '0'],
    ['credit', '0'],
    ['refused', '0'],
    ['reversed', '0'],
  ])('in the state %s says that %s base units were charged', (state, charged) => {
    expect(receiptBody(payment(state), 'https://x.example')).toMatchObject({
      state,
      price: { baseUnits: '7500' },
      charged: { baseUnits: charged },
    })
  })

  test('does not hold the client address, the signature or the keys', () => {
    const text = JSON.stringify(receiptBody(payment('settled'), 'https://x.example'))
    for (const secret of ['198.51.100.7', '5ec4e7', '0xbb', '"k"']) expect(text).not.toContain(secret)
  })
})
