import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Sandbox } from '../sandbox/open-sandbox.ts'
import type { Chain } from '../src/chain/chain.ts'
import type { Totals } from '../src/ledger/ledger.ts'
import { systemClock, systemRandom, systemTimers } from '../src/ops/system.ts'
import { openLedger } from '../src/service/open-ledger.ts'
import type { FailPointName } from '../src/shared/fail-point.ts'
import { silentLog } from '../src/shared/log.ts'
import { silentMetrics } from '../src/shared/metrics.ts'
import { connectBase } from './base-chain.ts'
import { startProcess, type ServiceProcess } from './service-process.ts'
import { sharedSandbox } from './shared-sandbox.ts'
import type { Account } from './signed-payments.ts'
import { databaseFor } from './test-database.ts'

/** A moment at which a process kills itself: the first time, or the n-th time as `name:n`. */
export type KillAt = FailPointName | `${FailPointName}:${number}`

/** A service whose processes are killed and follow each other on one ledger. The sandbox runs in this process, so that it outlives them. */
export interface KillableService {
  readonly sandbox: Sandbox
  readonly chain: Chain
  /** Starts the next process on the ledger, which is killed at that moment, or never. */
  startNext(killAt: KillAt | null, env?: Environment): Promise<ServiceProcess>
  /** A process that is killed at a moment, or never: the one that runs, if it was started so. */
  killedAt(killAt: KillAt | null): Promise<ServiceProcess>
  /** A new wallet with one dollar on each chain. */
  wallet(): Promise<Account>
  /** Ends the process that runs, in order, and reads the ledger. */
  totals(): Promise<Totals[]>
  close(): Promise<void>
}

type Environment = Readonly<Record<string, string>>

/** @param settings of all its processes */
export async function openKillable(settings: Environment = {}): Promise<KillableService> {
  const root = await mkdtemp(join(tmpdir(), 'farthing-killed-'))
  const dataDir = join(root, 'data')
  const sandbox = await sharedSandbox()
  let running: { readonly service: ServiceProcess; readonly killAt: KillAt | null } | null = null

  async function startNext(killAt: KillAt | null, env: Environment = {}): Promise<ServiceProcess> {
    const kill: Environment = killAt === null ? {} : { SANDBOX_KILL_AT: killAt }
    const service = await startProcess({ DATA_DIR: dataDir, SANDBOX_WORLD: sandbox.file, ...settings, ...kill, ...env })
    running = { service, killAt }
    return service
  }

  return {
    sandbox,
    chain: await connectBase(sandbox),
    startNext,
    async killedAt(killAt) {
      if (running?.killAt === killAt && running.service.child.exitCode === null && running.service.child.signalCode === null)
        return running.service
      await running?.service.stop()
      return startNext(killAt)
    },
    async wallet() {
      const account = privateKeyToAccount(generatePrivateKey())
      await sandbox.world.fund(account.address, '1')
      return account
    },
    async totals() {
      await running?.service.stop()
      const { DATABASE_URL: databaseUrl = null } = await databaseFor(dataDir)
      const opened = await openLedger({
        clock: systemClock,
        timers: systemTimers,
        random: systemRandom,
        log: silentLog,
        metrics: silentMetrics,
        payTo: sandbox.payTo,
        config: { mode: 'sandbox', answerTtlHours: 24, dataDir, databaseUrl },
      })
      try {
        return await opened.ledger.totals()
      } finally {
        await opened.close()
      }
    },
    async close() {
      running?.service.child.kill('SIGKILL')
      await sandbox.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** Above the price of the first call free, so that a fresh wallet is charged. */
export const expensivePath = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const expensivePrice = 150_000n
