import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAccount, generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/open-sandbox.ts'
import { connectNetworks } from '../../src/service/connect-networks.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { systemClock, systemTimers } from '../../src/ops/system.ts'
import { silentLog } from '../../src/shared/log.ts'
import { silentMetrics } from '../../src/shared/metrics.ts'
import type { FailPointName } from '../../src/shared/fail-point.ts'
import { startProcess, type ServiceProcess } from '../service-process.ts'
import { callWith, pay, priceOfBitcoin, receiptOf, signPayment, termsOf, usdcOf } from '../signed-payments.ts'
import { sharedSandbox } from '../shared-sandbox.ts'

/** The sandbox runs in this process, so that it outlives the service that is killed. */
let sandbox: Sandbox
let chain: Chain
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farthing-crash-'))
  sandbox = await sharedSandbox()
  const { chains } = await connectNetworks({
    endpoints: sandbox.endpoints,
    clock: systemClock,
    timers: systemTimers,
    log: silentLog,
    metrics: silentMetrics,
  })
  chain = chains.get('eip155:8453')!
})
afterAll(async () => {
  await sandbox?.close()
  await rm(root, { recursive: true, force: true })
})

/** Above the price of the first call free, so that a fresh wallet is charged. */
const expensivePath = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

/**
 * Starting a process takes longer than all that a test does with it, so the process that takes over after a kill is the one
 * that is killed next. `next` is a moment that it does not reach again while it finishes the payment before.
 */
const moments: { at: FailPointName; keptAnswer: boolean; next: FailPointName | null }[] = [
  { at: 'settled', keptAnswer: true, next: 'stored' },
  { at: 'stored', keptAnswer: true, next: 'served' },
  { at: 'served', keptAnswer: true, next: 'worked' },
  { at: 'worked', keptAnswer: false, next: null },
  { at: 'mined', keptAnswer: true, next: 'sent' },
  { at: 'sent', keptAnswer: true, next: 'claimed' },
  { at: 'claimed', keptAnswer: false, next: null },
]

/** The service, one process after the other on one ledger. */
let running: { readonly service: ServiceProcess; readonly killAt: FailPointName | null } | null = null
afterAll(() => void running?.service.child.kill('SIGKILL'))

async function startNext(killAt: FailPointName | null, more: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
  const kill: Record<string, string> = killAt === null ? {} : { SANDBOX_KILL_AT: killAt }
  const service = await startProcess({ DATA_DIR: join(root, 'data'), SANDBOX_WORLD: sandbox.file, ...kill, ...more })
  running = { service, killAt }
  return service
}

/** A process that is killed at a moment, or never: the one that runs, if it was started so. */
async function serviceThatIsKilledAt(killAt: FailPointName | null): Promise<ServiceProcess> {
  if (running?.killAt === killAt) return running.service
  await running?.service.stop()
  return startNext(killAt)
}

describe('a service that is killed and started again', () => {
  test.each(moments)(
    'when a payment is $at: it is charged once, and its retry gets the answer',
    async ({ at, keptAnswer, next }) => {
      const account = privateKeyToAccount(generatePrivateKey())
      await sandbox.world.fund(account.address, '1')
      const doomed = await serviceThatIsKilledAt(at)
      const before = await usdcOf(chain, sandbox.payTo)
      const payment = await signPayment(await termsOf(doomed.url, expensivePath), account)
      await expect(callWith(doomed.url + expensivePath, payment)).rejects.toThrow()
      expect(await doomed.ended).toBe('SIGKILL')

      const again = await startNext(next)
      const retry = await callWith(again.url + expensivePath, payment)
      expect(retry.status).toBe(200)
      expect(retry.headers.get('idempotent-replay')).toBe(keptAnswer ? 'true' : null)
      expect((await receiptOf(retry)).state).toBe('settled')
      expect(await retry.json()).toMatchObject({ known: { symbol: 'USDC' } })
      const third = await callWith(again.url + expensivePath, payment)
      expect(third.status).toBe(200)
      expect(third.headers.get('idempotent-replay')).toBe('true')
      expect((await usdcOf(chain, sandbox.payTo)) - before).toBe(150_000n)
      expect(await usdcOf(chain, account.address)).toBe(1_000_000n - 150_000n)
    },
    60_000,
  )

  test('with many payments in flight: every one ends settled once or not at all, and the books equal the chain', async () => {
    const wallets = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const account = privateKeyToAccount(generatePrivateKey())
        await sandbox.world.fund(account.address, '1')
        return account
      }),
    )
    const doomed = await serviceThatIsKilledAt(null)
    await Promise.all(wallets.map((wallet) => pay(doomed.url, wallet, { path: priceOfBitcoin })))
    const before = await usdcOf(chain, sandbox.payTo)
    const terms = await termsOf(doomed.url, priceOfBitcoin)
    const payments = await Promise.all(wallets.flatMap((wallet) => [1, 2, 3, 4, 5].map(() => signPayment(terms, wallet))))
    const calls = payments.map((payment, index) =>
      systemTimers.sleep(index * 8).then(() => callWith(doomed.url + priceOfBitcoin, payment).catch(() => null)),
    )
    await systemTimers.sleep(250)
    doomed.child.kill('SIGKILL')
    await Promise.all(calls)

    const again = await startNext(null)
    const responses = await Promise.all(payments.map((payment) => callWith(again.url + priceOfBitcoin, payment)))
    expect(responses.every((response) => response.status === 200)).toBe(true)
    const receipts = await Promise.all(responses.map(receiptOf))
    expect(receipts.every((receipt) => receipt.state === 'settled')).toBe(true)
    expect(new Set(receipts.map((receipt) => receipt.id)).size).toBe(50)
    expect((await usdcOf(chain, sandbox.payTo)) - before).toBe(50n * 7500n)
    await again.stop()
    expect(await again.ended).toBeNull()
  }, 60_000)
})
