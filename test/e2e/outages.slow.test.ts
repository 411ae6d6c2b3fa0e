import { setTimeout as sleep } from 'node:timers/promises'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodeRpc } from '../../sandbox/chains/node-rpc.ts'
import { startPostgres, type PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'
import { createForwarder, type Forwarder } from '../forwarder.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { callWith, priceOfBitcoin, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'

/** Blocks of the sandbox come every second. Nobody waits longer for a clear answer than one of them and a second, plus what a busy machine takes. */
const longestMs = 2_000
const busyMachineMs = 4_000
const price = 7_500n

interface Told {
  readonly status: number
  readonly ms: number
  readonly code: string | null
}

let server: PostgresServer
let service: TestService
let node: Forwarder
let payers: readonly Account[]
let terms: Awaited<ReturnType<typeof termsOf>>

beforeAll(async () => {
  server = await startPostgres()
  const database = await server.createDatabase()
  service = await startTestService({
    ownSandbox: { blockMs: 1_000 },
    env: { DATABASE_URL: database, MPP_SECRET: 'the-secret-of-this-service-only-12', DRAIN_SECONDS: '0', NODE_ANSWER_MS: '700' },
    endpoints: async (sandbox) => {
      const base = sandbox.endpoints.find(({ network }) => network === 'eip155:8453')!
      node = await createForwarder(base.urls[0]!)
      await node.open()
      return [{ ...base, urls: [node.url] }, ...sandbox.endpoints.filter((one) => one !== base)]
    },
  })
  // Each has used its free first call.
  payers = await Promise.all(Array.from({ length: 50 }, () => service.payingWallet('2')))
  terms = await termsOf(service.url, priceOfBitcoin)
})
afterAll(async () => {
  await service?.close()
  await node?.close()
  await server?.[Symbol.asyncDispose]()
})

/** Sends the same payment until it is answered, as the answers tell it to; what it was told on the way. */
async function insist(payer: Account, told: Told[]): Promise<string> {
  const payment = await signPayment(terms, payer)
  for (let tries = 0; tries < 200; tries++) {
    const started = performance.now()
    const response = await callWith(service.url + priceOfBitcoin, payment, {
      headers: { 'Idempotency-Key': `key-${payment.slice(-40, -4).replaceAll(/[^\w]/g, '-')}` },
    })
    const body = (await response.json()) as { code?: string }
    told.push({ status: response.status, ms: performance.now() - started, code: body.code ?? null })
    if (response.status === 200) return response.headers.get('link')!
    if (response.status !== 503) throw new Error(`told ${response.status} ${body.code}`)
    await sleep(Math.min(2, Number(response.headers.get('retry-after') ?? 1)) * 500)
  }
  throw new Error('not answered in 200 tries')
}

/** All payers buy twice while something is broken for some seconds, and end with an answer for each payment, charged once. */
async function buyDuring(breakIt: () => Promise<void>, mend: () => Promise<void>): Promise<Told[]> {
  const before = await usdcOf(service.chain(), service.sandbox.payTo)
  const told: Told[] = []
  const buying = payers.map(async (payer, index) => {
    const receipts: string[] = []
    for (let purchase = 0; purchase < 2; purchase++) {
      await sleep((index % 10) * 50)
      receipts.push(await insist(payer, told))
    }
    return receipts
  })
  await sleep(300)
  await breakIt()
  await sleep(5_000)
  await mend()
  const receipts = (await Promise.all(buying)).flat()
  expect(new Set(receipts).size).toBe(100)
  await expect.poll(async () => (await usdcOf(service.chain(), service.sandbox.payTo)) - before, { timeout: 20_000 }).toBe(100n * price)
  const totals = await service.parts.ledger.totals()
  expect(
    totals.filter(({ state }) => ['claimed', 'ordered', 'served', 'settling', 'running', 'refused', 'reversed'].includes(state)),
  ).toEqual([])
  return told
}

function expectClearAndSoon(told: readonly Told[]): void {
  const refused = told.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.map(({ code }) => code)).not.toContain(null)
  const slowest = Math.max(...told.map(({ ms }) => ms))
  const slowest503 = Math.max(...refused.map(({ ms }) => ms))
  console.log(
    `${told.length} answers, the slowest after ${Math.round(slowest)} ms; ${refused.length} of them 503, the slowest after ${Math.round(slowest503)} ms`,
  )
  expect(slowest).toBeLessThan(longestMs + busyMachineMs)
}

describe('under 50 payers', () => {
  test('the node goes away and comes back', async () => {
    expectClearAndSoon(
      await buyDuring(
        () => node.close(),
        () => node.open(),
      ),
    )
  })

  test('the node takes requests and does not answer, for a while', async () => {
    expectClearAndSoon(
      await buyDuring(
        () => node.hang(),
        () => node.close().then(() => node.open()),
      ),
    )
  })

  test('the signer runs out of gas money, and gets some', async () => {
    const rpc = nodeRpc(service.sandbox.world.networks.find(({ slug }) => slug === 'base')!.rpcUrl)
    const signers = service.sandbox.signerKeys.map((key) => privateKeyToAddress(key))
    const setBalance = (wei: string) => rpc.batch(signers.map((address) => ['anvil_setBalance', address, wei]))
    expectClearAndSoon(
      await buyDuring(
        async () => void (await setBalance('0x0')),
        async () => void (await setBalance('0x8ac7230489e80000')),
      ),
    )
  })

  test('the database goes away and comes back', async () => {
    expectClearAndSoon(
      await buyDuring(
        () => server.kill(),
        () => server.start(),
      ),
    )
  })
})
