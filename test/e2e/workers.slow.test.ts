import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import { startPostgres, type PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'
import { startProcess } from '../service-process.ts'
import { pay, priceOfBitcoin } from '../signed-payments.ts'
import { statusOf, workerPids } from '../worker-processes.ts'

let directory: string
let server: PostgresServer
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'farthing-workers-'))
  server = await startPostgres()
})
afterAll(async () => {
  await server?.[Symbol.asyncDispose]()
  await rm(directory, { recursive: true, force: true })
})

const settings = async (name: string, workers: string) => ({
  WORKERS: workers,
  DATA_DIR: join(directory, name),
  DATABASE_URL: await server.createDatabase(),
  MPP_SECRET: 'the-same-for-all-of-the-instances',
  SANDBOX_BLOCK_MS: '100',
  RATE_LIMIT_BURST: '1000000',
  LOG_LEVEL: 'error',
})

test('three workers are renewed twice under load, by many short connections and by kept ones, and no call fails', async () => {
  const service = await startProcess(await settings('renewed', '3'))
  const { payer } = (await (await fetch(`${service.url}/sandbox`)).json()) as { payer: { privateKey: `0x${string}` } }
  const account = privateKeyToAccount(payer.privateKey)
  const kept = new Agent({ keepAlive: true })
  const outcomes: Record<string, number> = {}
  const note = (outcome: string) => void (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1)
  let over = false
  const unpaid = async (agent: Agent | false, pauseMs: number) => {
    for (; !over; await sleep(pauseMs)) note(`unpaid ${await statusOf(service.url + priceOfBitcoin, agent)}`)
  }
  const paid = async () => {
    while (!over) note(`paid ${await pay(service.url, account, { path: priceOfBitcoin }).then(({ status }) => status, String)}`)
  }
  const load = [
    ...Array.from({ length: 24 }, () => unpaid(false, 0)),
    unpaid(kept, 5),
    unpaid(kept, 900),
    unpaid(kept, 2_500),
    paid(),
    paid(),
  ]
  for (let round = 0; round < 2; round++) {
    const before = await workerPids(service.child.pid!)
    service.child.kill('SIGHUP')
    const renewed = async () => {
      const after = await workerPids(service.child.pid!)
      const text = await (await fetch(`${service.url}/metrics`)).text()
      return (
        after.size === 3 && [...after].every(([worker, pid]) => pid !== before.get(worker)) && text.includes('farthing_workers_ready 3\n')
      )
    }
    await expect.poll(renewed, { timeout: 120_000, interval: 200 }).toBe(true)
  }
  over = true
  await Promise.all(load)
  kept.destroy()
  console.log('two renewals of three workers:', outcomes)
  expect(Object.keys(outcomes).toSorted()).toEqual(['paid 200', 'unpaid 402'])
  expect(outcomes['unpaid 402']).toBeGreaterThan(2_000)
  await service.stop()
  expect(service.child.exitCode).toBe(0)
})

test('told to end, all say so at once, go on selling while they drain, and leave nothing running', async () => {
  const service = await startProcess({ ...(await settings('told', '2')), DRAIN_SECONDS: '3' })
  const { payer } = (await (await fetch(`${service.url}/sandbox`)).json()) as { payer: { privateKey: `0x${string}` } }
  const account = privateKeyToAccount(payer.privateKey)
  const workers = [...(await workerPids(service.child.pid!)).values()]
  service.child.kill('SIGTERM')
  await sleep(500)
  const answers = await Promise.all(Array.from({ length: 20 }, () => statusOf(`${service.url}/readyz`, false)))
  expect(new Set(answers)).toEqual(new Set([503]))
  expect((await pay(service.url, account, { path: priceOfBitcoin })).status).toBe(200)
  expect(await service.ended).toBeNull()
  expect(service.child.exitCode).toBe(0)
  expect(workers.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([])
})

test('workers that cannot start are tried some times, and then the parent ends and says why', async () => {
  const env = await settings('hopeless', '2')
  const child = spawn(process.execPath, ['src/main.ts', 'start'], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      ...env,
      LOG_LEVEL: 'error',
      DATABASE_URL: `postgres://farthing@127.0.0.1:${server.port}/nowhere`,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  expect(code).toBe(1)
  expect(said).toMatch(/farthing: worker \d could not be started, 5 times in a row \(code 1\); its log says why/)
  expect(said).toContain('the database cannot be reached: database "nowhere" does not exist')
})

test('a worker has its directory, and its number in the log', async () => {
  const env = await settings('numbered', '2')
  const child = spawn(process.execPath, ['src/main.ts', 'start'], {
    env: { PATH: process.env['PATH'], PORT: '0', ...env, LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()))
  await new Promise<void>((resolve) => child.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('"workers":2') && resolve()))
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
  expect(readdirSync(env.DATA_DIR).filter((name) => name.startsWith('worker'))).toEqual(['worker-1', 'worker-2'])
  const recovered = log.split('\n').filter((line) => line.includes('settler recovered'))
  expect(recovered.map((line) => (JSON.parse(line) as { worker: number }).worker).toSorted((a, b) => a - b)).toEqual([1, 2])
  expect(await readFile(join(env.DATA_DIR, 'worker-1', 'farthing.db')).then(({ length }) => length)).toBeGreaterThan(0)
})

test('each worker tries the engines itself, since each has its own', async () => {
  const service = await startProcess({ ...(await settings('tried', '2')), TEXT_TOOLS: 'off', ENGINE_TRIALS: 'start' })
  const trials = async () => {
    const lines = (await (await fetch(`${service.url}/metrics`)).text())
      .split('\n')
      .filter((line) => line.startsWith('farthing_engine_trials_total'))
    const worked = lines.filter((line) => line.includes('engine="browser"') && line.includes('outcome="succeeded"') && line.endsWith(' 1'))
    return worked.map((line) => Number(/worker="(\d)"/.exec(line)?.[1])).toSorted((a, b) => a - b)
  }
  await expect.poll(trials, { timeout: 120_000, interval: 200 }).toEqual([1, 2])
  await service.stop()
})
