import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { privateKeyToAccount, generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSandbox, type Sandbox } from '../../sandbox/open-sandbox.ts'
import { connectNetworks } from '../../src/connect-networks.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { systemClock, systemTimers } from '../../src/ops/system.ts'
import { silentLog } from '../../src/shared/log.ts'
import { silentMetrics } from '../../src/shared/metrics.ts'
import type { CheckpointName } from '../../src/shared/checkpoint.ts'
import { startProcess } from '../service-process.ts'
import { callWith, pay, priceOfBitcoin, receiptOf, signPayment, termsOf, usdcOf } from '../stage.ts'

/** The world lives here, so that it outlives the service that is killed. */
let sandbox: Sandbox
let chain: Chain
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farthing-crash-'))
  sandbox = await openSandbox({ directory: join(root, 'sandbox'), world: null, blockMs: 100, log: silentLog })
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

const start = (dataDir: string, env: Record<string, string> = {}) =>
  startProcess({ DATA_DIR: dataDir, SANDBOX_WORLD: sandbox.file, ...env })

/** Above the price of the first call free, so that a fresh wallet is charged. */
const dearer = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

const moments: { at: CheckpointName; keptAnswer: boolean }[] = [
  { at: 'claimed', keptAnswer: false },
  { at: 'worked', keptAnswer: false },
  { at: 'served', keptAnswer: true },
  { at: 'stored', keptAnswer: true },
  { at: 'sent', keptAnswer: true },
  { at: 'mined', keptAnswer: true },
  { at: 'settled', keptAnswer: true },
]

describe('a service that is killed and started again', () => {
  test.each(moments)(
    'when a payment is $at: it is charged once, and its retry gets the answer',
    async ({ at, keptAnswer }) => {
      const dataDir = join(root, at)
      const account = privateKeyToAccount(generatePrivateKey())
      await sandbox.world.fund(account.address, '1')
      const doomed = await start(dataDir, { SANDBOX_KILL_AT: at })
      const before = await usdcOf(chain, sandbox.payTo)
      const payment = await signPayment(await termsOf(doomed.url, dearer), account)
      await expect(callWith(doomed.url + dearer, payment)).rejects.toThrow()
      expect(await doomed.ended).toBe('SIGKILL')

      const again = await start(dataDir)
      const retry = await callWith(again.url + dearer, payment)
      expect(retry.status).toBe(200)
      expect(retry.headers.get('idempotent-replay')).toBe(keptAnswer ? 'true' : null)
      expect((await receiptOf(retry)).state).toBe('settled')
      expect(await retry.json()).toMatchObject({ known: { symbol: 'USDC' } })
      const third = await callWith(again.url + dearer, payment)
      expect(third.status).toBe(200)
      expect(third.headers.get('idempotent-replay')).toBe('true')
      expect((await usdcOf(chain, sandbox.payTo)) - before).toBe(150_000n)
      expect(await usdcOf(chain, account.address)).toBe(1_000_000n - 150_000n)
      await again.stop()
    },
    60_000,
  )

  test('with many payments in flight: every one ends settled once or not at all, and the books equal the chain', async () => {
    const dataDir = join(root, 'many')
    const wallets = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const account = privateKeyToAccount(generatePrivateKey())
        await sandbox.world.fund(account.address, '1')
        return account
      }),
    )
    const doomed = await start(dataDir)
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

    const again = await start(dataDir)
    const responses = await Promise.all(payments.map((payment) => callWith(again.url + priceOfBitcoin, payment)))
    expect(responses.every((response) => response.status === 200)).toBe(true)
    const receipts = await Promise.all(responses.map(receiptOf))
    expect(receipts.every((receipt) => receipt.state === 'settled')).toBe(true)
    expect(new Set(receipts.map((receipt) => receipt.id)).size).toBe(50)
    expect((await usdcOf(chain, sandbox.payTo)) - before).toBe(50n * 7500n)
    await again.stop()
  }, 60_000)
})
