import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/open-sandbox.ts'
import { migrateCommand } from '../../src/commands/migrate.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { startPostgres, type PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'
import { closeService, startInProcess } from '../service-in-process.ts'
import { connectBase } from '../base-chain.ts'
import { startProcess } from '../service-process.ts'
import { callWith, receiptOf, signPayment, termsOf, usdcOf } from '../signed-payments.ts'
import { sharedSandbox } from '../shared-sandbox.ts'

let root: string
let server: PostgresServer
let sandbox: Sandbox
let chain: Chain
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farthing-migrate-'))
  server = await startPostgres()
  sandbox = await sharedSandbox()
  chain = await connectBase(sandbox)
})
afterAll(async () => {
  await sandbox?.close()
  await server?.[Symbol.asyncDispose]()
  await rm(root, { recursive: true, force: true })
})

/** Above the price of the first call free, so that a fresh wallet is charged. */
const expensivePath = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const price = 150_000n
const secret = 'the-same-for-all-of-the-instances'

async function wallet() {
  const account = privateKeyToAccount(generatePrivateKey())
  await sandbox.world.fund(account.address, '1')
  return account
}

test('a service continues on a moved ledger: it replays old answers, charges none twice, and settles what was open', async () => {
  const dataDir = join(root, 'data')
  // An empty address: the ledger is in the directory, also when tests run on PostgreSQL.
  const embedded = { DATA_DIR: dataDir, MPP_SECRET: secret, DATABASE_URL: '' }
  const first = await startInProcess({ env: embedded, sandbox })
  const before = await usdcOf(chain, sandbox.payTo)
  const [one, other] = [await wallet(), await wallet()]
  const paid = await signPayment(await termsOf(first.url, expensivePath), one)
  const sold = await callWith(first.url + expensivePath, paid)
  expect(sold.status).toBe(200)
  const receipt = await receiptOf(sold)
  const answer = await sold.text()
  await closeService(first)

  // The process is killed between the answer and its settlement.
  const doomed = await startProcess({ ...embedded, SANDBOX_WORLD: sandbox.file, SANDBOX_KILL_AT: 'served' })
  const owed = await signPayment(await termsOf(doomed.url, expensivePath), other)
  await expect(callWith(doomed.url + expensivePath, owed)).rejects.toThrow()
  expect(await doomed.ended).toBe('SIGKILL')
  expect((await usdcOf(chain, sandbox.payTo)) - before).toBe(price)

  const database = await server.createDatabase()
  const told: string[] = []
  const tell = (text: string) => void told.push(text)
  const env = { DATA_DIR: dataDir, DATABASE_URL: database }
  expect([await migrateCommand([], { out: tell, err: tell, env }), told.join('')]).toEqual([0, expect.stringContaining('served')])

  await expect(startInProcess({ env: embedded, sandbox })).rejects.toThrow('was moved to PostgreSQL by farthing migrate')
  const moved = await startInProcess({ env: { ...embedded, DATABASE_URL: database }, sandbox })
  const again = await callWith(moved.url + expensivePath, paid)
  expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true'])
  expect(await again.text()).toBe(answer)
  expect(await receiptOf(again)).toMatchObject({ id: receipt.id, state: 'settled', transaction: receipt.transaction })

  const resumed = await callWith(moved.url + expensivePath, owed)
  expect([resumed.status, resumed.headers.get('idempotent-replay')]).toEqual([200, 'true'])
  expect(await receiptOf(resumed)).toMatchObject({ state: 'settled' })
  expect((await usdcOf(chain, sandbox.payTo)) - before).toBe(2n * price)

  const elsewhere = await startInProcess({ env: { ...embedded, DATA_DIR: join(root, 'another'), DATABASE_URL: database }, sandbox })
  expect((await callWith(elsewhere.url + expensivePath, paid)).headers.get('idempotent-replay')).toBe('true')
  await Promise.all([moved, elsewhere].map(closeService))
  expect((await usdcOf(chain, sandbox.payTo)) - before).toBe(2n * price)
})
