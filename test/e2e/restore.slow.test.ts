import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Sandbox } from '../../sandbox/open-sandbox.ts'
import { backupCommand } from '../../src/commands/backup.ts'
import { ledgerCommand } from '../../src/commands/ledger.ts'
import { reconcileCommand } from '../../src/commands/reconcile.ts'
import { refundCommand } from '../../src/commands/refund.ts'
import { restoreCommand } from '../../src/commands/restore.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { startPostgres, type PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'
import { connectBase } from '../base-chain.ts'
import { startProcess, type ServiceProcess } from '../service-process.ts'
import { callWith, pay, priceOfBitcoin, receiptOf, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'
import { sharedSandbox } from '../shared-sandbox.ts'

let root: string
let server: PostgresServer
let sandbox: Sandbox
let chain: Chain
const running: ServiceProcess[] = []
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farthing-restore-'))
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

const price = 7_500n
const patiently = { timeout: 30_000, interval: 100 }
type Environment = Readonly<Record<string, string>> & { readonly DATA_DIR: string }

let places = 0
/** The settings of an empty place for a ledger. */
async function newPlace(engine: string, more: Readonly<Record<string, string>> = {}): Promise<Environment> {
  const MPP_SECRET = 'the-same-for-all-of-the-instances'
  return {
    DATA_DIR: join(root, `place-${++places}`),
    MPP_SECRET,
    DATABASE_URL: engine === 'PostgreSQL' ? await server.createDatabase() : '',
    ...more,
  }
}

async function start(env: Environment): Promise<ServiceProcess> {
  const service = await startProcess({ ...env, SANDBOX_WORLD: sandbox.file })
  running.push(service)
  return service
}

/** Wallets that have used their first call free. */
async function wallets(url: string, count: number): Promise<Account[]> {
  const accounts = Array.from({ length: count }, () => privateKeyToAccount(generatePrivateKey()))
  for (const account of accounts) await sandbox.world.fund(account.address, '1')
  await Promise.all(accounts.map((account) => pay(url, account, { path: priceOfBitcoin })))
  return accounts
}

async function command(run: (args: readonly string[], io: never) => Promise<number>, args: readonly string[], env: Environment) {
  const [out, err]: string[][] = [[], []]
  const io = { out: (text: string) => out!.push(text), err: (text: string) => err!.push(text), env }
  const code = await run(args, io as never)
  return { code, out: out!.join(''), err: err!.join('') }
}

/** Sells one payment after the other for each wallet until it is told to stop. Gives every payment that was sent, whatever became of it. */
function load(url: string, accounts: readonly Account[]) {
  const sent: string[] = []
  let answered = 0
  let stopped = false
  const ended = Promise.all(
    accounts.map(async (account) => {
      const terms = await termsOf(url, priceOfBitcoin)
      while (!stopped) {
        const payment = await signPayment(terms, account)
        sent.push(payment)
        const response = await callWith(url + priceOfBitcoin, payment).catch(() => null)
        if (response === null) return
        if (response.ok) answered++
        await response.arrayBuffer().catch(() => {})
      }
    }),
  )
  return {
    sent,
    answered: () => answered,
    stop: async () => {
      stopped = true
      await ended
    },
    async until(count: number) {
      while (answered < count) await new Promise((resolve) => setTimeout(resolve, 20))
    },
  }
}

/** Compares until nothing is under way any more; then all must agree. */
async function agreement(args: readonly string[], env: Environment): Promise<void> {
  for (;;) {
    const { code, out, err } = await command(reconcileCommand, args, env)
    const compared = JSON.parse(out) as { readonly networks: readonly { readonly kinds: { readonly pending?: unknown } }[] }
    if (compared.networks[0]?.kinds.pending) continue
    expect(code, err).toBe(0)
    expect(compared).toMatchObject({
      well: true,
      difference: '0',
      networks: [{ kinds: expect.not.objectContaining({ not_on_chain: {} }) }],
    })
    return
  }
}

/** A caller who is told to come again does so: what was under way is settled before anything is sold. */
async function callPatiently(address: string, payment: string): Promise<Response> {
  for (;;) {
    const response = await callWith(address, payment)
    if (response.status !== 503) return response
    await response.arrayBuffer()
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

describe.each<[string, string, string, Readonly<Record<string, string>>]>([
  ['SQLite', 'SQLite', 'after its settlement', {}],
  ['PostgreSQL', 'PostgreSQL', 'after its settlement', {}],
  ['SQLite', 'PostgreSQL', 'worked for after its settlement', { SETTLE_FIRST: 'market-price' }],
  ['PostgreSQL', 'SQLite', 'before its settlement', { ANSWER_AFTER: 'verified', EARLY_BATCH_MS: '300' }],
])('a ledger on %s that is backed up in mid-load, killed, and restored on %s, where a call is answered %s', (from, to, _, timing) => {
  test('equals the chain to the unit, and every payer gets what it paid for', async () => {
    const before = await usdcOf(chain, sandbox.payTo)
    const firstBlock = (await chain.head()).number
    const place = await newPlace(from, timing)
    const first = await start(place)
    const accounts = await wallets(first.url, 8)
    const sales = load(first.url, accounts)
    await sales.until(20)
    const backups = join(root, `backups-${places}`)
    const backup = await command(backupCommand, ['--to', backups], place)
    expect(backup.code, backup.err).toBe(0)
    const atBackup = sales.answered()
    await sales.until(atBackup + 40)
    first.child.kill('SIGKILL')
    await first.ended
    await sales.stop()

    const next = await newPlace(to, timing)
    const restored = await command(restoreCommand, [backups], next)
    expect(restored.code, restored.err).toBe(0)
    const second = await start(next)
    await agreement(['--from-block', String(firstBlock), '--network', 'eip155:8453', '--json'], next)

    // Every payment that was ever sent is answered now: by its old answer, by its credit, or by a new sale.
    const paidBefore = (await usdcOf(chain, sandbox.payTo)) - before
    const answers = await Promise.all(sales.sent.map((payment) => callPatiently(second.url + priceOfBitcoin, payment)))
    const refused = await Promise.all(answers.filter(({ ok }) => !ok).map((answer) => answer.text()))
    expect(refused).toEqual([])
    const receipts = await vi.waitFor(async () => {
      const read = await Promise.all(answers.map(receiptOf))
      expect(read.filter(({ state }) => state !== 'settled')).toEqual([])
      return read
    }, patiently)
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(sales.sent.length)
    expect((await usdcOf(chain, sandbox.payTo)) - before).toBe(BigInt(sales.sent.length) * price)
    const held = await Promise.all(accounts.map(({ address }) => usdcOf(chain, address)))
    expect(held.reduce((sum, units) => sum + units, 0n)).toBe(BigInt(accounts.length) * 1_000_000n - BigInt(sales.sent.length) * price)
    // An early answer may not have been settled yet when its ledger was lost.
    if (timing['ANSWER_AFTER'] === undefined) expect(paidBefore).toBeGreaterThan(BigInt(atBackup) * price)

    const again = await command(reconcileCommand, ['--from-block', String(firstBlock), '--network', 'eip155:8453'], next)
    expect(again.out.trimEnd().split('\n').at(-1)).toBe('Chains and ledger agree on 1 network: the difference is 0 base units (0 USDC).')
    expect(again.code).toBe(0)
    console.info({ from, to, sent: sales.sent.length, atBackup, atKill: sales.answered(), onChainAtKill: paidBefore / price })
    await second.stop()
  })
})

describe.each(['SQLite', 'PostgreSQL'])('on %s', (engine) => {
  test('a payment that was given back after the backup is closed by the comparison, and buys nothing', async () => {
    const refundKey = generatePrivateKey()
    await sandbox.world.fund(privateKeyToAccount(refundKey).address, '1')
    const refunding = { REFUND_KEY: refundKey }
    const place = await newPlace(engine, refunding)
    const first = await start(place)
    const [account] = await wallets(first.url, 1)
    const firstBlock = (await chain.head()).number
    const backups = join(root, `backups-${places}`)
    await pay(first.url, account!, { path: priceOfBitcoin })
    expect((await command(backupCommand, ['--to', backups], place)).code).toBe(0)
    const payments: string[] = []
    for (let sale = 0; sale < 2; sale++) {
      payments.push(await signPayment(await termsOf(first.url, priceOfBitcoin), account!))
      expect((await callWith(first.url + priceOfBitcoin, payments[sale]!)).status).toBe(200)
    }
    first.child.kill('SIGKILL')
    await first.ended

    // Restored, and one of the two is given back. Then that ledger is lost too, and the same backup is restored once more.
    const restoreTo = async () => {
      const next = await newPlace(engine, refunding)
      const restored = await command(restoreCommand, [backups], next)
      expect(restored.code, restored.err).toBe(0)
      return next
    }
    const second = await restoreTo()
    const service = await start(second)
    const held = await usdcOf(chain, account!.address)
    const listed = await command(ledgerCommand, ['list', '--state', 'credit', '--payer', account!.address, '--json'], second)
    const receipts = [...new Set(listed.out.match(/\b[0-9a-f]{32}\b/g))]
    expect(receipts).toHaveLength(2)
    await chain.rpc.call('anvil_mine', ['0x80', '0x0'])
    await vi.waitFor(async () => {
      const given = await command(refundCommand, [receipts[0]!, '--json'], second)
      expect(given.code, given.out).toBe(0)
    }, patiently)
    await vi.waitFor(async () => expect(await usdcOf(chain, account!.address)).toBe(held + price), patiently)
    service.child.kill('SIGKILL')
    await service.ended

    const third = await restoreTo()
    const last = await start(third)
    const span = ['--from-block', String(firstBlock), '--network', 'eip155:8453']
    await agreement([...span, '--json'], third)
    const answers = await Promise.all(payments.map((payment) => callPatiently(last.url + priceOfBitcoin, payment)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await usdcOf(chain, account!.address)).toBe(held + price)
    const again = await command(reconcileCommand, span, third)
    expect([again.code, again.out]).toEqual([0, expect.stringContaining('the difference is 0 base units')])
    await last.stop()
  })
})

test('a plain copy of the database lacks what is in its log, and a comparison with the chain says so', async () => {
  const place = await newPlace('SQLite')
  const first = await start(place)
  const accounts = await wallets(first.url, 4)
  const firstBlock = (await chain.head()).number
  const sales = load(first.url, accounts)
  await sales.until(20)
  const copy = await newPlace('SQLite')
  await mkdir(copy.DATA_DIR)
  await copyFile(join(place.DATA_DIR, 'farthing.db'), join(copy.DATA_DIR, 'farthing.db'))
  first.child.kill('SIGKILL')
  await first.ended
  await sales.stop()
  const wrong = await start(copy)
  const options = ['--from-block', String(firstBlock), '--network', 'eip155:8453']
  const seen = await command(reconcileCommand, [...options, '--check'], copy)
  expect(seen.code).toBe(1)
  expect(seen.out).toMatch(/\d+ of [\d.]+ USDC are not in the ledger: run this without --check/)
  const mended = await command(reconcileCommand, options, copy)
  expect(mended).toMatchObject({ code: 0, out: expect.stringContaining('the difference is 0 base units') })
  await wrong.stop()
})
