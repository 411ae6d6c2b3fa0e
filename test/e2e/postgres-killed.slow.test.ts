import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Sandbox } from '../../sandbox/open-sandbox.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { startPostgres, type PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'
import { connectBase } from '../base-chain.ts'
import { startProcess, type ServiceProcess } from '../service-process.ts'
import { callWith, pay, priceOfBitcoin, receiptOf, signPayment, termsOf, usdcOf } from '../signed-payments.ts'
import { sharedSandbox } from '../shared-sandbox.ts'

let root: string
let server: PostgresServer
let database: string
let sandbox: Sandbox
let chain: Chain
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farthing-killed-'))
  server = await startPostgres()
  database = await server.createDatabase()
  sandbox = await sharedSandbox()
  chain = await connectBase(sandbox)
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
    ANSWER_WITHIN_SECONDS: '3',
    LOG_LEVEL: 'silent',
  })

interface Answer {
  readonly id: string
  readonly state: string
  readonly body: string
  readonly at: number
}

/** Sends a payment until it is answered. */
async function answered(url: string, payment: string): Promise<Answer> {
  const until = Date.now() + 150_000
  for (;;) {
    const response = await callWith(url + priceOfBitcoin, payment)
    if (response.status === 200) return { ...(await receiptOf(response)), body: await response.text(), at: Date.now() }
    const text = await response.text()
    if (Date.now() > until) throw new Error(`not answered: ${response.status} ${text}`)
    await sleep(200)
  }
}

async function payers(count: number) {
  const accounts = Array.from({ length: count }, () => privateKeyToAccount(generatePrivateKey()))
  for (const { address } of accounts) await sandbox.world.fund(address, '1')
  return accounts
}

/** Sends 50 payments of ten wallets to these services in turns. Returns the payments when the first service is killed. */
async function killUnderWay(services: readonly ServiceProcess[], doomed: ServiceProcess): Promise<string[]> {
  const wallets = await payers(10)
  await Promise.all(wallets.map((wallet, index) => pay(services[index % services.length]!.url, wallet, { path: priceOfBitcoin })))
  const terms = await termsOf(doomed.url, priceOfBitcoin)
  const payments = await Promise.all(wallets.flatMap((wallet) => [1, 2, 3, 4, 5].map(() => signPayment(terms, wallet))))
  const calls = payments.map(async (payment, index) => {
    await sleep(index * 8)
    await callWith(services[index % services.length]!.url + priceOfBitcoin, payment).catch(() => null)
  })
  await sleep(250)
  doomed.child.kill('SIGKILL')
  expect(await doomed.ended).toBe('SIGKILL')
  void Promise.all(calls)
  return payments
}

/** Prints how long the last payment waited after the kill, and after the service that finished it was ready. */
function report(what: string, answers: readonly Answer[], killed: number, ready = killed): number {
  const last = Math.max(...answers.map(({ at }) => at))
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  process.stdout.write(
    `${what}: all of 50 answered ${seconds(last - killed)} s after the kill, ${seconds(last - ready)} s after it was ready\n`,
  )
  return last - ready
}

const chargedOnce = (answers: readonly Answer[]) => {
  expect(answers.every(({ state }) => state === 'settled')).toBe(true)
  expect(new Set(answers.map(({ id }) => id)).size).toBe(50)
}

const earned = () => usdcOf(chain, sandbox.payTo)
/** Ten wallets pay first, since their first call is free. */
const priceOfAll = 50n * 7_500n

test.each(['the owner of the signers', 'the one that owns none'])(
  '%s is killed with payments under way: the other finishes them in seconds, each is charged once',
  async (which) => {
    const owner = await start(`${which} 1`)
    const second = await start(`${which} 2`)
    // An instance declares no other one dead in its first seconds. Wait until they are over.
    await sleep(5_500)
    const [doomed, survivor] = which === 'the owner of the signers' ? [owner, second] : [second, owner]
    const before = await earned()
    const payments = await killUnderWay([owner, second], doomed)
    const killed = Date.now()

    const answers = await Promise.all(payments.map((payment) => answered(survivor.url, payment)))
    chargedOnce(answers)
    expect((await earned()) - before).toBe(priceOfAll)
    expect(report(`${which} killed, not started again`, answers, killed)).toBeLessThan(15_000)

    // Another instance gives the same answers.
    const third = await start(`${which} 3`)
    const again = await Promise.all(payments.map((payment) => answered(third.url, payment)))
    expect(again.map(({ id, body }) => [id, body])).toEqual(answers.map(({ id, body }) => [id, body]))
    expect((await earned()) - before).toBe(priceOfAll)
    await Promise.all([survivor.stop(), third.stop()])
  },
)

test.each([
  ['one of two', 2],
  ['a service alone', 1],
])('%s is killed and started again: what it left goes on at once', async (what, count) => {
  const services: ServiceProcess[] = []
  for (let index = 0; index < count; index++) services.push(await start(`${what} ${index}`))
  await sleep(5_500)
  const before = await earned()
  const payments = await killUnderWay(services, services[0]!)
  const killed = Date.now()
  const risen = await start(`${what} 0`)
  const ready = Date.now()
  services[0] = risen
  const answers = await Promise.all(payments.map((payment, index) => answered(services[index % count]!.url, payment)))
  chargedOnce(answers)
  expect((await earned()) - before).toBe(priceOfAll)
  expect(report(`${what} killed and started again`, answers, killed, ready)).toBeLessThan(6_000)
  await Promise.all(services.map((service) => service.stop()))
})
