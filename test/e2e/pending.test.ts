import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { systemTimers } from '../../src/ops/system.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import type { CheckpointName } from '../../src/shared/checkpoint.ts'
import { startProcess } from '../service-process.ts'
import { callWith, openStage, priceOfBitcoin, receiptOf, signPayment, termsOf, usdcOf } from '../stage.ts'

/** Tells when the next payment is claimed: from then on its call is in the hands of the service. */
function watchClaims() {
  let tell = (): void => {}
  return {
    checkpoint: (name: CheckpointName): void => void (name === 'claimed' && tell()),
    next: () => new Promise<void>((resolve) => (tell = resolve)),
  }
}

test('an outcome that is not known in time is a 503 with the receipt, never a fresh 402, and the retry gets the answer', async () => {
  const stage = await openStage({ blockMs: 3000, env: { SETTLE_WAIT_SECONDS: '1' } })
  try {
    const account = await stage.payingWallet('1')
    const terms = await termsOf(stage.url, priceOfBitcoin)
    const whenSettled = async (paid: string) => {
      let response = await callWith(stage.url + priceOfBitcoin, paid)
      for (let tries = 0; response.status === 503 && tries < 10; tries += 1) response = await callWith(stage.url + priceOfBitcoin, paid)
      return response
    }
    // Just after a block, so that the next one is further off than the call waits.
    expect((await whenSettled(await signPayment(terms, account))).status).toBe(200)
    const payment = await signPayment(terms, account)
    const pending = await callWith(stage.url + priceOfBitcoin, payment)
    expect(pending.status).toBe(503)
    expect(pending.headers.get('retry-after')).toBe('5')
    expect(pending.headers.get('payment-required')).toBeNull()
    const body = (await pending.json()) as Record<string, unknown>
    expect(body).toMatchObject({ code: 'settlement_pending', retryable: true, transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
    expect((await receiptOf(pending)).state).toBe('settling')
    const retry = await whenSettled(payment)
    expect(retry.status).toBe(200)
    expect(retry.headers.get('idempotent-replay')).toBe('true')
    expect(await usdcOf(stage.chain(), stage.sandbox.payTo)).toBe(15_000n)
  } finally {
    await stage.close()
  }
})

test('a call that is being answered when the service is told to end gets its answer, and is settled', async () => {
  const claims = watchClaims()
  const stage = await openStage({ blockMs: 1000, checkpoint: claims.checkpoint })
  const account = await stage.payingWallet('1')
  const payment = await signPayment(await termsOf(stage.url, priceOfBitcoin), account)
  const claimed = claims.next()
  const call = callWith(stage.url + priceOfBitcoin, payment)
  await claimed
  const ended = (async () => {
    for (const step of stage.service.closing) await step.run(10_000)
  })()
  const response = await call
  expect(response.status).toBe(200)
  await ended
  await expect(fetch(`${stage.url}/livez`)).rejects.toThrow()
  await stage.sandbox.close()
})

test('a chain that stands still keeps nobody: callers are told to come again, and the ledger is closed in order', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'farthing-end-'))
  const service = await startProcess({ DATA_DIR: directory, SANDBOX_BLOCK_MS: '60000', SHUTDOWN_SECONDS: '4', LOG_LEVEL: 'silent' })
  try {
    const { payer } = (await (await fetch(`${service.url}/sandbox`)).json()) as { payer: { privateKey: Hex } }
    const dearer = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
    const payment = await signPayment(await termsOf(service.url, dearer), privateKeyToAccount(payer.privateKey))
    const call = callWith(service.url + dearer, payment)
    await systemTimers.sleep(1000)
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

test('a client that goes away changes nothing: the run and the settlement go on, and the answer waits', async () => {
  const claims = watchClaims()
  const stage = await openStage({ blockMs: 500, checkpoint: claims.checkpoint })
  try {
    const account = await stage.payingWallet('1')
    const payment = await signPayment(await termsOf(stage.url, priceOfBitcoin), account)
    const gone = new AbortController()
    const claimed = claims.next()
    const call = fetch(stage.url + priceOfBitcoin, { headers: { 'PAYMENT-SIGNATURE': payment }, signal: gone.signal })
    await claimed
    gone.abort()
    await expect(call).rejects.toThrow()
    await expect.poll(() => usdcOf(stage.chain(), stage.sandbox.payTo), { timeout: 15_000 }).toBe(7500n)
    const again = await callWith(stage.url + priceOfBitcoin, payment)
    expect(again.status).toBe(200)
    expect(again.headers.get('idempotent-replay')).toBe('true')
  } finally {
    await stage.close()
  }
})
