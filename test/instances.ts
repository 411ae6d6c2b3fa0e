import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { openSandbox, type Sandbox } from '../sandbox/open-sandbox.ts'
import type { Chain } from '../src/chain/chain.ts'
import { startService, type Service } from '../src/commands/serve.ts'
import { loadConfig } from '../src/config.ts'
import { createLogger } from '../src/ops/logger.ts'
import { createMetrics } from '../src/ops/metrics.ts'
import { systemClock, systemRandom, systemTimers } from '../src/ops/system.ts'
import { noCheckpoint } from '../src/shared/checkpoint.ts'
import { startPostgres, type PostgresServer } from '../src/store/postgres/start-postgres.fixture.ts'
import { callWith, pay, priceOfBitcoin, receiptOf, usdcOf, type Account, type Receipt } from './stage.ts'

/** Instances of the service in this process over real HTTP: one sandbox, one PostgreSQL. */
export interface Instances {
  readonly server: PostgresServer
  readonly sandbox: Sandbox
  /** Where directories of instances may lie that are processes. */
  readonly directory: string
  /** One more, with a directory of its own. */
  open(database: string, env?: Readonly<Record<string, string>>): Promise<Service>
  wallet(usdc?: string): Promise<Account>
  /** Its first call is used up. */
  payingWallet(url: string, usdc?: string): Promise<Account>
  /** Base units that were paid on Base so far. An instance was opened before. */
  earned(): Promise<bigint>
  close(): Promise<void>
}

export async function openInstances(): Promise<Instances> {
  const { log } = createLogger({ level: (process.env['TEST_LOG_LEVEL'] ?? 'silent') as 'silent' })
  const root = await mkdtemp(join(tmpdir(), 'farthing-shared-'))
  const server = await startPostgres()
  const sandbox = await openSandbox({ directory: join(root, 'sandbox'), world: null, blockMs: 100, log })
  let directories = 0
  let base: Chain | undefined

  async function wallet(usdc = '5'): Promise<Account> {
    const account = privateKeyToAccount(generatePrivateKey())
    await sandbox.world.fund(account.address, usdc)
    return account
  }

  return {
    server,
    sandbox,
    directory: root,
    wallet,
    async open(database, env = {}) {
      const service = await startService({
        config: loadConfig({
          PORT: '0',
          DATA_DIR: join(root, `data-${++directories}`),
          DATABASE_URL: database,
          MPP_SECRET: 'the-same-for-all-of-the-instances',
          TRUSTED_PROXIES: '127.0.0.1,::1',
          RATE_LIMIT_BURST: '100000',
          SETTLE_WAIT_SECONDS: '10',
          ...env,
        }),
        system: { clock: systemClock, timers: systemTimers, random: systemRandom },
        log,
        metrics: createMetrics(),
        sandbox,
        checkpoint: noCheckpoint,
      })
      base = service.parts.chains.get('eip155:8453')
      return service
    },
    earned: () => usdcOf(base!, sandbox.payTo),
    async payingWallet(url, usdc) {
      const account = await wallet(usdc)
      const response = await pay(url, account, { path: priceOfBitcoin })
      if (response.status !== 200) throw new Error(`the first call of a test wallet failed: ${response.status} ${await response.text()}`)
      return account
    },
    async close() {
      await sandbox.close()
      await server[Symbol.asyncDispose]()
      await rm(root, { recursive: true, force: true })
    },
  }
}

export async function closeService(service: Service): Promise<void> {
  for (const step of service.closing) await step.run(5_000)
}

/** Brings a payment until it is answered, as a client does that was told to come again. */
export async function answered(url: string, payment: string, path = priceOfBitcoin, tries = 30): Promise<Receipt> {
  for (let tried = 0; ; tried++) {
    const response = await callWith(url + path, payment)
    if (response.status === 200) return receiptOf(response)
    if (tried === tries) throw new Error(`not answered: ${response.status} ${await response.text()}`)
    await response.body?.cancel()
    await systemTimers.sleep(250)
  }
}
