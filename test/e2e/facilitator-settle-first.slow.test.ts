import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startFacilitatedService, type FacilitatedService } from '../facilitator/facilitated-service.ts'
import type { FaultyProxy, ProxyBehaviour } from '../facilitator/faulty-proxy.ts'
import { moveAway } from '../own-transaction.ts'
import { closeService, startInProcess } from '../service-in-process.ts'
import { startProcess } from '../service-process.ts'
import { callWith, receiptOf, signPayment, termsOf, usdcOf, type Account, type Receipt } from '../signed-payments.ts'
import { youngChains, type TestService } from '../start-test-service.ts'
import { databaseFor } from '../test-database.ts'

const price = 150_000n
const analysisOf = (address: string) => `/v1/crypto/token-analysis/${address}`
const usdc = analysisOf('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')
/** No contract is there, so the work fails after it has asked a chain. */
const nothing = analysisOf('0x00000000000000000000000000000000000000aa')
const patiently = { timeout: 40_000, interval: 100 }

let facilitated: FacilitatedService
let service: TestService
let proxy: FaultyProxy
let refundWallet: Account
let clockAheadMs = 0
/** Works that have been begun. */
let begun = 0
let paidAtStart: bigint
/** By a service with a ledger of its own. */
let paidToKilled = 0n
beforeAll(async () => {
  const refundKey = generatePrivateKey()
  refundWallet = privateKeyToAccount(refundKey)
  facilitated = await startFacilitatedService({
    ownSandbox: youngChains,
    clock: { now: () => Date.now() + clockAheadMs },
    failPoint(name) {
      if (name === 'running') begun += 1
    },
    env: { SETTLE_FIRST: 'token-analysis', ANSWER_WITHIN_SECONDS: '3', REFUND_KEY: refundKey },
  })
  service = facilitated.service
  proxy = facilitated.proxy
  await service.sandbox.world.fund(refundWallet.address, '1')
  paidAtStart = await paidIn()
})
afterAll(() => facilitated?.close())
beforeEach(() => {
  begun = 0
  proxy.behaviour = 'straight'
  // It counts as down for half a minute after three settlements without an answer.
  clockAheadMs += 31_000
})

const paidIn = () => usdcOf(service.chain(), service.sandbox.payTo)
const signed = async (payer: Account, path = usdc) =>
  signPayment(await termsOf(service.url, path), payer, { validBefore: BigInt(Math.floor((Date.now() + clockAheadMs) / 1000) + 300) })
const call = (payment: string, path = usdc) => callWith(service.url + path, payment)
const receiptNamed = async (id: string) => (await fetch(`${service.url}/v1/receipts/${id}`)).json() as Promise<Receipt>

/** Calls with one payment until its answer comes. */
async function untilAnswered(payment: string, path = usdc): Promise<Response> {
  for (let tries = 0; tries < 30; tries++) {
    const response = await call(payment, path)
    if (response.status !== 503) return response
    await response.body?.cancel()
  }
  throw new Error('no answer came')
}

