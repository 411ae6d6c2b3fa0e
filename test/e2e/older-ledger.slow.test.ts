import { spawn } from 'node:child_process'
import { copyFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/open-sandbox.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { startPostgres, type PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'
import { connectBase } from '../base-chain.ts'
import { startProcess, type ServiceProcess } from '../service-process.ts'
import { callWith, pay, signPayment, termsOf, usdcOf, type Account, type Receipt } from '../signed-payments.ts'
import { sharedSandbox } from '../shared-sandbox.ts'

const path = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913?chain=base'
const network = 'eip155:8453'

let root: string
let server: PostgresServer
let sandbox: Sandbox
let chain: Chain
const running: ServiceProcess[] = []
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farthing-older-'))
  server = await startPostgres()
  sandbox = await sharedSandbox()
  chain = await connectBase(sandbox)
})
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await sandbox?.close()
  await server?.[Symbol.asyncDispose]()
  await rm(root, { recursive: true, force: true })
})

type Place = Readonly<Record<string, string>> & { readonly DATA_DIR: string }

let payTo: string
let settings: Readonly<Record<string, string>>
let account: Account
let firstBlock: bigint
beforeEach(async () => {
  const [signer, payee] = [generatePrivateKey(), generatePrivateKey()]
  payTo = privateKeyToAccount(payee).address
  account = privateKeyToAccount(generatePrivateKey())
  await sandbox.world.fund(account.address, '5')
  await chain.rpc.call('anvil_setBalance', [privateKeyToAccount(signer).address, '0x8ac7230489e80000'])
  settings = {
    MODE: 'live',
    PUBLIC_URL: 'http://127.0.0.1',
    PAY_TO: payTo,
    SIGNER_KEY: signer,
    MPP_SECRET: 'the-same-for-all-of-the-instances',
    RPC_URL_BASE: sandbox.world.networks.find(({ slug }) => slug === 'base')!.rpcUrl,
    GAS_COIN_CEILINGS: 'ETH=0.01,POL=0.01,CREDIT=0.01',
    SOURCES_DISABLED: 'cisa-kev,cisa-kev-github,ofac',
  }
  firstBlock = (await chain.head()).number
})

let places = 0
async function newPlace(engine: string): Promise<Place> {
  return {
    ...settings,
    DATA_DIR: join(root, `place-${++places}`),
    DATABASE_URL: engine === 'PostgreSQL' ? await server.createDatabase() : '',
  }
}

async function start(place: Place): Promise<ServiceProcess> {
  const service = await startProcess(place)
  running.push(service)
  return service
}

async function kill({ child, ended }: ServiceProcess): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

