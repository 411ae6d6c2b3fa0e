import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createShutdown } from '../../src/ops/shutdown.ts'
import { systemClock, systemTimers } from '../../src/ops/system.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { startInProcess, testLog } from '../service-in-process.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { callUntilAnswered, callWith, priceOfBitcoin, receiptOf, signPayment, termsOf, usdcOf } from '../signed-payments.ts'
import { databaseFor } from '../test-database.ts'

/** So long that only the test makes blocks. */
const noBlocks = 600_000

describe('on a chain without blocks', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ ownSandbox: { blockMs: noBlocks }, env: { ANSWER_WITHIN_SECONDS: '2' } })
  })
  afterAll(() => service?.close())

  test('an outcome that is not known in time is a 503 with the receipt, never a new 402, and the retry gets the answer', async () => {
    const account = await service.payingWallet('1')
    const payment = await signPayment(await termsOf(service.url, priceOfBitcoin), account)
    const pending = await callWith(service.url + priceOfBitcoin, payment)
    expect(pending.status).toBe(503)
    expect(pending.headers.get('retry-after')).toBe('5')
    expect(pending.headers.get('payment-required')).toBeNull()
    const body = (await pending.json()) as Record<string, unknown>
    expect(body).toMatchObject({ code: 'settlement_pending', retryable: true, transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    expect((await receiptOf(pending)).state).toBe('settling')
    await service.chain().rpc.call('evm_mine', [])
    const retry = await callUntilAnswered(service.url + priceOfBitcoin, payment)
    expect(retry.status).toBe(200)
    expect(retry.headers.get('idempotent-replay')).toBe('true')
    expect(await usdcOf(service.chain(), service.sandbox.payTo)).toBe(7_500n)
  })

  test('a shutdown ends: callers are told to retry, and the ledger is closed in order', async () => {
    const directory = join(service.directory, 'ending')
    const env = { DATA_DIR: directory, ...(await databaseFor(directory)) }
    const ending = await startInProcess({ env, sandbox: service.sandbox })
    const account = await service.wallet('1')
    const first = await callUntilAnswered(
      ending.url + priceOfBitcoin,
      await signPayment(await termsOf(ending.url, priceOfBitcoin), account),
    )
    expect((await receiptOf(first)).state).toBe('free')
    const call = callWith(ending.url + priceOfBitcoin, await signPayment(await termsOf(ending.url, priceOfBitcoin), account))
    const sent = async () => Number((await service.chain().rpc.call<{ pending: Hex }>('txpool_status', [])).pending)
    await expect.poll(sent).toBe(1)

    const codes: number[] = []
    const system = { clock: systemClock, timers: systemTimers, log: testLog() }
    const shutdown = createShutdown({ ...system, totalMs: 1_000, exit: (code) => void codes.push(code) })
    for (const step of ending.closing) shutdown.step(step.name, step.run)
    await shutdown.begin('the test')
    const response = await call
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'settlement_pending' })
    expect(codes).toHaveLength(1)
    // A step that took longer than its share goes on.
    await expect.poll(() => existsSync(join(directory, 'writer.pid'))).toBe(false)
  })
})

test('a call in flight when the service is told to stop gets its answer, and is settled', async () => {
  const service = await startTestService()
  const account = await service.payingWallet('1')
  const payment = await signPayment(await termsOf(service.url, priceOfBitcoin), account)
  const claims = service.claims()
  const call = callWith(service.url + priceOfBitcoin, payment)
  await expect.poll(() => service.claims(), { interval: 1 }).toBe(claims + 1)
  const ended = (async () => {
    for (const step of service.closing) await step.run(10_000)
  })()
  const response = await call
  expect(response.status).toBe(200)
  await ended
  await expect(fetch(`${service.url}/livez`)).rejects.toThrow()
  await rm(service.directory, { recursive: true })
})

test('a client that disconnects changes nothing: the run and the settlement go on, and the answer is kept', async () => {
  const service = await startTestService()
  try {
    const account = await service.payingWallet('1')
    const before = await usdcOf(service.chain(), service.sandbox.payTo)
    const payment = await signPayment(await termsOf(service.url, priceOfBitcoin), account)
    const gone = new AbortController()
    const claims = service.claims()
    const call = fetch(service.url + priceOfBitcoin, { headers: { 'PAYMENT-SIGNATURE': payment }, signal: gone.signal })
    await expect.poll(() => service.claims(), { interval: 1 }).toBe(claims + 1)
    gone.abort()
    await expect(call).rejects.toThrow()
    await expect.poll(() => usdcOf(service.chain(), service.sandbox.payTo)).toBe(before + 7500n)
    const again = await callWith(service.url + priceOfBitcoin, payment)
    expect(again.status).toBe(200)
    expect(again.headers.get('idempotent-replay')).toBe('true')
  } finally {
    await service.close()
  }
})