/** The status of a call from another address of this machine. */
async function statusFromElsewhere(payment: string): Promise<number | undefined> {
  const asking = get(service.url + usdc, { localAddress: '127.0.0.2', headers: { 'PAYMENT-SIGNATURE': payment } })
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

/** The wallet had one dollar and paid once; the work was begun once and answered; the receipt names the transfer on chain. */
async function expectPaidOnce(response: Response, payer: Account, before: bigint): Promise<void> {
  expect([response.status, await response.clone().json()]).toMatchObject([200, { known: { symbol: 'USDC' } }])
  const receipt = await receiptOf(response)
  expect(receipt).toMatchObject({ state: 'settled', settlement: 'before_work', runs: 1, charged: { baseUnits: String(price) } })
  expect(await service.chain().receipt(receipt.transaction as `0x${string}`)).not.toBeNull()
  expect(begun).toBe(1)
  expect((await paidIn()) - before).toBe(price)
  expect(await usdcOf(service.chain(), payer.address)).toBe(1_000_000n - price)
}

test('a payment is settled by the facilitator before its work, and is answered', async () => {
  const [payer, before] = [await service.wallet('1'), await paidIn()]
  const payment = await signed(payer)
  const response = await call(payment)
  await expectPaidOnce(response, payer, before)
  const { transaction } = await receiptOf(response)
  const sent = await service.chain().transaction(transaction as `0x${string}`)
  expect(sent?.from).toBe(facilitated.facilitator.address.toLowerCase())
  const again = await call(payment)
  expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true'])
  await expectPaidOnce(again, payer, before)
})

describe('a facilitator that settles and does not say so, or says something else', () => {
  test.each<ProxyBehaviour>(['loses-answers', 'hangs', 'lies-failure', 'names-another', 'settles-twice'])(
    'it %s: the chain shows that the payment was made, and the work is begun once',
    async (behaviour) => {
      const [payer, before] = [await service.wallet('1'), await paidIn()]
      proxy.behaviour = behaviour
      await expectPaidOnce(await untilAnswered(await signed(payer)), payer, before)
    },
  )

  test('it settles late: no work is begun until the payment is on chain, and only its caller may use it then', async () => {
    const [payer, before] = [await service.wallet('1'), await paidIn()]
    const payment = await signed(payer)
    proxy.behaviour = 'settles-late'
    const pending = await call(payment)
    expect([pending.status, await pending.clone().json()]).toMatchObject([503, { code: 'settlement_pending' }])
    expect([await statusFromElsewhere(payment), begun, await paidIn()]).toEqual([409, 0, before])
    await proxy.settleLate()
    // The work of an order whose call has ended waits for its caller.
    await vi.waitFor(async () => expect(await receiptOf(pending)).toMatchObject({ state: 'credit', runs: 0 }), patiently)
    expect([await statusFromElsewhere(payment), begun]).toEqual([409, 0])
    await expectPaidOnce(await untilAnswered(payment), payer, before)
  })
})

describe('a facilitator that does not settle', () => {
  test.each<ProxyBehaviour>(['loses-questions', 'status-500', 'garbage', 'lies-success', 'lies-with-another', 'refuses'])(
    'it %s: no work and no charge until it works again, then one of each',
    async (behaviour) => {
      const [payer, before] = [await service.wallet('1'), await paidIn()]
      const payment = await signed(payer)
      proxy.behaviour = behaviour
      const pending = await call(payment)
      expect(pending.headers.get('payment-required')).toBeNull()
      expect([pending.status, await pending.clone().json()]).toMatchObject([503, { code: 'settlement_pending', retryable: true }])
      expect(await receiptOf(pending)).toMatchObject({ state: 'ordered', charged: { baseUnits: '0' } })
      const other = await call(payment, nothing)
      expect([other.status, await other.json()]).toMatchObject([409, { code: 'payment_in_flight' }])
      expect([begun, await paidIn()]).toEqual([0, before])
      proxy.behaviour = 'straight'
      await expectPaidOnce(await untilAnswered(payment), payer, before)
    },
  )

  test('the operator is alarmed about silence, lies and refusals, as in the usual order', async () => {
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    const alarms = [...metrics.matchAll(/farthing_settler_alarms_total\{[^}]*alarm="(\w+)"\} [1-9]/g)].map(([, alarm]) => alarm)
    expect(new Set(alarms)).toEqual(new Set(['facilitator_lied', 'facilitator_refuses', 'facilitator_silent']))
  })

  test('it objects before the work: the payment is refused, and nothing is ordered or charged', async () => {
    const [payer, before] = [await service.wallet('1'), await paidIn()]
    proxy.behaviour = 'objects'
    const refused = await call(await signed(payer))
    expect([refused.status, await refused.json()]).toMatchObject([402, { code: 'settlement_refused' }])
    expect([begun, await paidIn()]).toEqual([0, before])
  })
})

test('a payment that was refused, and that the facilitator settled after all, becomes a credit that buys the answer', async () => {
  const [payer, before] = [await service.wallet('1'), await paidIn()]
  const payment = await signed(payer)
  proxy.behaviour = 'settles-late'
  const pending = await call(payment)
  expect(pending.status).toBe(503)
  await moveAway(service, payer, 1_000_000n)
  proxy.behaviour = 'refuses'
  await vi.waitFor(async () => expect(await receiptOf(pending)).toMatchObject({ state: 'refused', charged: { baseUnits: '0' } }), patiently)
  const refused = await call(payment)
  expect([refused.status, begun]).toEqual([402, 0])
  await service.sandbox.world.fund(payer.address, '1')
  await proxy.settleLate()
  await vi.waitFor(async () => expect(await receiptOf(pending)).toMatchObject({ state: 'credit', runs: 0 }), patiently)
  expect(begun).toBe(0)
  await expectPaidOnce(await untilAnswered(payment), payer, before)
})

