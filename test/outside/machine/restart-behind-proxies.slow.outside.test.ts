import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../../../sandbox/open-sandbox.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { systemClock, systemRandom, systemTimers } from '../../../src/ops/system.ts'
import { connectNetworks } from '../../../src/chain/connect/connect-networks.ts'
import { freePort } from '../../../src/service/listen.ts'
import { openLedger } from '../../../src/service/open-ledger.ts'
import { silentLog } from '../../../src/shared/log.ts'
import { silentMetrics } from '../../../src/shared/metrics.ts'
import { startPostgres, type PostgresServer } from '../../../src/store/postgres/start-postgres.fixture.ts'
import { startProcess, type ServiceProcess } from '../../service-process.ts'
import { callWith, priceOfBitcoin, signPayment, usdcOf, type Account } from '../../signed-payments.ts'
import { sharedSandbox } from '../../shared-sandbox.ts'
import { workerPids } from '../../worker-processes.ts'
import { describeWith } from '../needs.ts'
import type { ProxyName } from './proxy-programs.ts'
import { startProxy, type ReverseProxy } from './stock-proxies.ts'

const proxies: readonly ProxyName[] = ['nginx', 'caddy']
const payers = 50
const system = { clock: systemClock, timers: systemTimers, random: systemRandom, log: silentLog, metrics: silentMetrics }
/** The proxies' certificate is self-signed. */
const checked = process.env['NODE_TLS_REJECT_UNAUTHORIZED']

