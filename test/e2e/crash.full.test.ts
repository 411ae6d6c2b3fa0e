import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemTimers } from '../../src/ops/system.ts'
import type { FailPointName } from '../../src/shared/fail-point.ts'
import { expensivePath, expensivePrice, openKillable, type KillableService } from '../killable-service.ts'
import { doesAll } from '../support/runs.ts'
import { callUntilAnswered, callWith, pay, priceOfBitcoin, receiptOf, signPayment, termsOf, usdcOf } from '../signed-payments.ts'

let killable: KillableService
beforeAll(async () => {
  killable = await openKillable()
})
afterAll(() => killable?.close())

const paidIn = () => usdcOf(killable.chain, killable.sandbox.payTo)

/**
 * Starting a process takes longer than all that a test does with it, so the process that takes over after a kill is the one
 * that is killed next. `next` is a moment that it does not reach again while it finishes the payment before.
 */
const moments: { at: FailPointName; keptAnswer: boolean; next: FailPointName | null }[] = [
  { at: 'mined', keptAnswer: true, next: 'sent' },
  { at: 'sent', keptAnswer: true, next: 'claimed' },
  { at: 'claimed', keptAnswer: false, next: null },
  { at: 'settled', keptAnswer: true, next: 'stored' },
  { at: 'stored', keptAnswer: true, next: 'served' },
  { at: 'served', keptAnswer: true, next: 'worked' },
  { at: 'worked', keptAnswer: false, next: null },
]
/** The slow tests try all of them, and CI does on PostgreSQL. */
const tried = doesAll || process.env['TEST_DATABASE'] === 'postgres' ? moments : moments.slice(1, 3)

describe('a service that is killed and started again', () => {
  test.each(tried)('when a payment is $at: it is charged once, and its retry gets the answer', async ({ at, keptAnswer, next }) => {
    const account = await killable.wallet()
    const doomed = await killable.killedAt(at)
    const before = await paidIn()
    const payment = await signPayment(await termsOf(doomed.url, expensivePath), account)
    // Its caller may have been told to come again before, where the machine is busy.
    const call = callUntilAnswered(doomed.url + expensivePath, payment).catch(() => null)
    expect(await doomed.ended).toBe('SIGKILL')
    expect((await call)?.ok ?? false).toBe(false)

    const again = await killable.startNext(next)
    const retry = await callUntilAnswered(again.url + expensivePath, payment)
    expect(retry.status).toBe(200)
    expect(retry.headers.get('idempotent-replay')).toBe(keptAnswer ? 'true' : null)
    expect((await receiptOf(retry)).state).toBe('settled')
    expect(await retry.json()).toMatchObject({ known: { symbol: 'USDC' } })
    const third = await callWith(again.url + expensivePath, payment)
    expect(third.status).toBe(200)
    expect(third.headers.get('idempotent-replay')).toBe('true')
    expect((await paidIn()) - before).toBe(expensivePrice)
    expect(await usdcOf(killable.chain, account.address)).toBe(1_000_000n - expensivePrice)
  })

  test('with many payments in flight: every one ends settled once or not at all, and the books equal the chain', async () => {
    const wallets = await Promise.all(Array.from({ length: 10 }, killable.wallet))
    const doomed = await killable.killedAt(null)
    await Promise.all(wallets.map((wallet) => pay(doomed.url, wallet, { path: priceOfBitcoin })))
    const before = await paidIn()
    const terms = await termsOf(doomed.url, priceOfBitcoin)
    const payments = await Promise.all(wallets.flatMap((wallet) => [1, 2, 3, 4, 5].map(() => signPayment(terms, wallet))))
    const calls = payments.map((payment, index) =>
      systemTimers.sleep(index * 8).then(() => callWith(doomed.url + priceOfBitcoin, payment).catch(() => null)),
    )
    // When the first one is answered, the others are in all states.
    await Promise.any(calls.map(async (call) => expect((await call)?.status).toBe(200)))
    doomed.child.kill('SIGKILL')
    await Promise.all(calls)

    const again = await killable.startNext(null)
    const responses = await Promise.all(payments.map((payment) => callUntilAnswered(again.url + priceOfBitcoin, payment)))
    expect(responses.every((response) => response.status === 200)).toBe(true)
    const receipts = await Promise.all(responses.map(receiptOf))
    expect(receipts.every((receipt) => receipt.state === 'settled')).toBe(true)
    expect(new Set(receipts.map((receipt) => receipt.id)).size).toBe(50)
    expect((await paidIn()) - before).toBe(50n * 7500n)
    await again.stop()
    expect(await again.ended).toBeNull()
  })
})
