import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Service } from '../../src/service/start-service.ts'
import { startFaultyProxy, type FaultyProxy } from '../facilitator/faulty-proxy.ts'
import { startReferenceFacilitator, type ReferenceFacilitator } from '../facilitator/reference-facilitator.ts'
import { answered, type Instances } from '../instances.ts'
import { closeService } from '../service-in-process.ts'
import { callWith, nonceIn, priceOfBitcoin, signPayment, termsOf, type Account } from '../signed-payments.ts'

const price = 7_500n

/** Two instances of one ledger that settle through one facilitator. */
export function facilitatedTogether(world: () => Instances): void {
  describe('two services on one ledger, with one facilitator', () => {
    let facilitator: ReferenceFacilitator
    let faultyProxy: FaultyProxy
    let services: readonly Service[] = []
    let payer: Account
    beforeAll(async () => {
      const { networks, signerKeys } = world().sandbox.world
      facilitator = await startReferenceFacilitator(
        networks.find(({ id }) => id === 'eip155:8453')!,
        signerKeys[0]!,
      )
      faultyProxy = await startFaultyProxy(facilitator.url)
      const database = await world().server.createDatabase()
      const env = { FACILITATOR_URL: faultyProxy.url, ANSWER_WITHIN_SECONDS: '1' }
      services = [
        await world().open(database, { ...env, FACILITATOR_TOKEN: 'the-token-of-one-of-them' }),
        await world().open(database, { ...env, FACILITATOR_TOKEN: 'the-token-of-the-other' }),
      ]
      payer = await world().payingWallet(services[0]!.url)
    })
    afterAll(async () => {
      for (const service of services) await closeService(service)
      await faultyProxy?.close()
      await facilitator?.close()
    })
    beforeEach(() => {
      faultyProxy.behaviour = 'straight'
    })

    const both = () => services.map(({ url }) => url)
    const signed = async () => signPayment(await termsOf(both()[0]!, priceOfBitcoin), payer)

    test('a payment at both at once is handed over once, and is one purchase', async () => {
      const before = await world().earned()
      const payment = await signed()
      await Promise.all(both().map((url) => callWith(url + priceOfBitcoin, payment)))
      const receipts = await Promise.all(both().map((url) => answered(url, payment)))
      expect(receipts[0]).toMatchObject({ id: receipts[1]!.id, state: 'settled' })
      expect(faultyProxy.settles.get(nonceIn(payment))).toHaveLength(1)
      expect((await world().earned()) - before).toBe(price)
    })

    test('while it fails neither answers; then each payment is taken once, wherever it is brought', async () => {
      const before = await world().earned()
      const payments = [await signed(), await signed()]
      faultyProxy.behaviour = 'status-500'
      // On a busy machine a call may be told first that the other one is under way, or that it took too long.
      const told = async (url: string, payment: string) => (await callWith(url + priceOfBitcoin, payment)).json()
      await Promise.all(
        payments.flatMap((payment) =>
          both().map((url) =>
            expect.poll(() => told(url, payment)).toMatchObject({ code: 'settlement_pending', status: 503, retryable: true }),
          ),
        ),
      )
      expect(await world().earned()).toBe(before)
      faultyProxy.behaviour = 'straight'
      const receipts = await Promise.all(payments.flatMap((payment) => both().map((url) => answered(url, payment))))
      expect(receipts.map(({ state }) => state)).toEqual(receipts.map(() => 'settled'))
      expect((await world().earned()) - before).toBe(2n * price)
    })
  })
}
