import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startFacilitatedService, type FacilitatedService } from '../facilitator/facilitated-service.ts'
import type { FaultyProxy, ProxyBehaviour } from '../facilitator/faulty-proxy.ts'
import type { ReferenceFacilitator } from '../facilitator/reference-facilitator.ts'
import { closeService, startInProcess } from '../service-in-process.ts'
import { startProcess } from '../service-process.ts'
import { databaseFor } from '../test-database.ts'
import type { TestService } from '../start-test-service.ts'
import { callUntilAnswered, callWith, priceOfBitcoin, receiptOf, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'

const price = 7_500n
const base = 'eip155:8453'

let facilitated: FacilitatedService
let service: TestService
let facilitator: ReferenceFacilitator
let faultyProxy: FaultyProxy
let payer: Account
let clockAheadMs = 0
beforeAll(async () => {
  facilitated = await startFacilitatedService({
    clock: { now: () => Date.now() + clockAheadMs },
    env: { FACILITATOR_TOKEN: 'a-token-of-our-own', ANSWER_WITHIN_SECONDS: '1' },
  })
  service = facilitated.service
  facilitator = facilitated.facilitator
  faultyProxy = facilitated.proxy
  payer = await service.payingWallet('2')
})
afterAll(() => facilitated?.close())
beforeEach(() => {
  faultyProxy.behaviour = 'straight'
})

const paidIn = () => usdcOf(service.chain(), service.sandbox.payTo)
const signed = async () => signPayment(await termsOf(service.url, priceOfBitcoin), payer)
async function call(payment: string): Promise<Response> {
  for (;;) {
    const response = await callWith(service.url + priceOfBitcoin, payment)
    // On a busy machine the work itself may take longer than the second that this service has, and is not charged.
    if (response.status !== 504) return response
    await response.body?.cancel()
  }
}

/** The status of a call from another address of this machine. */
async function callFrom(localAddress: string, payment: string): Promise<number | undefined> {
  const asking = get(service.url + priceOfBitcoin, { localAddress, headers: { 'PAYMENT-SIGNATURE': payment } })
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

/** Calls with one payment until its answer comes. */
function untilAnswered(payment: string): Promise<Response> {
  return callUntilAnswered(service.url + priceOfBitcoin, payment)
}

describe('with the official facilitator', () => {
  test('a call is answered once its transfer is on chain, sent by the facilitator', async () => {
    const before = await paidIn()
    const response = await untilAnswered(await signed())
    expect(response.status).toBe(200)
    const receipt = await receiptOf(response)
    expect(receipt).toMatchObject({ state: 'settled', network: base })
    const sent = await service.chain().transaction(receipt['transaction'] as `0x${string}`)
    expect(sent?.from).toBe(facilitator.address.toLowerCase())
    expect((await paidIn()) - before).toBe(price)
    expect(faultyProxy.tokens).toContain('Bearer a-token-of-our-own')
  })

  test('only the networks that it settles on are offered', async () => {
    const { accepts } = await termsOf(service.url, priceOfBitcoin)
    expect(accepts.map(({ network }) => network)).toEqual([base])
  })

  test('a free first call is never sent to it', async () => {
    const { verify, settle } = facilitator.asked
    const newcomer = await service.wallet('1')
    const response = await call(await signPayment(await termsOf(service.url, priceOfBitcoin), newcomer))
    expect(response.status).toBe(200)
    expect((await receiptOf(response)).state).toBe('free')
    expect(facilitator.asked).toEqual({ verify, settle })
  })

  test('its state is reported, and does not stop the service', async () => {
    await service.parts.health.refresh()
    const ready = await fetch(`${service.url}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([200, { checks: { facilitator: 'ok' } }])
    expect(await (await fetch(`${service.url}/status`)).json()).toMatchObject({ facilitator: 'ok' })
  })

  test('twenty calls at once are settled, each once', async () => {
    const before = await paidIn()
    const terms = await termsOf(service.url, priceOfBitcoin)
    const payments = await Promise.all(Array.from({ length: 20 }, () => signPayment(terms, payer)))
    const statuses = await Promise.all(payments.map(async (payment) => (await untilAnswered(payment)).status))
    expect(statuses).toEqual(payments.map(() => 200))
    expect((await paidIn()) - before).toBe(20n * price)
  })
})

describe('whatever it does, a payment is taken once, and no unpaid call is answered', () => {
  test.each<ProxyBehaviour>(['loses-answers', 'lies-failure'])('it %s: the chain shows that the payment was made', async (behaviour) => {
    const before = await paidIn()
    faultyProxy.behaviour = behaviour
    const response = await untilAnswered(await signed())
    expect(response.status).toBe(200)
    expect((await receiptOf(response)).state).toBe('settled')
    expect((await paidIn()) - before).toBe(price)
  })

  // Among them R3 to R9 of the public suite x402-conformance.
  test.each<ProxyBehaviour>([
    'loses-questions',
    'status-500',
    'status-429',
    'page-502',
    'success-in-503',
    'garbage',
    'truncates',
    'says-pending',
    'says-invalid-state',
    'redirects',
    'refuses',
  ])('it %s: no answer and no charge until it works again', async (behaviour) => {
    const before = await paidIn()
    const payment = await signed()
    faultyProxy.behaviour = behaviour
    const pending = await call(payment)
    expect(pending.status).toBe(503)
    expect(pending.headers.get('payment-required')).toBeNull()
    expect(await pending.json()).toMatchObject({ code: 'settlement_pending', retryable: true })
    expect(await paidIn()).toBe(before)
    faultyProxy.behaviour = 'straight'
    const response = await untilAnswered(payment)
    expect([response.status, response.headers.get('idempotent-replay')]).toEqual([200, 'true'])
    expect((await paidIn()) - before).toBe(price)
  })

  test('what it broadcasts is public: while its answer is pending, only the original caller may wait for it', async () => {
    const payment = await signed()
    faultyProxy.behaviour = 'hangs'
    const waiting = call(payment)
    const settled = facilitator.asked.settle
    await vi.waitFor(() => expect(facilitator.asked.settle).toBe(settled + 1), 60_000)
    const stranger = await callFrom('127.0.0.2', payment)
    expect(stranger).toBe(409)
    expect((await waiting).status).toBe(503)
    expect(await callFrom('127.0.0.2', payment)).toBe(409)
  })

  test('it reports a settlement that it did not make: no answer, no charge, and it is asked again', async () => {
    const before = await paidIn()
    const payments = [await signed(), await signed()]
    for (const [index, behaviour] of (['lies-success', 'lies-with-another'] as const).entries()) {
      faultyProxy.behaviour = behaviour
      expect((await call(payments[index]!)).status).toBe(503)
    }
    expect(await paidIn()).toBe(before)
    faultyProxy.behaviour = 'straight'
    const responses = await Promise.all(payments.map(untilAnswered))
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect((await paidIn()) - before).toBe(2n * price)
  })

  test('it objects before the work: the payment is refused, and nothing is run or charged', async () => {
    const before = await paidIn()
    const settled = facilitator.asked.settle
    faultyProxy.behaviour = 'objects'
    // On a loaded machine earlier requests may have timed out, and then none is sent for half a minute.
    clockAheadMs += 31_000
    const refused = await call(await signed())
    expect(refused.status).toBe(402)
    expect(await refused.json()).toMatchObject({ code: 'settlement_refused' })
    expect([await paidIn(), facilitator.asked.settle]).toEqual([before, settled])
  })
})

test('a service that is killed while its facilitator settles finds the outcome on chain', async () => {
  const env = { DATA_DIR: join(service.directory, 'killed'), FACILITATOR_URL: faultyProxy.url }
  const killed = await startProcess({ ...env, SANDBOX_WORLD: service.sandbox.file })
  const before = await paidIn()
  // Above the price of first calls, which are free.
  const path = `/v1/crypto/token-analysis/${service.chain().network.asset}`
  const payment = await signPayment(await termsOf(killed.url, path), payer)
  faultyProxy.behaviour = 'hangs'
  const cutOff = expect(callWith(killed.url + path, payment)).rejects.toThrow()
  const settled = facilitator.asked.settle
  await vi.waitFor(() => expect(facilitator.asked.settle).toBe(settled + 1), 60_000)
  killed.child.kill('SIGKILL')
  await cutOff
  faultyProxy.behaviour = 'straight'
  const again = await startInProcess({ env: { ...env, ...(await databaseFor(env.DATA_DIR)) }, sandbox: service.sandbox })
  const response = await callUntilAnswered(again.url + path, payment)
  expect([response.status, response.headers.get('idempotent-replay')]).toEqual([200, 'true'])
  expect((await paidIn()) - before).toBe(150_000n)
  expect(facilitator.asked.settle).toBe(settled + 1)
  await closeService(again)
})

test('while it is gone nothing new is sold, and earlier payments are kept until it is back', async () => {
  const before = await paidIn()
  const payments = await Promise.all([signed(), signed(), signed()])
  faultyProxy.behaviour = 'loses-questions'
  expect((await Promise.all(payments.map(call))).map(({ status }) => status)).toEqual([503, 503, 503])
  await service.parts.health.refresh()
  const ready = await fetch(`${service.url}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([200, { checks: { facilitator: 'failed' } }])
  const unsold = await fetch(service.url + priceOfBitcoin)
  expect(unsold.headers.get('payment-required')).toBeNull()
  expect(await unsold.json()).toMatchObject({ notOffered: [{ network: base }, ...Array(5).fill(expect.anything())] })
  faultyProxy.behaviour = 'straight'
  for (const payment of payments) expect((await untilAnswered(payment)).status).toBe(200)
  expect((await paidIn()) - before).toBe(3n * price)
  expect((await termsOf(service.url, priceOfBitcoin)).accepts).toHaveLength(1)
})

test('the operator is alarmed about silence, lies and refusals', async () => {
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  const alarms = [...metrics.matchAll(/farthing_settler_alarms_total\{[^}]*alarm="(\w+)"\} [1-9]/g)].map(([, alarm]) => alarm)
  expect(new Set(alarms)).toEqual(new Set(['facilitator_lied', 'facilitator_refuses', 'facilitator_silent']))
})
