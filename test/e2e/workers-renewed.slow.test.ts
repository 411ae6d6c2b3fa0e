import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import { startPostgres, type PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'
import { startProcess, type ServiceProcess } from '../service-process.ts'
import { pay, priceOfBitcoin, receiptOf, type Account } from '../signed-payments.ts'
import { statusOf, workerPids } from '../worker-processes.ts'

const secret = 'the-same-for-all-of-the-instances'

let directory: string
let secretFile: string
let server: PostgresServer
let service: ServiceProcess
let account: Account
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'farthing-workers-'))
  server = await startPostgres()
  secretFile = join(directory, 'secret')
  await writeFile(secretFile, secret, { mode: 0o600 })
  service = await startProcess({
    WORKERS: '2',
    DATA_DIR: directory,
    DATABASE_URL: await server.createDatabase(),
    MPP_SECRET_FILE: secretFile,
    SANDBOX_BLOCK_MS: '100',
    RATE_LIMIT_BURST: '100000',
    LOG_LEVEL: 'silent',
  })
  const { payer } = (await (await fetch(`${service.url}/sandbox`)).json()) as { payer: { privateKey: `0x${string}` } }
  account = privateKeyToAccount(payer.privateKey)
})
afterAll(async () => {
  service?.child.kill('SIGKILL')
  await server?.[Symbol.asyncDispose]()
  await rm(directory, { recursive: true, force: true })
})

/** Samples of a metric by worker. */
async function measured(name: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  return new Map(
    [...text.matchAll(new RegExp(`^${name}\\{[^}]*worker="(\\d+)"[^}]*\\} (\\S+)$`, 'gm'))].map(([, worker, value]) => [
      worker!,
      Number(value),
    ]),
  )
}

const ready = async (workers: string) => {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  return text.includes(`farthing_workers_ready ${workers}\n`)
}

test('two workers sell on one port, and each shows the metrics of both', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => pay(service.url, account, { path: priceOfBitcoin })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const states = (await Promise.all(answers.map(receiptOf))).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['free', 'settled', 'settled', 'settled'])
  expect([...(await measured('process_start_time_seconds')).keys()].toSorted()).toEqual(['1', '2'])
})

test('a killed worker is replaced, and the other one takes the calls until then', async () => {
  const before = await workerPids(service.child.pid!)
  process.kill(before.get(1)!, 'SIGKILL')
  await expect.poll(async () => (await workerPids(service.child.pid!)).get(1), { timeout: 15_000 }).not.toBe(before.get(1))
  // Connections to the killed worker break once.
  await expect.poll(async () => (await pay(service.url, account, { path: priceOfBitcoin })).status, { timeout: 15_000 }).toBe(200)
  await expect.poll(() => ready('2'), { timeout: 15_000 }).toBe(true)
  const after = await workerPids(service.child.pid!)
  expect(after.get(1)).not.toBe(before.get(1))
  expect(after.get(2)).toBe(before.get(2))
  expect(await measured('farthing_worker_ends_total')).toEqual(new Map([['1', 1]]))
})

test('SIGHUP replaces both workers, one after the other, and no call fails', async () => {
  const before = await workerPids(service.child.pid!)
  const kept = new Agent({ keepAlive: true })
  let renewed = false
  const outcomes = new Map<string, number>()
  const note = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  const unpaid = async (agent: Agent | false, pauseMs: number) => {
    for (; !renewed; await sleep(pauseMs)) note(`unpaid ${await statusOf(service.url + priceOfBitcoin, agent)}`)
  }
  const paid = async () => {
    while (!renewed) note(`paid ${await pay(service.url, account, { path: priceOfBitcoin }).then(({ status }) => status, String)}`)
  }
  const load = [unpaid(false, 2), unpaid(false, 2), unpaid(kept, 10), unpaid(kept, 700), paid(), paid()]
  service.child.kill('SIGHUP')
  const bothNew = async () => {
    const after = await workerPids(service.child.pid!)
    return after.size === 2 && [...after].every(([worker, pid]) => pid !== before.get(worker)) && (await ready('2'))
  }
  await expect.poll(bothNew, { timeout: 60_000 }).toBe(true)
  renewed = true
  await Promise.all(load)
  kept.destroy()
  expect([...outcomes.keys()].toSorted()).toEqual(['paid 200', 'unpaid 402'])
  expect(outcomes.get('paid 200')).toBeGreaterThan(5)
  expect(outcomes.get('unpaid 402')).toBeGreaterThan(50)
})

test('SIGHUP with a broken secret: the old workers go on selling, and the next SIGHUP replaces them', async () => {
  const before = await workerPids(service.child.pid!)
  const notStarted = async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text()
    return [...text.matchAll(/^farthing_worker_ends_total\{.*how="not-started".*\} (\d+)$/gm)].reduce(
      (sum, [, ends]) => sum + Number(ends),
      0,
    )
  }
  await writeFile(secretFile, 'short')
  service.child.kill('SIGHUP')
  // It is tried again by itself.
  await expect.poll(notStarted, { timeout: 60_000 }).toBeGreaterThan(1)
  expect(await ready('2')).toBe(true)
  const during = await workerPids(service.child.pid!)
  for (const [worker, pid] of before) expect(during.get(worker)).toBe(pid)
  expect((await pay(service.url, account, { path: priceOfBitcoin })).status).toBe(200)
  await writeFile(secretFile, secret)
  service.child.kill('SIGHUP')
  const allNew = async () => {
    const after = await workerPids(service.child.pid!)
    return after.size === 2 && [...after.values()].every((pid) => ![...before.values()].includes(pid)) && (await ready('2'))
  }
  await expect.poll(allNew, { timeout: 60_000 }).toBe(true)
  expect((await pay(service.url, account, { path: priceOfBitcoin })).status).toBe(200)
})

test('the workers end when their parent ends in any way', async () => {
  const workers = [...(await workerPids(service.child.pid!)).values()]
  expect(workers.length).toBeGreaterThan(1)
  service.child.kill('SIGKILL')
  const alive = () => workers.filter((pid) => existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '')
  await expect.poll(alive).toEqual([])
})
