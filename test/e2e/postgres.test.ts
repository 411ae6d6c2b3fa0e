import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evm, Mppx } from 'mppx/client'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { openSandbox, type Sandbox } from '../../sandbox/open-sandbox.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { startService, type Service } from '../../src/commands/serve.ts'
import { loadConfig } from '../../src/config.ts'
import { createLogger } from '../../src/ops/logger.ts'
import { createMetrics } from '../../src/ops/metrics.ts'
import { systemClock, systemRandom, systemTimers } from '../../src/ops/system.ts'
import { noCheckpoint } from '../../src/shared/checkpoint.ts'
import { startPostgres, type PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'
import { callWith, pay, priceOfBitcoin, receiptOf, signPayment, termsOf, usdcOf, type Account, type Receipt } from '../stage.ts'

const { log } = createLogger({ level: (process.env['TEST_LOG_LEVEL'] ?? 'silent') as 'silent' })
const quotaCall = '/v1/settlement/estimate?amount=100'

let root: string
let server: PostgresServer
let sandbox: Sandbox
let chain: Chain
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farthing-shared-'))
  server = await startPostgres()
  sandbox = await openSandbox({ directory: join(root, 'sandbox'), world: null, blockMs: 100, log })
})
afterAll(async () => {
  await sandbox?.close()
  await server?.[Symbol.asyncDispose]()
  await rm(root, { recursive: true, force: true })
})

