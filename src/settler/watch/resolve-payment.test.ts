import { describe, expect, test } from 'vitest'
import type { AuthorizationFate } from '../../chain/chain.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { Hex } from '../../shared/bytes.ts'
import { resolvePayment } from './resolve-payment.ts'
import type { Circumstances } from './resolve-payment.ts'

const address = (digit: string): Hex => `0x${digit.repeat(40)}`
const hash = (digit: string): Hex => `0x${digit.repeat(64)}`

const payment: Payment = {
  id: 'a'.repeat(32),
  state: 'settling',
  epoch: 3,
  offerId: 'market-price',
  fingerprint: 'f',
  protocol: 'x402',
  network: 'eip155:8453',
  asset: address('5'),
  payer: address('a'),
  payTo: address('b'),
  amount: 7_500n,
  authorization: { nonce: hash('1'), validAfter: 0n, validBefore: 2_000n, signature: '0x' },
  credentialHash: 'c',
  client: '127.0.0.1',
  keys: [],
  free: false,
  bound: false,
  theft: false,
  instance: 'one',
  leaseUntil: 0,
  claimedAt: 0,
  servedAt: 1,
  settledAt: null,
  reason: null,
  claimBlock: 10n,
  transaction: null,
  blockNumber: null,
  blockHash: null,
  logIndex: null,
  final: false,
  timing: 'after',
  priceWords: null,
  runs: 0,
}
const answered: Payment = { ...payment, settledAt: 5 }
const unused: AuthorizationFate = { kind: 'unused' }
const used = (transfer: { from: Hex; to: Hex; value: bigint } | null): AuthorizationFate => ({
  kind: 'used',
  transaction: hash('2'),
  blockNumber: 12n,
  blockHash: hash('3'),
  transfer: transfer && { ...transfer, logIndex: 4, occurrence: 0 },
})
const ours = { from: payment.payer, to: payment.payTo, value: payment.amount }

const decide = (fate: AuthorizationFate, circumstances: Partial<Circumstances> = {}) =>
  resolvePayment({
    payment,
    fate,
    canBeMined: true,
    closed: false,
    failedAlone: null,
    hasty: false,
    late: false,
    early: false,
    justBegun: false,
    balance: null,
    ...circumstances,
  })

