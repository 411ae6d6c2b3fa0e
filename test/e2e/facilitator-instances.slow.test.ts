import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Service } from '../../src/service/start-service.ts'
import { startFaultyProxy, type FaultyProxy, type ProxyBehaviour } from '../facilitator/faulty-proxy.ts'
import { startReferenceFacilitator, type ReferenceFacilitator } from '../facilitator/reference-facilitator.ts'
import { answered, openInstances, type Instances } from '../instances.ts'
import { closeService } from '../service-in-process.ts'
import { startProcess } from '../service-process.ts'
import { callWith, nonceIn, priceOfBitcoin, signPayment, termsOf, type Account } from '../signed-payments.ts'

const price = 7_500n
/** Above the price of first calls, which are free. */
const expensivePath = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

let world: Instances
let facilitator: ReferenceFacilitator
let faultyProxy: FaultyProxy
let database: string
let payer: Account
/** Two on one ledger. */
let services: readonly Service[] = []
beforeAll(async () => {
  world = await openInstances()
  const { networks, signerKeys } = world.sandbox.world
  facilitator = await startReferenceFacilitator(
    networks.find(({ id }) => id === 'eip155:8453')!,
    signerKeys[0]!,
  )
  faultyProxy = await startFaultyProxy(facilitator.url)
  database = await world.server.createDatabase()
  const env = { FACILITATOR_URL: faultyProxy.url, ANSWER_WITHIN_SECONDS: '2' }
  services = [
    await world.open(database, { ...env, FACILITATOR_TOKEN: 'the-token-of-one-of-them' }),
    await world.open(database, { ...env, FACILITATOR_TOKEN: 'the-token-of-the-other' }),
  ]
  payer = await world.payingWallet(services[0]!.url, '50')
})
afterAll(async () => {
  for (const service of services) await closeService(service)
  await faultyProxy?.close()
  await facilitator?.close()
  await world?.close()
})
beforeEach(() => {
  faultyProxy.behaviour = 'straight'
})

const urls = () => services.map(({ url }) => url)
/** How often both together raised this alarm. */
async function told(alarm: string): Promise<number> {
  const metrics = (await Promise.all(urls().map(async (url) => (await fetch(`${url}/metrics`)).text()))).join('\n')
  const counted = metrics.matchAll(new RegExp(`farthing_settler_alarms_total\\{[^}]*alarm="${alarm}"\\} (\\d+)`, 'g'))
  return [...counted].reduce((sum, [, count]) => sum + Number(count), 0)
}

/** Payments that are each sent to both at the same instant. */
async function bring(count: number): Promise<{ payments: string[]; responses: Response[] }> {
  // An instance without answers from it for a while sells nothing for half a minute.
  for (const url of urls())
    await expect
      .poll(async () => (await fetch(url + priceOfBitcoin)).headers.has('payment-required'), { timeout: 60_000, interval: 500 })
      .toBe(true)
  const terms = await termsOf(urls()[0]!, priceOfBitcoin)
  const payments = await Promise.all(Array.from({ length: count }, () => signPayment(terms, payer)))
  return { payments, responses: await everywhere(payments) }
}

const everywhere = (payments: readonly string[]) =>
  Promise.all(payments.flatMap((payment) => urls().map((url) => callWith(url + priceOfBitcoin, payment))))

async function answeredEverywhere(payments: readonly string[]): Promise<void> {
  const receipts = await Promise.all(payments.flatMap((payment) => urls().map((url) => answered(url, payment, priceOfBitcoin, 60))))
  expect(receipts.every(({ state }) => state === 'settled')).toBe(true)
  expect(new Set(receipts.map(({ id }) => id)).size).toBe(payments.length)
}

