import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { openSandbox, type Sandbox } from '../../sandbox/open-sandbox.ts'
import { connectNetworks } from '../../src/connect-networks.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { systemClock, systemTimers } from '../../src/ops/system.ts'
import { silentLog } from '../../src/shared/log.ts'
import { silentMetrics } from '../../src/shared/metrics.ts'
import { startPostgres, type PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'
import { startProcess, type ServiceProcess } from '../service-process.ts'
import { callWith, pay, priceOfBitcoin, receiptOf, signPayment, termsOf, usdcOf } from '../stage.ts'

let root: string
let server: PostgresServer
let database: string
let sandbox: Sandbox
let chain: Chain
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farthing-killed-'))
  server = await startPostgres()
  database = await server.createDatabase()
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
  await server?.[Symbol.asyncDispose]()
  await rm(root, { recursive: true, force: true })
})

const start = (name: string) =>
  startProcess({
    DATA_DIR: join(root, name),
    SANDBOX_WORLD: sandbox.file,
    DATABASE_URL: database,
    MPP_SECRET: 'the-same-for-all-of-the-instances',
    SETTLE_WAIT_SECONDS: '3',
    LOG_LEVEL: 'silent',
  })

/** Brings a payment until it is answered. */
async function answered(url: string, payment: string): Promise<{ readonly id: string; readonly state: string; readonly body: string }> {
  const until = Date.now() + 150_000
  for (;;) {
    const response = await callWith(url + priceOfBitcoin, payment)
    if (response.status === 200) return { ...(await receiptOf(response)), body: await response.text() }
    const text = await response.text()
    if (Date.now() > until) throw new Error(`not answered: ${response.status} ${text}`)
    await sleep(1_000)
  }
}

test.each(['the owner of the signers', 'the one that owns none'])(
  '%s is killed with payments under way: the other finishes them, each is charged once',
  async (which) => {
    const owner = await start(`${which} 1`)
    const second = await start(`${which} 2`)
    const [doomed, survivor]: ServiceProcess[] = which === 'the owner of the signers' ? [owner, second] : [second, owner]
    const wallets = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const account = privateKeyToAccount(generatePrivateKey())
        await sandbox.world.fund(account.address, '1')
        return account
      }),
    )
    await Promise.all(wallets.map((wallet, index) => pay([owner, second][index % 2]!.url, wallet, { path: priceOfBitcoin })))
    const before = await usdcOf(chain, sandbox.payTo)
    const terms = await termsOf(owner.url, priceOfBitcoin)
    const payments = await Promise.all(wallets.flatMap((wallet) => [1, 2, 3, 4, 5].map(() => signPayment(terms, wallet))))
    const calls = payments.map(async (payment, index) => {
      await sleep(index * 8)
      await callWith([owner, second][index % 2]!.url + priceOfBitcoin, payment).catch(() => null)
    })
    await sleep(250)
    doomed!.child.kill('SIGKILL')
    expect(await doomed!.ended).toBe('SIGKILL')
    await Promise.all(calls)

    const answers = await Promise.all(payments.map((payment) => answered(survivor!.url, payment)))
    expect(answers.every(({ state }) => state === 'settled')).toBe(true)
    expect(new Set(answers.map(({ id }) => id)).size).toBe(50)
    expect((await usdcOf(chain, sandbox.payTo)) - before).toBe(50n * 7_500n)

    // Another one that comes gives the same answers.
    const third = await start(`${which} 3`)
    const again = await Promise.all(payments.map((payment) => answered(third.url, payment)))
    expect(again.map(({ id, body }) => [id, body])).toEqual(answers.map(({ id, body }) => [id, body]))
    expect((await usdcOf(chain, sandbox.payTo)) - before).toBe(50n * 7_500n)
    await Promise.all([survivor!.stop(), third.stop()])
  },
)
