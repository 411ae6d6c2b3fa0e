import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSandbox, type Sandbox } from '../../sandbox/open-sandbox.ts'
import { migrateCommand } from '../../src/commands/migrate.ts'
import { connectNetworks } from '../../src/connect-networks.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { systemClock, systemTimers } from '../../src/ops/system.ts'
import { silentLog } from '../../src/shared/log.ts'
import { silentMetrics } from '../../src/shared/metrics.ts'
import { startPostgres, type PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'
import { startProcess } from '../service-process.ts'
import { callWith, receiptOf, signPayment, termsOf, usdcOf } from '../stage.ts'

let root: string
let server: PostgresServer
let sandbox: Sandbox
let chain: Chain
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farthing-migrate-'))
  server = await startPostgres()
  sandbox = await openSandbox({ directory: join(root, 'sandbox'), world: null, blockMs: 100, log: silentLog })
  const { endpoints } = sandbox
  const { chains } = await connectNetworks({ endpoints, clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics })
  chain = chains.get('eip155:8453')!
})
afterAll(async () => {
  await sandbox?.close()
  await server?.[Symbol.asyncDispose]()
  await rm(root, { recursive: true, force: true })
})

/** Above the price of the first call free, so that a fresh wallet is charged. */
const dearer = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const price = 150_000n
const secret = 'the-same-for-all-of-the-instances'

async function wallet() {
  const account = privateKeyToAccount(generatePrivateKey())
  await sandbox.world.fund(account.address, '1')
  return account
}

test('a service goes on with a ledger that was moved: it gives old answers again, charges none twice, and settles what it owed', async () => {
  const dataDir = join(root, 'data')
  // No address, so the ledger is the one of the directory also where tests run on PostgreSQL.
  const embedded = { DATA_DIR: dataDir, SANDBOX_WORLD: sandbox.file, MPP_SECRET: secret, DATABASE_URL: '' }
  const first = await startProcess(embedded)
  const before = await usdcOf(chain, sandbox.payTo)
  const [one, other] = [await wallet(), await wallet()]
  const paid = await signPayment(await termsOf(first.url, dearer), one)
  const sold = await callWith(first.url + dearer, paid)
  expect(sold.status).toBe(200)
  const receipt = await receiptOf(sold)
  const answer = await sold.text()
  await first.stop()

  // Killed between the answer and its settlement.
  const doomed = await startProcess({ ...embedded, SANDBOX_KILL_AT: 'served' })
  const owed = await signPayment(await termsOf(doomed.url, dearer), other)
  await expect(callWith(doomed.url + dearer, owed)).rejects.toThrow()
  expect(await doomed.ended).toBe('SIGKILL')
  expect((await usdcOf(chain, sandbox.payTo)) - before).toBe(price)

  const database = await server.createDatabase()
  const told: string[] = []
  const tell = (text: string) => void told.push(text)
  const env = { DATA_DIR: dataDir, DATABASE_URL: database }
  expect([await migrateCommand([], { out: tell, err: tell, env }), told.join('')]).toEqual([0, expect.stringContaining('served')])

  await expect(startProcess(embedded)).rejects.toThrow('ended before it was ready')
  const moved = await startProcess({ ...embedded, DATABASE_URL: database })
  const again = await callWith(moved.url + dearer, paid)
  expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true'])
  expect(await again.text()).toBe(answer)
  expect(await receiptOf(again)).toMatchObject({ id: receipt.id, state: 'settled', transaction: receipt.transaction })

  const resumed = await callWith(moved.url + dearer, owed)
  expect([resumed.status, resumed.headers.get('idempotent-replay')]).toEqual([200, 'true'])
  expect(await receiptOf(resumed)).toMatchObject({ state: 'settled' })
  expect((await usdcOf(chain, sandbox.payTo)) - before).toBe(2n * price)

  const elsewhere = await startProcess({ ...embedded, DATA_DIR: join(root, 'another'), DATABASE_URL: database })
  expect((await callWith(elsewhere.url + dearer, paid)).headers.get('idempotent-replay')).toBe('true')
  await Promise.all([moved.stop(), elsewhere.stop()])
  expect((await usdcOf(chain, sandbox.payTo)) - before).toBe(2n * price)
}, 120_000)