describe('two services on one ledger, with one facilitator', () => {
  test('twenty payments sent to both are handed over and charged once each', async () => {
    const before = await world.earned()
    const { payments } = await bring(20)
    await answeredEverywhere(payments)
    for (const payment of payments) expect(new Set(faultyProxy.settles.get(nonceIn(payment))).size).toBe(1)
    expect((await world.earned()) - before).toBe(20n * price)
  })

  test.each<ProxyBehaviour>(['loses-answers', 'lies-failure', 'hangs'])(
    'it %s: each payment is found on chain, and answered once paid',
    async (behaviour) => {
      const before = await world.earned()
      faultyProxy.behaviour = behaviour
      const { payments } = await bring(4)
      await answeredEverywhere(payments)
      expect((await world.earned()) - before).toBe(4n * price)
    },
  )

  test.each<[ProxyBehaviour, string | null]>([
    ['lies-success', 'facilitator_lied'],
    ['lies-with-another', 'facilitator_lied'],
    ['refuses', 'facilitator_refuses'],
    ['garbage', null],
    ['status-429', null],
    // It is gone.
    ['loses-questions', 'facilitator_silent'],
  ])(
    'it %s: neither answers nor charges, the operator is told, and each payment is taken once when it is back',
    async (behaviour, alarm) => {
      const before = await world.earned()
      const toldBefore = alarm === null ? 0 : await told(alarm)
      faultyProxy.behaviour = behaviour
      const { payments, responses } = await bring(6)
      for (const response of responses) {
        expect(response.status).toBe(503)
        expect(response.headers.get('payment-required')).toBeNull()
      }
      const until = Date.now() + 6_000
      while (Date.now() < until) for (const response of await everywhere(payments)) expect(response.status).toBe(503)
      expect(await world.earned()).toBe(before)
      if (alarm !== null) await expect.poll(() => told(alarm), { timeout: 20_000, interval: 500 }).toBeGreaterThan(toldBefore)
      expect(await world.earned()).toBe(before)
      faultyProxy.behaviour = 'straight'
      await answeredEverywhere(payments)
      expect((await world.earned()) - before).toBe(6n * price)
    },
  )

  test('when it is gone, instances that get no answer from it sell nothing new, and what was sold is answered when it is back', async () => {
    const { payments } = await bring(10)
    await answeredEverywhere(payments)
    faultyProxy.behaviour = 'loses-questions'
    const terms = await termsOf(urls()[0]!, priceOfBitcoin)
    const sold = await Promise.all(payments.map(() => signPayment(terms, payer)))
    const responses = await Promise.all(sold.map((payment, turn) => callWith(urls()[turn % 2]! + priceOfBitcoin, payment)))
    expect(responses.every(({ status }) => status === 503)).toBe(true)
    await Promise.all(services.map(({ parts }) => parts.health.refresh()))
    for (const url of urls()) {
      expect(await (await fetch(`${url}/readyz`)).json()).toMatchObject({ checks: { facilitator: 'failed' } })
      expect((await fetch(url + priceOfBitcoin)).headers.get('payment-required')).toBeNull()
    }
    faultyProxy.behaviour = 'straight'
    await answeredEverywhere(sold)
  })
})

test.each<ProxyBehaviour>(['hangs', 'loses-questions'])(
  'one that is killed while its facilitator %s is followed by the other, which asks the chain first',
  async (behaviour) => {
    const directory = `killed-${behaviour}`
    const killed = await startProcess({
      DATA_DIR: join(world.directory, directory),
      SANDBOX_WORLD: world.sandbox.file,
      DATABASE_URL: database,
      MPP_SECRET: 'the-same-for-all-of-the-instances',
      FACILITATOR_URL: faultyProxy.url,
    })
    const before = await world.earned()
    const payment = await signPayment(await termsOf(killed.url, expensivePath), payer)
    faultyProxy.behaviour = behaviour
    const nonce = nonceIn(payment)
    const { settle } = facilitator.asked
    const cutOff = expect(callWith(killed.url + expensivePath, payment)).rejects.toThrow()
    await vi.waitFor(() => expect(faultyProxy.settles.get(nonce)).toHaveLength(1), 20_000)
    if (behaviour === 'hangs') await vi.waitFor(() => expect(facilitator.asked.settle).toBeGreaterThan(settle), 20_000)
    killed.child.kill('SIGKILL')
    await cutOff
    faultyProxy.behaviour = 'straight'
    expect((await answered(urls()[0]!, payment, expensivePath, 240)).state).toBe('settled')
    // It is handed over again only if nothing was sent.
    expect(faultyProxy.settles.get(nonce)).toHaveLength(behaviour === 'hangs' ? 1 : 2)
    expect((await world.earned()) - before).toBe(150_000n)
  },
)
