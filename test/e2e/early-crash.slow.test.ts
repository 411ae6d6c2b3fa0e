import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { stockClient } from '../../sandbox/demo/stock-client.ts'
import type { FailPointName } from '../../src/shared/fail-point.ts'
import { expensivePath, expensivePrice, openKillable, type KillableService } from '../killable-service.ts'
import { cancelAuthorization, moveAway } from '../own-transaction.ts'
import { callWith, nonceIn, pay, receiptOf, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'
import type { ServiceProcess } from '../service-process.ts'

let killable: KillableService
let paidAtStart: bigint
beforeAll(async () => {
  // Longer than an answer takes to its caller.
  killable = await openKillable({ ANSWER_AFTER: 'verified', EARLY_BATCH_MS: '300' })
  paidAtStart = await paidIn()
})
afterAll(() => killable?.close())

const patiently = { timeout: 30_000, interval: 50 }
const paidIn = () => usdcOf(killable.chain, killable.sandbox.payTo)
const leftOf = (payer: Account) => usdcOf(killable.chain, payer.address)
const transactionIn = (response: Response) =>
  JSON.parse(Buffer.from(response.headers.get('payment-response')!, 'base64').toString('utf8')).transaction as string

/** Until a process has ended by its own kill. */
async function killed(doomed: ServiceProcess): Promise<void> {
  expect(await doomed.ended).toBe('SIGKILL')
}

/** A wallet that this process has settled a payment of, so that the next one is answered early. */
async function knownPayer(service: ServiceProcess): Promise<Account> {
  const payer = await killable.wallet()
  const response = await pay(service.url, payer, { path: expensivePath })
  expect([response.status, transactionIn(response)]).toEqual([200, expect.stringMatching(/^0x/)])
  await vi.waitFor(async () => expect(await receiptOf(response)).toMatchObject({ state: 'settled' }), patiently)
  return payer
}

/** The payment is answered to its caller, settled by the next process, and charged once beside the first one. */
async function expectAnsweredOnce(service: ServiceProcess, payer: Account, payment: string, before: bigint): Promise<Response> {
  const retry = await callWith(service.url + expensivePath, payment)
  expect([retry.status, await retry.clone().json()]).toMatchObject([200, { known: { symbol: 'USDC' } }])
  await vi.waitFor(
    async () => expect(await receiptOf(retry)).toMatchObject({ state: 'settled', charged: { baseUnits: String(expensivePrice) } }),
    patiently,
  )
  const third = await callWith(service.url + expensivePath, payment)
  expect([third.status, third.headers.get('idempotent-replay')]).toEqual([200, 'true'])
  expect((await paidIn()) - before).toBe(expensivePrice)
  expect(await leftOf(payer)).toBe(1_000_000n - 2n * expensivePrice)
  return retry
}

/** The second payment is the early one, so the process is killed when that reaches the moment. */
const moments: { at: FailPointName; answered: boolean; kept: boolean }[] = [
  { at: 'claimed', answered: false, kept: false },
  { at: 'worked', answered: false, kept: false },
  { at: 'served', answered: false, kept: true },
  { at: 'stored', answered: true, kept: true },
  { at: 'sent', answered: true, kept: true },
  { at: 'mined', answered: true, kept: true },
  { at: 'settled', answered: true, kept: true },
]

describe('a service that answers early, and is killed and started again', () => {
  test.each(moments)('when a payment is $at: it is answered once and charged once', async ({ at, answered, kept }) => {
    const doomed = await killable.killedAt(`${at}:2`)
    const payer = await knownPayer(doomed)
    const before = await paidIn()
    const payment = await signPayment(await termsOf(doomed.url, expensivePath), payer)
    const call = callWith(doomed.url + expensivePath, payment)
    if (answered) expect(transactionIn(await call)).toBe('')
    else await expect(call).rejects.toThrow()
    await killed(doomed)

    const again = await killable.startNext(null)
    const retry = await expectAnsweredOnce(again, payer, payment, before)
    expect(retry.headers.get('idempotent-replay')).toBe(kept ? 'true' : null)
  })

  /** The answer is out, and nothing of its settlement has begun. */
  async function killedAfterAnswer() {
    const env = { EARLY_BATCH_MS: '5000' }
    await killable.killedAt(null).then((service) => service.stop())
    const doomed = await killable.startNext(null, env)
    const payer = await knownPayer(doomed)
    const before = await paidIn()
    const payment = await signPayment(await termsOf(doomed.url, expensivePath), payer)
    const response = await callWith(doomed.url + expensivePath, payment)
    expect([response.status, transactionIn(response)]).toEqual([200, ''])
    doomed.child.kill('SIGKILL')
    await killed(doomed)
    expect(await paidIn()).toBe(before)
    return { payer, payment, before }
  }

  test('when the answer is out and nothing is stored for its settlement: it is settled by the next process', async () => {
    const { payer, payment, before } = await killedAfterAnswer()
    await expectAnsweredOnce(await killable.startNext(null), payer, payment, before)
  })

  test('when its payer cancels the payment before the next process starts: it is owed, and nothing is sold to the payer until it is paid', async () => {
    const { payer, payment, before } = await killedAfterAnswer()
    await moveAway(world(), payer, 500_000n)
    await cancelAuthorization(world(), payer, nonceIn(payment) as `0x${string}`)
    const again = await killable.startNext(null)
    const owed = await vi.waitFor(async () => {
      const response = await callWith(again.url + expensivePath, payment)
      expect([response.status, await response.clone().json()]).toMatchObject([402, { code: 'payment_owed' }])
      return response
    }, patiently)
    const receipt = await receiptOf(owed)
    expect(receipt).toMatchObject({ state: 'owed', owed: { baseUnits: String(expensivePrice) }, charged: { baseUnits: '0' } })
    expect([await paidIn(), await leftOf(payer)]).toEqual([before, 1_000_000n - expensivePrice - 500_000n])
    const refused = await pay(again.url, payer, { path: expensivePath })
    expect([refused.status, await refused.json()]).toMatchObject([402, { code: 'payment_owed' }])
    // A process that is killed and started once more still knows what is owed.
    again.child.kill('SIGKILL')
    await killed(again)
    const third = await killable.startNext(null)
    const fetchPaid = stockClient(payer, [{ network: 'eip155:8453', usdc: killable.chain.network.asset }])
    const paid = await fetchPaid(`${third.url}/v1/receipts/${receipt.id}/payment`, { method: 'POST' })
    expect(await paid.json()).toMatchObject({ id: receipt.id, state: 'settled', charged: { baseUnits: String(expensivePrice) } })
    expect((await paidIn()) - before).toBe(expensivePrice)
    expect((await callWith(third.url + expensivePath, payment)).status).toBe(200)
  })

  test('in the end the ledger has what the chain has, to the unit', async () => {
    const totals = await killable.totals()
    expect(totals.map(({ state, amount }) => [state, amount])).toEqual([['settled', (await paidIn()) - paidAtStart]])
  })
})

const world = () => ({ sandbox: killable.sandbox, chain: () => killable.chain })
