import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Sandbox } from '../sandbox/open-sandbox.ts'
import type { Chain } from '../src/chain/chain.ts'
import { systemTimers } from '../src/ops/system.ts'
import type { Service } from '../src/service/start-service.ts'
import { startPostgres, type PostgresServer } from '../src/store/postgres/start-postgres.fixture.ts'
import {
  callUntilAnswered,
  callWith,
  priceOfBitcoin,
  receiptOf,
  signPayment,
  termsOf,
  usdcOf,
  type Account,
  type Receipt,
} from './signed-payments.ts'
import { startInProcess } from './service-in-process.ts'
import { sharedSandbox } from './shared-sandbox.ts'

/** Instances of the service in this process over real HTTP: one sandbox, one PostgreSQL. */
export interface Instances {
  readonly server: PostgresServer
  readonly sandbox: Sandbox
  /** A directory for the data of instances that run as processes. */
  readonly directory: string
  /** Starts one more instance, with a directory of its own. */
  open(database: string, env?: Readonly<Record<string, string>>): Promise<Service>
  wallet(usdc?: string): Promise<Account>
  /** A wallet that has used its free first call. */
  payingWallet(url: string, usdc?: string): Promise<Account>
  /** Base units that were paid on Base so far. Needs an open instance. */
  earned(): Promise<bigint>
  close(): Promise<void>
}

export async function openInstances(): Promise<Instances> {
  const root = await mkdtemp(join(tmpdir(), 'farthing-shared-'))
  const server = await startPostgres()
  const sandbox = await sharedSandbox()
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
      const service = await startInProcess({
        env: {
          DATA_DIR: join(root, `data-${++directories}`),
          DATABASE_URL: database,
          MPP_SECRET: 'the-same-for-all-of-the-instances',
          TRUSTED_PROXIES: '127.0.0.1,::1',
          ANSWER_WITHIN_SECONDS: '10',
          ...env,
        },
        sandbox,
      })
      base = service.parts.chains.get('eip155:8453')
      return service
    },
    earned: () => usdcOf(base!, sandbox.payTo),
    async payingWallet(url, usdc) {
      const account = await wallet(usdc)
      const response = await callUntilAnswered(url + priceOfBitcoin, await signPayment(await termsOf(url, priceOfBitcoin), account))
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

/** Sends a payment until it is answered, as a client does that is told to retry. */
export async function answered(url: string, payment: string, path = priceOfBitcoin, tries = 240): Promise<Receipt> {
  for (let tried = 0; ; tried++) {
    const response = await callWith(url + path, payment)
    if (response.status === 200) return receiptOf(response)
    if (tried === tries) throw new Error(`not answered: ${response.status} ${await response.text()}`)
    await response.body?.cancel()
    await systemTimers.sleep(250)
  }
}
