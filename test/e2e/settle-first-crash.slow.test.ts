import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FailPointName } from '../../src/shared/fail-point.ts'
import { expensivePath, expensivePrice, openKillable, type KillableService } from '../killable-service.ts'
import { callWith, receiptOf, signPayment, termsOf, usdcOf } from '../signed-payments.ts'

let killable: KillableService
beforeAll(async () => {
  killable = await openKillable({ SETTLE_FIRST: 'token-analysis' })
})
afterAll(() => killable?.close())

const paidIn = () => usdcOf(killable.chain, killable.sandbox.payTo)

/** As in `crash.test.ts`: the process that takes over is killed at a moment that it does not reach while it finishes the payment before. */
const moments: { at: FailPointName; runs: number; next: FailPointName | null }[] = [
  { at: 'worked', runs: 2, next: 'settled' },
  { at: 'settled', runs: 1, next: 'sent' },
  { at: 'sent', runs: 1, next: null },
  { at: 'running', runs: 2, next: 'stored' },
  { at: 'stored', runs: 1, next: null },
  { at: 'credited', runs: 1, next: 'ordered' },
  { at: 'ordered', runs: 1, next: null },
  { at: 'mined', runs: 1, next: null },
]

describe('a service that settles first, and is killed and started again', () => {
  test.each(moments)(
    'when a payment is $at: it is charged once, and its retry does the work or gets its answer',
    async ({ at, runs, next }) => {
      const account = await killable.wallet()
      const doomed = await killable.killedAt(at)
      const before = await paidIn()
      const payment = await signPayment(await termsOf(doomed.url, expensivePath), account)
      await expect(callWith(doomed.url + expensivePath, payment)).rejects.toThrow()
      expect(await doomed.ended).toBe('SIGKILL')

      const again = await killable.startNext(next)
      const retry = await callWith(again.url + expensivePath, payment)
      expect(retry.status).toBe(200)
      expect(await receiptOf(retry)).toMatchObject({
        state: 'settled',
        settlement: 'before_work',
        runs,
        charged: { baseUnits: String(expensivePrice) },
      })
      expect(await retry.json()).toMatchObject({ known: { symbol: 'USDC' } })
      const third = await callWith(again.url + expensivePath, payment)
      expect([third.status, third.headers.get('idempotent-replay')]).toEqual([200, 'true'])
      expect((await paidIn()) - before).toBe(expensivePrice)
      expect(await usdcOf(killable.chain, account.address)).toBe(1_000_000n - expensivePrice)
    },
  )
})