/** The same database as it is now, in another place: a copy of its files, or of its rows as they are in a dump. */
async function copyOf(engine: string, { DATA_DIR, DATABASE_URL }: Place): Promise<Place> {
  const place = { ...settings, DATA_DIR: join(root, `place-${++places}`), DATABASE_URL: '' }
  if (engine === 'SQLite') {
    await cp(DATA_DIR, place.DATA_DIR, { recursive: true, filter: (file) => !/operator|\.sock|lock/.test(file.slice(DATA_DIR.length)) })
    return place
  }
  const url = new URL(await server.createDatabase())
  const name = url.pathname.slice(1)
  const admin = new pg.Client({ connectionString: String(new URL('/postgres', url)) })
  await admin.connect()
  await admin.query(`DROP DATABASE ${name}`)
  await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${new URL(DATABASE_URL!).pathname.slice(1)}'`)
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${new URL(DATABASE_URL!).pathname.slice(1)}`)
  await admin.end()
  return { ...place, DATABASE_URL: String(url) }
}

async function sell(url: string, count: number): Promise<string[]> {
  const sent: string[] = []
  for (let sale = 0; sale < count; sale++) {
    const payment = await signPayment(await termsOf(url, path), account)
    const response = await callWith(url + path, payment)
    expect(response.status, await response.text()).toBe(200)
    sent.push(payment)
  }
  return sent
}

/** Presents payments again; gives the receipts of their answers. */
function receiptsOf(url: string, payments: readonly string[]): Promise<Receipt[]> {
  return Promise.all(
    payments.map(async (payment) => {
      const response = await callWith(url + path, payment)
      const link = /<([^>]+)>; rel="receipt"/.exec(response.headers.get('link') ?? '')?.[1]
      if (!link) throw new Error(`no receipt link on a ${response.status}: ${await response.text()}`)
      return (await (await fetch(url + new URL(link).pathname)).json()) as Receipt
    }),
  )
}

async function command(place: Place, ...args: string[]) {
  const child = spawn(process.execPath, ['src/main.ts', ...args], {
    env: { PATH: process.env['PATH'], ...place },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const texts = await Promise.all([child.stdout, child.stderr].map((stream) => stream.setEncoding('utf8').toArray()))
  const code = child.exitCode ?? (await new Promise<number | null>((resolve) => child.once('close', resolve)))
  return { code, out: texts[0]!.join(''), err: texts[1]!.join('') }
}

const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)
const agrees = 'Chains and ledger agree on 1 network: the difference is 0 base units (0 USDC).'

describe.each(['SQLite', 'PostgreSQL'])('an older copy of a ledger on %s', (engine) => {
  /** A ledger that sold, a copy of it, and what was sold after the copy. */
  async function olderCopy(): Promise<{
    readonly older: Place
    readonly before: string[]
    readonly lost: string[]
    readonly price: bigint
  }> {
    const place = await newPlace(engine)
    const first = await start(place)
    await pay(first.url, account, { path })
    const before = await sell(first.url, 3)
    await kill(first)
    const older = await copyOf(engine, place)
    const second = await start(place)
    const lost = await sell(second.url, 5)
    await kill(second)
    const price = BigInt((await termsOf((await start(place)).url, path)).accepts[0]!.amount)
    await kill(running.at(-1)!)
    return { older, before, lost, price }
  }

  test('is compared by farthing reconcile where no service runs, and takes in what it lacks', async () => {
    const { older, lost, price } = await olderCopy()
    const span = ['--from-block', String(firstBlock), '--network', network]
    const checked = await command(older, 'reconcile', ...span, '--check', '--json')
    const missing = price * BigInt(lost.length)
    const kind = { count: lost.length, amount: String(missing) }
    expect([checked.code, JSON.parse(checked.out)]).toMatchObject([
      1,
      { well: false, difference: String(missing), unread: [], networks: [{ network, kinds: { to_adopt: kind } }] },
    ])
    const text = await command(older, 'reconcile', ...span, '--check')
    expect([text.code, lastLine(text.out)]).toEqual([
      1,
      `Chains and ledger do not agree on 1 network: the difference is ${missing} base units (${Number(missing) / 1e6} USDC).`,
    ])
    const adopted = await command(older, 'reconcile', ...span, '--json')
    expect([adopted.code, JSON.parse(adopted.out)]).toMatchObject([
      0,
      { well: true, difference: '0', networks: [{ kinds: { adopted: kind }, received: { difference: '0' } }] },
    ])
    const again = await command(older, 'reconcile', ...span)
    expect([again.code, lastLine(again.out)]).toEqual([0, agrees])
    const unreachable = await command({ ...older, RPC_URL_BASE: 'http://127.0.0.1:1' }, 'reconcile', ...span)
    expect(unreachable.code).toBe(1)
    expect((await command(older, 'reconcile', '--from-block', '1')).code).toBe(2)
  })

  test('is noticed when a service starts on it: every payment is answered once, and the books agree with the chain', async () => {
    const { older, before, lost } = await olderCopy()
    const service = await start(older)
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
    const held = usdcOf(chain, payTo)
    const receipts = await receiptsOf(service.url, [...before, ...lost])
    expect(receipts.map(({ state }) => state)).toEqual(receipts.map(() => 'settled'))
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(receipts.length)
    expect(await usdcOf(chain, payTo)).toBe(await held)
    await sell(service.url, 1)
    const compared = await command(older, 'reconcile', '--from-block', String(firstBlock), '--network', network)
    expect([compared.code, lastLine(compared.out)]).toEqual([0, agrees])
    await service.stop()
  })
})

test('a copy of the file of a service that sells, without its log, is noticed too', async () => {
  const place = await newPlace('SQLite')
  const first = await start(place)
  await pay(first.url, account, { path })
  // A start checkpoints what the last one left in the log.
  await kill(first)
  const second = await start(place)
  const sent = await sell(second.url, 4)
  const copy = await newPlace('SQLite')
  await mkdir(copy.DATA_DIR)
  await copyFile(join(place.DATA_DIR, 'farthing.db'), join(copy.DATA_DIR, 'farthing.db'))
  await kill(second)
  const third = await start(copy)
  // Nothing in it tells where the payers called from, so its credits wait for a proof of theirs, and buy nothing twice.
  for (const payment of sent) {
    const response = await callWith(third.url + path, payment)
    expect([response.status, await response.json()]).toMatchObject([409, { code: 'credit_not_yours' }])
  }
  const compared = await command(copy, 'reconcile', '--from-block', String(firstBlock), '--network', network)
  expect([compared.code, lastLine(compared.out)]).toEqual([0, agrees])
  await third.stop()
})
