import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { nodeRpc } from '../../sandbox/chains/node-rpc.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { startProcess } from '../service-process.ts'
import { startTestService } from '../start-test-service.ts'
import { callWith, priceOfBitcoin, receiptOf, signPayment, termsOf, usdcOf } from '../signed-payments.ts'

/** So long that only the test makes blocks. */
const noBlocks = 600_000

test('an outcome that is not known in time is a 503 with the receipt, never a new 402, and the retry gets the answer', async () => {
  const service = await startTestService({ ownSandbox: { blockMs: noBlocks }, env: { ANSWER_WITHIN_SECONDS: '1' } })
  try {
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
    let retry = await callWith(service.url + priceOfBitcoin, payment)
    while (retry.status === 503) retry = await callWith(service.url + priceOfBitcoin, payment)
    expect(retry.status).toBe(200)
    expect(retry.headers.get('idempotent-replay')).toBe('true')
    expect(await usdcOf(service.chain(), service.sandbox.payTo)).toBe(7_500n)
  } finally {
    await service.close()
  }
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

test('a chain without blocks does not block the shutdown: callers are told to retry, and the ledger is closed in order', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'farthing-end-'))
  const service = await startProcess({
    DATA_DIR: directory,
    SANDBOX_BLOCK_MS: '60000',
    SHUTDOWN_SECONDS: '2',
    LOG_LEVEL: 'silent',
  })
  try {
    const { payer, networks } = (await (await fetch(`${service.url}/sandbox`)).json()) as {
      payer: { privateKey: Hex }
      networks: { network: string; rpcUrl: string }[]
    }
    const expensivePath = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
    const payment = await signPayment(await termsOf(service.url, expensivePath), privateKeyToAccount(payer.privateKey))
    const call = callWith(service.url + expensivePath, payment)
    const node = nodeRpc(networks.find(({ network }) => network === 'eip155:8453')!.rpcUrl)
    const sent = async () => Number((await node.call<{ pending: Hex }>('txpool_status')).pending)
    await expect.poll(sent, { timeout: 15_000 }).toBe(1)
    await service.stop()
    const response = await call
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'settlement_pending' })
    expect(existsSync(join(directory, 'writer.pid'))).toBe(false)
  } finally {
    service.child.kill('SIGKILL')
    await rm(directory, { recursive: true, force: true })
  }
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
    await expect.poll(() => usdcOf(service.chain(), service.sandbox.payTo), { timeout: 15_000 }).toBe(before + 7500n)
    const again = await callWith(service.url + priceOfBitcoin, payment)
    expect(again.status).toBe(200)
    expect(again.headers.get('idempotent-replay')).toBe('true')
  } finally {
    await service.close()
  }
})