test('a credit is given back through the facilitator, and is not given back before the chain says so', async () => {
  const payer = await service.wallet('1')
  const before = await paidIn()
  const payment = await signed(payer, nothing)
  const runs = [await untilAnswered(payment, nothing), await call(payment, nothing), await call(payment, nothing)]
  expect(runs.map(({ status }) => status)).toEqual([404, 404, 404])
  const { id } = await receiptOf(runs[2]!)
  proxy.behaviour = 'lies-success'
  const untilReceipt = (expected: object) =>
    vi.waitFor(async () => {
      // Makes blocks, as other users of a chain do: what is below them becomes final.
      await service.sandbox.world.fund(privateKeyToAccount(generatePrivateKey()).address, '0.01')
      expect(await receiptNamed(id)).toMatchObject(expected)
    }, patiently)
  const settles = proxy.settles.size
  await untilReceipt({ state: 'refunding' })
  await vi.waitFor(() => expect(proxy.settles.size).toBe(settles + 1), patiently)
  expect(await usdcOf(service.chain(), payer.address)).toBe(1_000_000n - price)
  // Then the wallet is empty for a while, so that the refund fails for anybody, and is tried again all the same.
  const nonce = [...proxy.settles.keys()].at(-1)!
  await moveAway(service, refundWallet, 1_000_000n)
  proxy.behaviour = 'refuses'
  const tries = proxy.settles.get(nonce)!.length
  await vi.waitFor(() => expect(proxy.settles.get(nonce)!.length).toBeGreaterThan(tries + 1), { timeout: 90_000, interval: 100 })
  expect(await receiptNamed(id)).toMatchObject({ state: 'refunding' })
  await service.sandbox.world.fund(refundWallet.address, '1')
  proxy.behaviour = 'straight'
  await untilReceipt({ state: 'refunded', charged: { baseUnits: '0' } })
  expect(await usdcOf(service.chain(), payer.address)).toBe(1_000_000n)
  expect(await usdcOf(service.chain(), refundWallet.address)).toBe(1_000_000n - price)
  expect((await paidIn()) - before).toBe(price)
  expect((await call(payment, nothing)).status).toBe(402)
  expect(begun).toBe(3)
}, 180_000)

test('a service that is killed while its facilitator settles finds the credit on chain, and does the work once', async () => {
  const env = { DATA_DIR: join(service.directory, 'killed'), FACILITATOR_URL: proxy.url, SETTLE_FIRST: 'token-analysis' }
  const killed = await startProcess({ ...env, SANDBOX_WORLD: service.sandbox.file })
  const [payer, before] = [await service.wallet('1'), await paidIn()]
  const payment = await signPayment(await termsOf(killed.url, usdc), payer)
  proxy.behaviour = 'settles-late'
  const cutOff = expect(callWith(killed.url + usdc, payment)).rejects.toThrow()
  const settles = proxy.settles.size
  await vi.waitFor(() => expect(proxy.settles.size).toBe(settles + 1), 20_000)
  killed.child.kill('SIGKILL')
  await cutOff
  await proxy.settleLate()
  const again = await startInProcess({
    env: { ...env, ...(await databaseFor(env.DATA_DIR)) },
    sandbox: service.sandbox,
    failPoint(name) {
      if (name === 'running') begun += 1
    },
  })
  const response = await callWith(again.url + usdc, payment)
  await expectPaidOnce(response, payer, before)
  paidToKilled = (await paidIn()) - before
  await closeService(again)
})

test('in the end the ledger has what the chain has, and nothing is unknown', async () => {
  const totals = await service.parts.ledger.totals()
  const open = totals.filter(({ state }) => ['claimed', 'ordered', 'served', 'settling', 'running', 'refunding'].includes(state))
  expect(open).toEqual([])
  const paid = totals.filter(({ state }) => ['settled', 'credit', 'refunded'].includes(state))
  expect(paid.map(({ state, amount }) => [state, amount])).toEqual([
    ['refunded', price],
    ['settled', (await paidIn()) - paidAtStart - price - paidToKilled],
  ])
})