describe('what becomes of a payment', () => {
  test('is settled when its authorization was used for exactly the transfer to us, whoever submitted it', () => {
    const paidAt = { transaction: hash('2'), blockNumber: 12n, blockHash: hash('3'), logIndex: 4, occurrence: 0 }
    expect(decide(used(ours))).toEqual({ kind: 'settled', paidAt })
    expect(decide(used({ ...ours, to: payment.payTo.toUpperCase().replace('0X', '0x') as Hex }))).toEqual({ kind: 'settled', paidAt })
    expect(decide(used(ours), { closed: true, canBeMined: false, failedAlone: 'transaction' })).toEqual({ kind: 'settled', paidAt })
  })

  test.each([
    ['somebody else', used({ ...ours, to: address('c') })],
    ['another payer', used({ ...ours, from: address('c') })],
    ['less', used({ ...ours, value: 7_499n })],
    ['more', used({ ...ours, value: 7_501n })],
    ['nobody', used(null)],
    ['cancelling', { kind: 'cancelled', transaction: hash('2') } as const],
  ])('is refused for good when its nonce went to %s', (_, fate) => {
    expect(decide(fate)).toEqual({ kind: 'refused', reason: 'invalid_exact_evm_nonce_already_used', bar: true })
    expect(decide(fate, { payment: answered })).toEqual({ kind: 'reversed', reason: 'invalid_exact_evm_nonce_already_used' })
  })

  test('is unknown while the token says used and no log shows how, even after its window', () => {
    expect(decide({ kind: 'unknown' }, { closed: true, failedAlone: 'transaction' })).toEqual({ kind: 'wait' })
  })

  test('is sent again while it is unused and can be mined, and never when it cannot', () => {
    expect(decide(unused)).toEqual({ kind: 'requeue' })
    expect(decide(unused, { canBeMined: false })).toEqual({ kind: 'wait' })
    expect(decide(unused, { payment: answered })).toEqual({ kind: 'requeue' })
  })

  test('is refused as expired only when nothing can collect it, and is a loss when it was answered', () => {
    const reason = 'invalid_exact_evm_payload_authorization_valid_before'
    expect(decide(unused, { closed: true, canBeMined: false })).toEqual({ kind: 'refused', reason, bar: false })
    expect(decide(unused, { closed: true, canBeMined: false, payment: answered })).toEqual({ kind: 'reversed', reason })
  })

  test('is refused with the reason when it failed alone', () => {
    expect(decide(unused, { failedAlone: 'simulation', balance: 7_499n })).toMatchObject({
      reason: 'invalid_exact_evm_insufficient_balance',
      bar: true,
    })
    expect(decide(unused, { failedAlone: 'simulation', balance: 7_500n })).toMatchObject({
      reason: 'invalid_exact_evm_transaction_simulation_failed',
      bar: true,
    })
    expect(decide(unused, { failedAlone: 'transaction', balance: 9_000n })).toMatchObject({
      reason: 'invalid_exact_evm_transaction_failed',
      bar: true,
    })
  })

  test('is refused without a bar when its transaction was mined after its window: that is not its payer’s fault', () => {
    expect(decide(unused, { canBeMined: false, failedAlone: 'transaction', late: true, balance: 7_500n })).toEqual({
      kind: 'refused',
      reason: 'invalid_exact_evm_payload_authorization_valid_before',
      bar: false,
    })
  })

  test('is refused without a bar when the chain says that its window is over or has not begun, whatever its payer holds by then', () => {
    const failed = { canBeMined: false, failedAlone: 'simulation' } as const
    for (const balance of [0n, 7_500n]) {
      expect(decide(unused, { ...failed, late: true, balance })).toMatchObject({ kind: 'refused', bar: false })
      expect(decide(unused, { ...failed, early: true, balance })).toMatchObject({ kind: 'refused', bar: false })
    }
    expect(decide(unused, { ...failed, early: true, canBeMined: true, balance: 7_500n })).toEqual({ kind: 'requeue' })
  })

  test('is not refused at once when the money is there, since another transaction may be about to pay us', () => {
    expect(decide(unused, { failedAlone: 'simulation', balance: 7_500n, hasty: true })).toEqual({ kind: 'wait' })
    expect(decide(unused, { failedAlone: 'simulation', balance: 0n, hasty: true })).toMatchObject({ kind: 'refused' })
  })

  test('is sent again when its window has only just begun, since the clock of a chain may be behind ours', () => {
    const begun = { failedAlone: 'simulation', balance: 7_500n, justBegun: true } as const
    expect(decide(unused, begun)).toEqual({ kind: 'requeue' })
    expect(decide(unused, { ...begun, hasty: true })).toEqual({ kind: 'requeue' })
    expect(decide(unused, { ...begun, balance: 0n })).toMatchObject({ kind: 'refused' })
    expect(decide(unused, { ...begun, failedAlone: 'transaction' })).toMatchObject({ kind: 'refused' })
    expect(decide(unused, { ...begun, canBeMined: false })).toMatchObject({ kind: 'refused' })
  })

  test('is retried when it was answered before a reorganisation', () => {
    expect(decide(unused, { payment: answered, failedAlone: 'transaction', balance: 0n })).toEqual({ kind: 'retry', bar: null })
  })

  test('that is a refund is tried until it has expired, and nobody is barred', () => {
    const refund: Payment = { ...payment, timing: 'refund' }
    const empty = { payment: refund, failedAlone: 'simulation', balance: 0n } as const
    expect(decide(unused, empty)).toEqual({ kind: 'retry', bar: null })
    expect(decide(unused, { ...empty, failedAlone: 'transaction', balance: 7_500n })).toEqual({ kind: 'retry', bar: null })
    expect(decide(unused, { payment: refund, closed: true, canBeMined: false })).toMatchObject({ kind: 'refused' })
  })

  describe('whose answer was sent before', () => {
    const early: Payment = { ...payment, timing: 'early' }

    test('is tried as long as something may collect it, and its payer is barred for what is its own doing', () => {
      const empty = { payment: early, failedAlone: 'simulation', balance: 0n } as const
      expect(decide(unused, empty)).toEqual({ kind: 'retry', bar: 'invalid_exact_evm_insufficient_balance' })
      expect(decide(unused, { ...empty, late: true })).toEqual({ kind: 'retry', bar: null })
      const failed = { payment: early, failedAlone: 'transaction', balance: 7_500n } as const
      expect(decide(unused, failed)).toEqual({ kind: 'retry', bar: 'invalid_exact_evm_transaction_failed' })
      expect(decide(unused, { ...failed, hasty: true })).toEqual({ kind: 'wait' })
      expect(decide(unused, { payment: early })).toEqual({ kind: 'requeue' })
    })

    test('is owed once nothing can collect it', () => {
      const expired = { kind: 'owed', reason: 'invalid_exact_evm_payload_authorization_valid_before' }
      expect(decide(unused, { payment: early, closed: true, canBeMined: false })).toEqual(expired)
      const used = { kind: 'owed', reason: 'invalid_exact_evm_nonce_already_used' }
      expect(decide({ kind: 'cancelled', transaction: hash('2') }, { payment: early })).toEqual(used)
    })

    test('is reversed where it was settled before a reorganisation', () => {
      expect(decide(unused, { payment: { ...early, settledAt: 5 }, closed: true })).toMatchObject({ kind: 'reversed' })
    })
  })
})
