import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/open-sandbox.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { systemClock, systemTimers } from '../../src/ops/system.ts'
import { connectNetworks } from '../../src/service/connect-networks.ts'
import type { FailPointName } from '../../src/shared/fail-point.ts'
import { silentLog } from '../../src/shared/log.ts'
import { silentMetrics } from '../../src/shared/metrics.ts'
import { startProcess, type ServiceProcess } from '../service-process.ts'
import { sharedSandbox } from '../shared-sandbox.ts'
import { callWith, receiptOf, signPayment, termsOf, usdcOf } from '../signed-payments.ts'

let sandbox: Sandbox
let chain: Chain
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farthing-settle-first-'))
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
  running?.service.child.kill('SIGKILL')
  await sandbox?.close()
  await rm(root, { recursive: true, force: true })
})

const path = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'

/** As in `crash.test.ts`: the process that takes over is killed at a moment that it does not reach while it finishes the payment before. */
const moments: { at: FailPointName; runs: number; next: FailPointName | null }[] = [
  { at: 'worked', runs: 2, next: 'settled' },
  { at: 'settled', runs: 1, next: 'sent' },
  { at: 'sent', runs: 1, next: null },
  { at: 'running', runs: 2, next: 'stored' },
  { at: 'stored', runs: 1, next: null },
  { at: 'credited', runs: 1, next: 'ordered' },
  { at: 'ordered', runs: 1, next: null },
  { at: 'mined', runs: 1, next: null },
]

let running: { readonly service: ServiceProcess; readonly killAt: FailPointName | null } | null = null

async function startNext(killAt: FailPointName | null): Promise<ServiceProcess> {
  const kill: Record<string, string> = killAt === null ? {} : { SANDBOX_KILL_AT: killAt }
  const env = { DATA_DIR: join(root, 'data'), SANDBOX_WORLD: sandbox.file, SETTLE_FIRST: 'token-analysis', ...kill }
  const service = await startProcess(env)
  running = { service, killAt }
  return service
}

async function serviceThatIsKilledAt(killAt: FailPointName): Promise<ServiceProcess> {
  if (running?.killAt === killAt) return running.service
  await running?.service.stop()
  return startNext(killAt)
}

describe('a service that settles first, and is killed and started again', () => {
  test.each(moments)(
    'when a payment is $at: it is charged once, and its retry does the work or gets its answer',
    async ({ at, runs, next }) => {
      const account = privateKeyToAccount(generatePrivateKey())
      await sandbox.world.fund(account.address, '1')
      const doomed = await serviceThatIsKilledAt(at)
      const before = await usdcOf(chain, sandbox.payTo)
      const payment = await signPayment(await termsOf(doomed.url, path), account)
      await expect(callWith(doomed.url + path, payment)).rejects.toThrow()
      expect(await doomed.ended).toBe('SIGKILL')

      const again = await startNext(next)
      const retry = await callWith(again.url + path, payment)
      expect(retry.status).toBe(200)
      expect(await receiptOf(retry)).toMatchObject({ state: 'settled', settlement: 'before_work', runs, charged: { baseUnits: '150000' } })
      expect(await retry.json()).toMatchObject({ known: { symbol: 'USDC' } })
      const third = await callWith(again.url + path, payment)
      expect([third.status, third.headers.get('idempotent-replay')]).toEqual([200, 'true'])
      expect((await usdcOf(chain, sandbox.payTo)) - before).toBe(150_000n)
      expect(await usdcOf(chain, account.address)).toBe(1_000_000n - 150_000n)
    },
    60_000,
  )
})