let root: string
let server: PostgresServer
let sandbox: Sandbox
let base: Chain
let accounts: Account[]
beforeAll(async () => {
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
  root = await mkdtemp(join(tmpdir(), 'farthing-restart-'))
  server = await startPostgres()
  sandbox = await sharedSandbox()
  base = (await connectNetworks({ endpoints: sandbox.endpoints, ...system })).chains.get('eip155:8453')!
  accounts = await Promise.all(
    Array.from({ length: payers }, async () => {
      const account = privateKeyToAccount(generatePrivateKey())
      await sandbox.world.fund(account.address, '20')
      return account
    }),
  )
})
afterAll(async () => {
  if (checked === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
  else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = checked
  await sandbox?.close()
  await server?.[Symbol.asyncDispose]()
  await rm(root, { recursive: true, force: true })
})

/** Fifty payers behind a proxy, each buying one thing after the other, and sending a payment again until it is answered. */
function startLoad(url: string) {
  const outcomes: Record<string, number> = {}
  const receipts = new Map<string, string>()
  const state = { over: false, bought: 0 }

  /** Calls until the answer has the wanted status. */
  async function until(status: number, call: () => Promise<Response>): Promise<Response> {
    for (;;) {
      const response = await call().catch(() => null)
      const outcome = response === null ? 'no answer' : String(response.status)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      await response?.body?.cancel()
      if (response?.status === status) return response
      await sleep(200)
    }
  }

  async function buyOnce(account: Account): Promise<void> {
    const terms = await until(402, () => fetch(url + priceOfBitcoin))
    const payment = await signPayment(JSON.parse(Buffer.from(terms.headers.get('payment-required')!, 'base64').toString()), account)
    const paid = await until(200, () => callWith(url + priceOfBitcoin, payment))
    const link = /<([^>]+)>; rel="receipt"/.exec(paid.headers.get('link') ?? '')?.[1]
    if (!link) throw new Error('an answer without a receipt')
    receipts.set(payment, link)
    state.bought += 1
  }

  const running = accounts.map(async (account) => {
    while (!state.over) await buyOnce(account)
  })
  return {
    outcomes,
    receipts,
    bought: () => state.bought,
    async end() {
      state.over = true
      await Promise.all(running)
    },
  }
}

/** Every payer has one receipt for each payment, all are settled or free, and ledger and chain say the same. */
async function expectExact(
  load: ReturnType<typeof startLoad>,
  service: ServiceProcess,
  ledgerSettings: { readonly dataDir: string; readonly databaseUrl: string | null },
  before: bigint,
): Promise<void> {
  const links = [...load.receipts.values()]
  expect(new Set(links).size).toBe(load.bought())
  const receiptsNow = () =>
    Promise.all(links.map(async (link) => (await (await fetch(link)).json()) as { state: string; charged: { baseUnits: string } | null }))
  const open = async () => (await receiptsNow()).filter(({ state }) => state !== 'settled' && state !== 'free').length
  await expect.poll(open, { timeout: 60_000, interval: 500 }).toBe(0)
  const settled = (await receiptsNow()).filter(({ state }) => state === 'settled')
  await service.stop()
  const received = (await usdcOf(base, sandbox.payTo)) - before
  const config = { mode: 'sandbox', answerTtlHours: 24, ...ledgerSettings } as const
  const opened = await openLedger({ ...system, payTo: sandbox.payTo, config })
  const totals = await opened.ledger.totals()
  await opened.close()
  const inLedger = totals.filter(({ state }) => state === 'settled')
  expect(inLedger.reduce((sum, { payments }) => sum + payments, 0n)).toBe(BigInt(settled.length))
  expect(inLedger.reduce((sum, { amount }) => sum + amount, 0n)).toBe(received)
  expect(settled.reduce((sum, { charged }) => sum + BigInt(charged!.baseUnits), 0n)).toBe(received)
}

const settings = {
  ANSWER_WITHIN_SECONDS: '20',
  TRUSTED_PROXIES: '127.0.0.1',
  RATE_LIMIT_BURST: '1000000',
  FREE_CALLS_PER_CLIENT_PER_DAY: '1000',
  LOG_LEVEL: 'silent',
}

for (const name of proxies)
  await describeWith([name], `behind ${name}`, () => {
    test('workers are renewed by SIGHUP while fifty pay: no call fails, and each payment is charged once', async () => {
      const databaseUrl = await server.createDatabase()
      const service = await startProcess({
        ...settings,
        WORKERS: '2',
        DATA_DIR: join(root, `${name}-workers`),
        SANDBOX_WORLD: sandbox.file,
        DATABASE_URL: databaseUrl,
        MPP_SECRET: 'the-same-for-all-of-the-instances',
      })
      let proxy: ReverseProxy | undefined
      try {
        proxy = await startProxy(name, join(root, `${name}-a`), service.url)
        const before = await usdcOf(base, sandbox.payTo)
        const load = startLoad(proxy.url)
        await expect.poll(load.bought, { timeout: 120_000 }).toBeGreaterThan(2 * payers)
        const old = [...(await workerPids(service.child.pid!)).values()]
        service.child.kill('SIGHUP')
        const renewed = async () => {
          const now = [...(await workerPids(service.child.pid!)).values()]
          return now.length === 2 && now.every((pid) => !old.includes(pid))
        }
        await expect.poll(renewed, { timeout: 240_000, interval: 200 }).toBe(true)
        const then = load.bought()
        await expect.poll(load.bought, { timeout: 120_000 }).toBeGreaterThan(then + payers)
        await load.end()
        console.log(`${name}, renewal of two workers: ${load.bought()} bought`, load.outcomes)
        expect(Object.keys(load.outcomes).toSorted()).toEqual(['200', '402'])
        await expectExact(load, service, { dataDir: join(root, `${name}-books`), databaseUrl }, before)
      } finally {
        await proxy?.close()
        await service.stop()
      }
    })

    test('the service is restarted while fifty pay: each payment is charged once and answered', async () => {
      const dataDir = join(root, `${name}-alone`)
      const start = async (port: number) =>
        startProcess({ ...settings, DATA_DIR: dataDir, SANDBOX_WORLD: sandbox.file, PORT: String(port), DATABASE_URL: '' })
      const port = await freePort('127.0.0.1', 0)
      let service = await start(port)
      let proxy: ReverseProxy | undefined
      try {
        proxy = await startProxy(name, join(root, `${name}-b`), service.url)
        const before = await usdcOf(base, sandbox.payTo)
        const load = startLoad(proxy.url)
        await expect.poll(load.bought, { timeout: 120_000 }).toBeGreaterThan(2 * payers)
        await service.stop()
        service = await start(port)
        const then = load.bought()
        await expect.poll(load.bought, { timeout: 120_000 }).toBeGreaterThan(then + payers)
        await load.end()
        console.log(`${name}, restart: ${load.bought()} bought`, load.outcomes)
        await expectExact(load, service, { dataDir, databaseUrl: null }, before)
      } finally {
        await proxy?.close()
        await service.stop()
      }
    })
  })
