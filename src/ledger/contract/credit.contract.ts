import { describe, expect, test } from 'vitest'
import type { Ledger } from '../ledger.ts'
import type { Payment } from '../payments/payment.ts'
import {
  again,
  claimOf,
  claimedTransfer,
  dayMs,
  hello,
  inNextBlock,
  noon,
  noonSeconds,
  released,
  runLimits,
  served,
  settledTransfer,
  transferOf,
  uncharged,
  type OpenLedger,
} from './open-ledger.fixture.ts'

export function creditContract(open: OpenLedger): void {
  describe('a credit', () => {
    const ends: [string, string, (ledger: Ledger, payment: Payment) => Promise<Payment | undefined>][] = [
      ['whose run failed', 'run_failed', released],
      ['whose answer was not charged', 'nothing_new', uncharged],
    ]
    test.each(ends)('is what a transfer becomes %s', async (_, reason, end) => {
      await using opened = await open()
      const { ledger } = opened
      const payment = await claimedTransfer(ledger, transferOf())
      const credit = await end(ledger, payment)
      expect(credit).toMatchObject({ state: 'credit', epoch: 2, reason, servedAt: null, settledAt: null, transaction: payment.transaction })
      expect(await ledger.answer(payment.id)).toBeUndefined()
      expect(await end(ledger, payment)).toBeUndefined()
    })

    test('can be used by its own credential on another offer, in its row and under its receipt', async () => {
      await using opened = await open()
      const { ledger } = opened
      const input = transferOf({ keys: ['key'] })
      const credit = await uncharged(ledger, await claimedTransfer(ledger, input))
      const retry = again(input, {
        credentialHash: input.credentialHash,
        keys: ['key'],
        claimBlock: 200n,
        now: noon + 500,
        instance: 'there',
      })
      const payment = await claimedTransfer(ledger, retry)
      expect(payment).toMatchObject({ id: input.id, state: 'claimed', epoch: 3, reason: null, offerId: 'other', fingerprint: 'else' })
      expect(payment).toMatchObject({ client: '192.0.2.9', keys: ['key'], claimBlock: 200n, claimedAt: noon + 500, instance: 'there' })
      expect(await ledger.find(retry.id)).toBeUndefined()
      expect(await released(ledger, credit!)).toBeUndefined()
      const end = await ledger.serve({ ...payment, answer: hello, at: noon + 600 })
      expect(end).toMatchObject({ state: 'settled', settledAt: noon + 600 })
      expect(await ledger.answer(input.id)).toEqual(hello)
      expect(await ledger.claimTransfer(retry)).toEqual({ result: 'taken', payment: end })
    })

    test('is used once by 50 retries at once', async () => {
      await using opened = await open()
      const input = transferOf()
      await released(opened.ledger, await claimedTransfer(opened.ledger, input))
      const results = await Promise.all(Array.from({ length: 50 }, () => opened.ledger.claimTransfer(input)))
      expect(results.filter(({ result }) => result === 'claimed')).toHaveLength(1)
    })

    test('is not for a bare claim in another credential', async () => {
      await using opened = await open()
      const input = transferOf()
      const credit = await released(opened.ledger, await claimedTransfer(opened.ledger, input))
      expect(await opened.ledger.claimTransfer(again(input))).toEqual({ result: 'taken', payment: credit })
    })

    test('belongs to its payer, no matter who brought it first: nothing is lost', async () => {
      await using opened = await open()
      const { ledger } = opened
      const bare = transferOf()
      await released(ledger, await claimedTransfer(ledger, bare))
      const proof = again(bare, { bound: true })
      expect(await claimedTransfer(ledger, proof)).toMatchObject({
        id: bare.id,
        bound: true,
        theft: false,
        credentialHash: proof.credentialHash,
      })
      expect(await ledger.claimTransfer(bare)).toMatchObject({ result: 'taken', payment: { id: bare.id } })
    })

    test('is claimed in the block that holds its transfer now', async () => {
      await using opened = await open()
      const { ledger } = opened
      const input = transferOf()
      await released(ledger, await claimedTransfer(ledger, input))
      expect(await settledTransfer(ledger, { ...input, ...inNextBlock })).toMatchObject({ id: input.id, state: 'settled', ...inNextBlock })
    })

    test('leaves its idempotency key to the next purchase', async () => {
      await using opened = await open()
      const { ledger } = opened
      const input = transferOf({ keys: ['key'] })
      await released(ledger, await claimedTransfer(ledger, input))
      const other = await served(ledger, claimOf({ keys: ['key'] }))
      expect(await ledger.claimTransfer(input)).toEqual({ result: 'key_taken', payment: other })
    })

    test('is never archived, and never expires', async () => {
      await using opened = await open()
      const { ledger } = opened
      const input = transferOf()
      await released(ledger, await claimedTransfer(ledger, input))
      await ledger.expire({ now: noon + 900 * dayMs, limit: 100 })
      expect(await ledger.archive({ expiredBefore: noonSeconds * 2n, limit: 100 })).toBe(0)
      expect(await claimedTransfer(ledger, input)).toMatchObject({ id: input.id, epoch: 3 })
    })

    test('counts as an uncharged run, and these are limited', async () => {
      await using opened = await open()
      const { ledger } = opened
      const input = transferOf({ unchargedRuns: runLimits({ limit: 2 }) })
      await released(ledger, await claimedTransfer(ledger, input), true)
      await uncharged(ledger, await claimedTransfer(ledger, input), true)
      expect(await ledger.claimTransfer(input)).toEqual({ result: 'too_many_uncharged_runs', by: 'client' })
      await claimedTransfer(ledger, { ...input, unchargedRuns: runLimits({ hour: '2026-11-21T13', limit: 2 }) })
    })
  })
}
