import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/open-sandbox.ts'
import { freePort } from '../../src/service/listen.ts'
import { startPostgres, type PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'
import { createForwarder, type Forwarder } from '../forwarder.ts'
import { sharedSandbox } from '../shared-sandbox.ts'
import { termsOf } from '../signed-payments.ts'

const path = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913?chain=base'
const patiently = { timeout: 60_000, interval: 100 }

let directory: string
let sandbox: Sandbox
let server: PostgresServer
let line: Forwarder
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'farthing-late-database-'))
  sandbox = await sharedSandbox()
  server = await startPostgres()
  line = await createForwarder(`http://127.0.0.1:${server.port}`)
})
afterAll(async () => {
  await line?.close()
  await server?.[Symbol.asyncDispose]()
  await sandbox?.close()
  await rm(directory, { recursive: true, force: true })
})

interface Started {
  readonly url: string
  readonly child: ChildProcess
  /** Messages of the log so far. */
  readonly log: () => string[]
}

/** A live service as a process of its own, which need not become ready. */
async function start(name: string, env: Readonly<Record<string, string>>): Promise<Started> {
  const port = await freePort('127.0.0.1', 0)
  const child = spawn(process.execPath, ['src/main.ts', 'start'], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: String(port),
      MODE: 'live',
      // What gas coins cost: these chains have no price feeds.
      GAS_COIN_CEILINGS: 'ETH=0.01',
      DATA_DIR: join(directory, name),
      DATABASE_URL: (await server.createDatabase()).replace(`:${server.port}/`, `:${new URL(line.url).port}/`),
      MPP_SECRET: 'the-same-for-all-of-the-instances',
      DRAIN_SECONDS: '0',
      PUBLIC_URL: 'http://127.0.0.1',
      PAY_TO: '0x00000000000000000000000000000000000a11ce',
      RPC_URL_BASE: sandbox.world.networks.find(({ slug }) => slug === 'base')!.rpcUrl,
      SIGNER_KEY: sandbox.signerKeys[0]!,
      // These sources would be fetched from the internet at the start; without one of them no sanctions list is.
      SOURCES_DISABLED: 'cisa-kev,cisa-kev-github,ofac',
      NODE_ANSWER_MS: '10000',
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const messages = () => text.split('\n').flatMap((line) => (line.startsWith('{') ? [(JSON.parse(line) as { msg: string }).msg] : []))
  return { url: `http://127.0.0.1:${port}`, child, log: messages }
}

const statusAt = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 'no answer',
  )

async function end({ child }: Started): Promise<number | null> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  return child.exitCode
}

test.each([
  ['one process', {}, 1],
  ['two workers', { WORKERS: '2' }, 2],
])('%s without the database is alive and not ready, and takes calls as soon as the database answers', async (name, env, processes) => {
  await line.close()
  const service = await start(name.replace(' ', '-'), env)
  try {
    await expect.poll(() => statusAt(`${service.url}/livez`), patiently).toBe(200)
    const said = (words: string) => service.log().filter((message) => message.includes(words)).length
    await expect.poll(() => said('the start waits for the database'), patiently).toBe(processes)
    expect(await statusAt(`${service.url}/readyz`)).toBe(503)
    const unpaid = await fetch(service.url + path)
    expect([unpaid.status, unpaid.headers.get('retry-after'), unpaid.headers.get('content-type')]).toEqual([
      503,
      '2',
      'application/problem+json',
    ])
    expect(await unpaid.json()).toMatchObject({ code: 'ledger_unavailable', retryable: true })
    await line.open()
    if (processes > 1) await expect.poll(() => said('worker ready'), patiently).toBe(processes)
    await expect.poll(() => statusAt(`${service.url}/readyz`), patiently).toBe(200)
    // The cost of settling is read when somebody asks for it.
    await expect.poll(async () => (await fetch(service.url + path)).headers.has('payment-required'), patiently).toBe(true)
    expect((await termsOf(service.url, path)).accepts).toHaveLength(1)
    expect([said('the start waits for the database'), said('the start goes on')]).toEqual([processes, processes])
  } finally {
    expect(await end(service)).toBe(0)
  }
})

test('a process that waits for the database ends in order when it is asked to', async () => {
  await line.close()
  const service = await start('asked-to-end', {})
  await expect.poll(() => statusAt(`${service.url}/livez`), patiently).toBe(200)
  expect(await end(service)).toBe(0)
})

test('a database that refuses the login is an error of the settings: the process ends and says why', async () => {
  await line.open()
  const service = await start('refused', { DATABASE_URL: `postgres://farthing@127.0.0.1:${server.port}/nowhere` })
  await once(service.child, 'exit')
  expect(service.child.exitCode).toBe(1)
  expect(service.log()).not.toContain('the start waits for the database')
})