let directories = 0
/** An instance with a directory of its own, unless it is given one. */
async function open(database: string, directory = `data-${++directories}`, env: Record<string, string> = {}): Promise<Service> {
  const service = await startService({
    config: loadConfig({
      PORT: '0',
      DATA_DIR: join(root, directory),
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
  chain = service.parts.chains.get('eip155:8453')!
  return service
}

async function close(service: Service): Promise<void> {
  for (const step of service.closing) await step.run(5_000)
}

async function wallet(usdc = '5'): Promise<Account> {
  const account = privateKeyToAccount(generatePrivateKey())
  await sandbox.world.fund(account.address, usdc)
  return account
}

/** Its first call is used up. */
async function payingWallet(url: string): Promise<Account> {
  const account = await wallet()
  const response = await pay(url, account, { path: priceOfBitcoin })
  expect(response.status).toBe(200)
  expect((await receiptOf(response)).state).toBe('free')
  return account
}

const earned = () => usdcOf(chain, sandbox.payTo)

describe('a service whose ledger is on PostgreSQL', () => {
  test('sells, and knows what it sold when it comes back with another directory', async () => {
    const database = await server.createDatabase()
    const first = await open(database)
    const account = await payingWallet(first.url)
    const before = await earned()

    const payment = await signPayment(await termsOf(first.url, priceOfBitcoin), account)
    const sold = await callWith(first.url + priceOfBitcoin, payment)
    expect(sold.status).toBe(200)
    const receipt = await receiptOf(sold)
    expect(receipt).toMatchObject({ state: 'settled', protocol: 'x402', charged: { usd: '0.0075' } })
    const answer = await sold.text()

    const stock = Mppx.create({ methods: [evm.charge({ account, assets: [evm.assets.base.USDC] })], polyfill: false })
    const challenge = await fetch(first.url + priceOfBitcoin)
    const credential = await stock.createCredential(challenge)
    const byMpp = await fetch(first.url + priceOfBitcoin, { headers: { Authorization: credential } })
    expect(byMpp.status).toBe(200)
    expect(await receiptOf(byMpp)).toMatchObject({ state: 'settled', protocol: 'mpp' })
    await close(first)

    const second = await open(database)
    const again = await callWith(second.url + priceOfBitcoin, payment)
    expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true'])
    expect(await again.text()).toBe(answer)
    expect(await receiptOf(again)).toMatchObject({ id: receipt.id, state: 'settled', transaction: receipt.transaction })
    const mppAgain = await fetch(second.url + priceOfBitcoin, { headers: { Authorization: credential } })
    expect([mppAgain.status, mppAgain.headers.get('idempotent-replay')]).toEqual([200, 'true'])
    expect((await earned()) - before).toBe(2n * 7_500n)
    await close(second)
  })

  test('counts free calls of a day across a restart', async () => {
    const database = await server.createDatabase()
    const first = await open(database, undefined, { FREE_QUOTA_PER_DAY: '3' })
    const statuses = [await fetch(first.url + quotaCall), await fetch(first.url + quotaCall)].map(({ status }) => status)
    await close(first)
    const second = await open(database, undefined, { FREE_QUOTA_PER_DAY: '3' })
    for (let call = 0; call < 2; call++) statuses.push((await fetch(second.url + quotaCall)).status)
    expect(statuses).toEqual([200, 200, 200, 402])
    await close(second)
  })
})

describe('when PostgreSQL goes away', () => {
  test('a service does not start without it, and says why', async () => {
    await expect(open('postgres://farthing@127.0.0.1:1/ledger')).rejects.toThrow('the database can not be reached: ECONNREFUSED')
  })

  test('calls are told so, nothing is lost or charged twice, and the service goes on when it is back', async () => {
    const service = await open(await server.createDatabase(), undefined, { SETTLE_WAIT_SECONDS: '3' })
    const { url, parts } = service
    const account = await payingWallet(url)
    const before = await earned()
    const terms = await termsOf(url, priceOfBitcoin)
    const payments = await Promise.all(Array.from({ length: 12 }, () => signPayment(terms, account)))
    const sold = await callWith(url + priceOfBitcoin, payments[0]!)
    const answer = await sold.text()

    // Under way in every state while the server dies.
    const underWay = payments.slice(1, 9).map(async (payment, index) => {
      await systemTimers.sleep(index * 15)
      return callWith(url + priceOfBitcoin, payment)
    })
    await systemTimers.sleep(90)
    await server.kill()
    const during = await Promise.all(underWay)
    for (const { status } of during) expect([200, 503]).toContain(status)

    const refused = await callWith(url + priceOfBitcoin, payments[9]!)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ code: 'ledger_unavailable', retryable: true })
    expect((await fetch(url + quotaCall)).status).toBe(503)
    await parts.health.refresh()
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
    expect((await fetch(`${url}/livez`)).status).toBe(200)

    await server.start()
    await parts.health.refresh()
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const receipts = await Promise.all(payments.slice(0, 10).map((payment) => answered(url, payment)))
    for (const receipt of receipts) expect(receipt.state).toBe('settled')
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(10)
    expect(await (await callWith(url + priceOfBitcoin, payments[0]!)).text()).toBe(answer)
    expect((await earned()) - before).toBe(10n * 7_500n)
    await close(service)
  })
})

describe('two services on one ledger, with the same signers', () => {
  let one: Service
  let other: Service
  let database: string
  beforeAll(async () => {
    database = await server.createDatabase()
    one = await open(database, undefined, { FREE_QUOTA_PER_DAY: '10' })
    other = await open(database, undefined, { FREE_QUOTA_PER_DAY: '10' })
  })
  afterAll(async () => {
    for (const service of [one, other]) await close(service)
  })

  const both = () => [one.url, other.url]

  test('each signer has one owner on each network', async () => {
    const client = new pg.Client(database)
    await client.connect()
    const { rows } = await client.query<{ owners: string; leases: string }>(
      `SELECT count(DISTINCT owner) AS owners, count(*) AS leases FROM leases WHERE name LIKE 'settler:%'`,
    )
    await client.end()
    // The first one took them all.
    expect(rows).toEqual([{ owners: '1', leases: String(sandbox.signerKeys.length * one.parts.chains.size) }])
  })

  test('each finds out for itself what is not in the ledger', async () => {
    for (const { parts } of [one, other])
      await expect.poll(() => parts.sources.sanctions.lists().every(({ fresh }) => fresh), { timeout: 20_000 }).toBe(true)
  })

  test('a payment at both at once is one purchase with one answer', async () => {
    const account = await payingWallet(one.url)
    const before = await earned()
    const payment = await signPayment(await termsOf(one.url, priceOfBitcoin), account)
    const responses = await Promise.all(both().map((url) => callWith(url + priceOfBitcoin, payment)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect(responses.map(({ headers }) => headers.get('idempotent-replay')).filter((replay) => replay === 'true')).toHaveLength(1)
    const [first, second] = await Promise.all(responses.map(async (response) => [(await receiptOf(response)).id, await response.text()]))
    expect(first).toEqual(second)
    expect((await earned()) - before).toBe(7_500n)
  })

  test('what is bought where no signer is owned is settled soon by the owner', async () => {
    const account = await payingWallet(other.url)
    const before = await earned()
    const response = await pay(other.url, account, { path: priceOfBitcoin })
    expect(response.status).toBe(200)
    const receipt = await receiptOf(response)
    expect(receipt.state).toBe('settled')
    expect(await (await fetch(`${one.url}/v1/receipts/${receipt.id}`)).json()).toMatchObject({ state: 'settled' })
    expect((await earned()) - before).toBe(7_500n)
  })

  test('a challenge that one made is paid at the other', async () => {
    const account = await payingWallet(one.url)
    const stock = Mppx.create({ methods: [evm.charge({ account, assets: [evm.assets.base.USDC] })], polyfill: false })
    const credential = await stock.createCredential(await fetch(one.url + priceOfBitcoin))
    const response = await fetch(other.url + priceOfBitcoin, { headers: { Authorization: credential } })
    expect(response.status).toBe(200)
    expect(await receiptOf(response)).toMatchObject({ state: 'settled', protocol: 'mpp' })
  })

  test('the free calls of a day are exact across both', async () => {
    const calls = Array.from({ length: 24 }, (_, call) =>
      fetch(both()[call % 2]! + quotaCall, { headers: { 'X-Forwarded-For': '198.51.100.7' } }),
    )
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 402)).toHaveLength(14)
  })

  test('of first calls at both at once one is free', async () => {
    const account = await wallet()
    const before = await earned()
    const terms = await termsOf(one.url, priceOfBitcoin)
    const payments = await Promise.all([1, 2, 3, 4].map(() => signPayment(terms, account)))
    const responses = await Promise.all(payments.map((payment, index) => callWith(both()[index % 2]! + priceOfBitcoin, payment)))
    const receipts = await Promise.all(responses.map(receiptOf))
    expect(receipts.map(({ state }) => state).toSorted()).toEqual(['free', 'settled', 'settled', 'settled'])
    expect((await earned()) - before).toBe(3n * 7_500n)
  })

  test('a wallet that can pay once is served once', async () => {
    const account = await wallet('0.15')
    const dearer = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
    const before = await earned()
    const terms = await termsOf(one.url, dearer)
    const payments = await Promise.all([1, 2, 3, 4].map(() => signPayment(terms, account)))
    const responses = await Promise.all(payments.map((payment, index) => callWith(both()[index % 2]! + dearer, payment)))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 402, 402, 402])
    expect((await earned()) - before).toBe(150_000n)
  })

  test('when the owner ends in order the other one goes on at once', async () => {
    const account = await payingWallet(other.url)
    await close(one)
    const response = await pay(other.url, account, { path: priceOfBitcoin })
    one = await open(database, undefined, { FREE_QUOTA_PER_DAY: '10' })
    expect(response.status).toBe(200)
    expect((await pay(one.url, account, { path: priceOfBitcoin })).status).toBe(200)
  })
})

/** Brings a payment until it is answered, as a client does that was told to come again. */
async function answered(url: string, payment: string): Promise<Receipt> {
  for (let tried = 0; ; tried++) {
    const response = await callWith(url + priceOfBitcoin, payment)
    if (response.status === 200) return receiptOf(response)
    if (tried === 30) throw new Error(`not answered: ${response.status} ${await response.text()}`)
    await response.body?.cancel()
    await systemTimers.sleep(250)
  }
}
