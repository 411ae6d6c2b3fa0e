import { evm, Mppx } from 'mppx/client'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Service } from '../../src/service/start-service.ts'
import { systemTimers } from '../../src/ops/system.ts'
import { answered, openInstances, type Instances } from '../instances.ts'
import { closeService } from '../service-in-process.ts'
import { callUntilAnswered, callWith, pay, priceOfBitcoin, receiptOf, signPayment, termsOf } from '../signed-payments.ts'
import { exactAcrossInstances, exactSettings } from './exact-across-instances.ts'

const quotaCall = '/v1/settlement/estimate?amount=100'

let world: Instances
beforeAll(async () => {
  world = await openInstances()
})
afterAll(() => world?.close())

/** What the first tests leave running. */
let restarted: Service

describe('a service whose ledger is on PostgreSQL', () => {
  test('sells, and after a restart with another directory replays what it sold and counts on', async () => {
    const database = await world.server.createDatabase()
    // Long enough for a busy machine, and short enough to wait for where the database is gone.
    const env = { FREE_QUOTA_PER_DAY: '3', ANSWER_WITHIN_SECONDS: '5' }
    const first = await world.open(database, env)
    const account = await world.payingWallet(first.url)
    const before = await world.earned()
    const statuses = [await fetch(first.url + quotaCall), await fetch(first.url + quotaCall)].map(({ status }) => status)

    const payment = await signPayment(await termsOf(first.url, priceOfBitcoin), account)
    const sold = await callUntilAnswered(first.url + priceOfBitcoin, payment)
    expect(sold.status).toBe(200)
    const receipt = await receiptOf(sold)
    expect(receipt).toMatchObject({ state: 'settled', protocol: 'x402', charged: { usd: '0.0075' } })
    const answer = await sold.text()

    const stock = Mppx.create({ methods: [evm.charge({ account, currencies: [evm.assets.base.USDC] })], polyfill: false })
    const challenge = await fetch(first.url + priceOfBitcoin)
    const credential = await stock.createCredential(challenge)
    const byMpp = await fetch(first.url + priceOfBitcoin, { headers: { Authorization: credential } })
    expect(byMpp.status).toBe(200)
    expect(await receiptOf(byMpp)).toMatchObject({ state: 'settled', protocol: 'mpp' })
    await closeService(first)

    const second = await world.open(database, env)
    restarted = second
    for (let call = 0; call < 2; call++) statuses.push((await fetch(second.url + quotaCall)).status)
    expect(statuses).toEqual([200, 200, 200, 402])
    const again = await callWith(second.url + priceOfBitcoin, payment)
    expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true'])
    expect(await again.text()).toBe(answer)
    expect(await receiptOf(again)).toMatchObject({ id: receipt.id, state: 'settled', transaction: receipt.transaction })
    const mppAgain = await fetch(second.url + priceOfBitcoin, { headers: { Authorization: credential } })
    expect([mppAgain.status, mppAgain.headers.get('idempotent-replay')]).toEqual([200, 'true'])
    expect((await world.earned()) - before).toBe(2n * 7_500n)
  })
})

describe('when PostgreSQL goes away', () => {
  test('a service does not start with one that refuses the login, and says why', async () => {
    const nowhere = `postgres://farthing@127.0.0.1:${world.server.port}/nowhere`
    await expect(world.open(nowhere)).rejects.toThrow('the database cannot be reached: database "nowhere" does not exist')
  })

  test('calls get a 503, nothing is lost or charged twice, and the service goes on when it is back', async () => {
    const { url, parts } = restarted
    const account = await world.payingWallet(url)
    const before = await world.earned()
    const terms = await termsOf(url, priceOfBitcoin)
    const payments = await Promise.all(Array.from({ length: 12 }, () => signPayment(terms, account)))
    const sold = await callUntilAnswered(url + priceOfBitcoin, payments[0]!)
    const answer = await sold.text()

    // Payments are in every state while the server dies.
    const underWay = payments.slice(1, 9).map(async (payment, index) => {
      await systemTimers.sleep(index * 15)
      return callWith(url + priceOfBitcoin, payment)
    })
    await systemTimers.sleep(90)
    await world.server.kill()
    const during = await Promise.all(underWay)
    for (const { status } of during) expect([200, 503]).toContain(status)

    const refused = await callWith(url + priceOfBitcoin, payments[9]!)
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ code: 'ledger_unavailable', retryable: true })
    expect((await fetch(url + quotaCall, { headers: { 'X-Forwarded-For': '198.51.100.20' } })).status).toBe(503)
    await parts.health.refresh()
    expect((await fetch(`${url}/readyz`)).status).toBe(503)
    expect((await fetch(`${url}/livez`)).status).toBe(200)

    await world.server.start()
    await parts.health.refresh()
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const receipts = await Promise.all(payments.slice(0, 10).map((payment) => answered(url, payment)))
    for (const receipt of receipts) expect(receipt.state).toBe('settled')
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(10)
    expect(await (await callWith(url + priceOfBitcoin, payments[0]!)).text()).toBe(answer)
    expect((await world.earned()) - before).toBe(10n * 7_500n)
    await closeService(restarted)
  })
})

describe('two services on one ledger, with the same signers', () => {
  let one: Service
  let other: Service
  let database: string
  beforeAll(async () => {
    database = await world.server.createDatabase()
    one = await world.open(database, exactSettings)
    other = await world.open(database, exactSettings)
  })
  afterAll(async () => {
    await closeService(other)
  })

  test('each signer has one owner on each network', async () => {
    const client = new pg.Client(database)
    await client.connect()
    const { rows } = await client.query<{ owners: string; leases: string }>(
      `SELECT count(DISTINCT owner) AS owners, count(*) AS leases FROM leases WHERE name LIKE 'settler:%'`,
    )
    await client.end()
    // The first instance took them all.
    expect(rows).toEqual([{ owners: '1', leases: String(world.sandbox.signerKeys.length * one.parts.chains.size) }])
  })

  test('each loads for itself what is not in the ledger', async () => {
    for (const { parts } of [one, other]) await expect.poll(() => parts.sources.sanctions.lists().every(({ fresh }) => fresh)).toBe(true)
  })

  test('what is bought at an instance without signers is settled soon by the owner', async () => {
    const account = await world.payingWallet(other.url)
    const before = await world.earned()
    const response = await pay(other.url, account, { path: priceOfBitcoin })
    expect(response.status).toBe(200)
    const receipt = await receiptOf(response)
    expect(receipt.state).toBe('settled')
    expect(await (await fetch(`${one.url}/v1/receipts/${receipt.id}`)).json()).toMatchObject({ state: 'settled' })
    expect((await world.earned()) - before).toBe(7_500n)
  })

  test('a challenge of one is paid at the other', async () => {
    const account = await world.payingWallet(one.url)
    const stock = Mppx.create({ methods: [evm.charge({ account, currencies: [evm.assets.base.USDC] })], polyfill: false })
    const credential = await stock.createCredential(await fetch(one.url + priceOfBitcoin))
    const response = await fetch(other.url + priceOfBitcoin, { headers: { Authorization: credential } })
    expect(response.status).toBe(200)
    expect(await receiptOf(response)).toMatchObject({ state: 'settled', protocol: 'mpp' })
  })

  exactAcrossInstances(() => ({ world, services: [one, other] }))

  test('when the owner stops in order, the other one takes over at once', async () => {
    const account = await world.payingWallet(other.url)
    await closeService(one)
    expect((await pay(other.url, account, { path: priceOfBitcoin })).status).toBe(200)
  })
})
