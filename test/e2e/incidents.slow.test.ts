import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodeRpc, type NodeRpc } from '../../sandbox/chains/node-rpc.ts'
import { openSandbox, type Sandbox } from '../../sandbox/open-sandbox.ts'
import { placeFeed } from '../../sandbox/tests/place-prices.ts'
import { networks } from '../../src/chain/networks.ts'
import { createLogger } from '../../src/ops/logger.ts'
import type { Service } from '../../src/service/start-service.ts'
import { localWeb3Signer, type LocalKeyService } from '../../src/settler/remote-signers/key-services.fixture.ts'
import { startPostgres, type PostgresServer } from '../../src/store/postgres/start-postgres.fixture.ts'
import { connectBase } from '../base-chain.ts'
import { openSmallDisk, type SmallDisk } from '../faults/small-disk.ts'
import { createForwarder, type Forwarder } from '../forwarder.ts'
import { closeService, startInProcess, testLog } from '../service-in-process.ts'
import { startProcess, type ServiceProcess } from '../service-process.ts'
import { priceOfBitcoin, termsOf, usdcOf, type Account } from '../signed-payments.ts'
import { createBuyers, type Buyers } from './incident-buyers.ts'
import { openIncidentBook } from './incident-book.ts'

const base = 'eip155:8453'
const price = 7_500n
const itself = 'by itself'
/** Payments of the callers are signed for five minutes, so nothing can be sold by a clock that is further ahead. */
const clockAheadMs = 400_000

let root: string
let sandbox: Sandbox
let node: NodeRpc
const book = openIncidentBook()

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farthing-incidents-'))
  sandbox = await openSandbox({ directory: join(root, 'sandbox'), world: null, log: testLog(), blockMs: 500 })
  node = nodeRpc(sandbox.world.networks.find(({ id }) => id === base)!.rpcUrl)
})
afterAll(async () => {
  await sandbox?.close()
  await rm(root, { recursive: true, force: true })
  console.log(`\n${book.table()}\n`)
})

async function payingAccounts(count: number): Promise<Account[]> {
  const accounts = Array.from({ length: count }, () => privateKeyToAccount(generatePrivateKey()))
  for (const { address } of accounts) await sandbox.world.fund(address, '5')
  return accounts
}

const bodyOf = async (url: string, path: string) => {
  const response = await fetch(url + path, { headers: { Connection: 'close' } })
  return { status: response.status, body: (await response.json()) as Record<string, any> }
}

/** What the service says of itself: the status code and checks of `/readyz`, and `/status`. Asked until it holds, within seconds. */
const says = (url: string, expected: { ready: number; checks?: Record<string, string>; status: string }) => () =>
  expect
    .poll(
      async () => {
        const [ready, status] = await Promise.all([bodyOf(url, '/readyz'), bodyOf(url, '/status')])
        return { ready: ready.status, checks: ready.body['checks'], status: status.body['status'] }
      },
      { timeout: 60_000, interval: 200 },
    )
    .toMatchObject(expected)

describe('a live service with its ledger on a small disk and its key in a remote signer', () => {
  const payTo = '0x00000000000000000000000000000000000a11cf'
  const signerKey = generatePrivateKey()
  const signer = privateKeyToAccount(signerKey).address
  let service: Service
  let rpc: Forwarder
  let keys: LocalKeyService
  let disk: SmallDisk
  let buyers: Buyers
  let aheadMs = 0

  beforeAll(async () => {
    disk = openSmallDisk(join(root, 'small'))
    rpc = await createForwarder(sandbox.endpoints.find(({ network }) => network === base)!.urls[0]!)
    await rpc.open()
    keys = await localWeb3Signer(signerKey)
    await setGasMoney('0x8ac7230489e80000')
    await placeCheapEther()
    service = await startInProcess({
      env: {
        MODE: 'live',
        DATA_DIR: disk.directory,
        PUBLIC_URL: 'https://api.example.com',
        PAY_TO: payTo,
        REMOTE_SIGNERS: `web3signer:${keys.url}@${signer}`,
        REMOTE_SIGNER_MS: '2000',
        RPC_URL_BASE: rpc.url,
        NODE_ANSWER_MS: '700',
        SOURCES_ACCEPTED: 'coingecko',
        INDEX_POOLS: 'none',
        INDEX_AGENTS: 'none',
        INDEX_TRANSFERS: 'none',
        FREE_CALLS_PER_CLIENT_PER_DAY: '0',
      },
      sandbox: null,
      sourceUrls: sandbox.upstreams,
      clock: { now: () => Date.now() + aheadMs },
      log: createLogger({ level: 'info', write: book.hear }).log,
    })
  })
  afterAll(async () => {
    disk?.free(process.pid)
    try {
      if (service) await closeService(service)
      await Promise.all([rpc?.close(), keys?.close()])
    } finally {
      // A mount that stays would keep the directory of all tests from being removed.
      disk?.close()
    }
  })

  const setGasMoney = (wei: string) => node.call('anvil_setBalance', signer, wei)
  /** The fees of a local chain are high, so its coin must be cheap for a payment to be worth its settlement. */
  async function placeCheapEther(): Promise<void> {
    const { rpcUrl } = sandbox.world.networks.find(({ id }) => id === base)!
    const { coinFeed } = networks.find(({ id }) => id === base)!
    const feed = await placeFeed(rpcUrl, { description: 'ETH / USD', decimals: 8, at: coinFeed! })
    await feed.record([{ answer: 1_000_000n, at: Math.floor(Date.now() / 1000) - 600 }])
  }
  const sells = async () => (await buyers.buyOnce()) === 200
  /** Each payment that was answered was charged once, and no other was. */
  async function expectBooksRight(): Promise<void> {
    await buyers.end()
    const owed = BigInt(buyers.answered()) * price
    await expect.poll(() => usdcOf(service.parts.chains.get(base)!, payTo), { timeout: 60_000 }).toBe(owed)
    const open = new Set(['claimed', 'ordered', 'served', 'settling', 'running', 'refused', 'reversed'])
    await expect
      .poll(async () => (await service.parts.ledger.totals()).filter(({ state }) => open.has(state)), { timeout: 60_000 })
      .toEqual([])
  }
  const checks = (more: Record<string, string>) => expect.objectContaining(more) as Record<string, string>

  test('it sells', async () => {
    await says(service.url, { ready: 200, status: 'ok' })()
    const noTerms = () => termsOf(service.url, priceOfBitcoin).then(() => null, String)
    await expect.poll(noTerms, { timeout: 60_000 }).toBeNull()
    buyers = createBuyers(service.url, priceOfBitcoin, await termsOf(service.url, priceOfBitcoin), await payingAccounts(4))
    await expect.poll(() => buyers.buyOnce(), { timeout: 60_000 }).toBe(200)
  })

  test('the signer runs dry', async () => {
    buyers.begin()
    await book.happens({
      name: 'the signer runs dry',
      alarm: 'no_gas_money',
      recovery: itself,
      over: 'settlements go on',
      breakIt: async () => void (await setGasMoney('0x0')),
      whileItLasts: says(service.url, { ready: 503, checks: checks({ sales: 'failed' }), status: 'down' }),
      mend: async () => void (await setGasMoney('0x8ac7230489e80000')),
      sells,
    })
    await expectBooksRight()
  })

  test('the RPC dies', async () => {
    buyers.begin()
    await book.happens({
      name: 'the RPC dies',
      alarm: 'unreachable',
      recovery: itself,
      over: /network answers again/,
      breakIt: () => rpc.close(),
      whileItLasts: says(service.url, { ready: 503, checks: checks({ networks: 'failed' }), status: 'down' }),
      mend: () => rpc.open(),
      sells,
    })
    await expectBooksRight()
  })

  test('the disk fills', async () => {
    buyers.begin()
    await book.happens({
      name: 'the disk fills',
      alarm: 'disk_full',
      recovery: itself,
      over: 'the database takes writes again',
      breakIt: () => disk.fill(process.pid, 0),
      whileItLasts: says(service.url, { ready: 503, checks: checks({ ledger: 'failed', disk: 'failed' }), status: 'down' }),
      mend: () => disk.free(process.pid),
      sells,
    })
    await expectBooksRight()
  })

  test('the clock jumps', async () => {
    buyers.begin()
    await book.happens({
      name: 'the clock jumps ahead',
      alarm: 'clock',
      recovery: itself,
      over: 'the clock of this machine is right again',
      breakIt: () => void (aheadMs = clockAheadMs),
      whileItLasts: says(service.url, { ready: 503, checks: checks({ clock: 'failed', time: 'failed' }), status: 'down' }),
      mend: () => void (aheadMs = 0),
      sells,
    })
    await expectBooksRight()
    buyers.begin()
    await book.happens({
      name: 'the clock jumps back',
      alarm: 'clock',
      recovery: itself,
      over: 'the clock of this machine is right again',
      breakIt: () => void (aheadMs = -clockAheadMs),
      whileItLasts: says(service.url, { ready: 200, checks: checks({ clock: 'failed' }), status: 'degraded' }),
      mend: () => void (aheadMs = 0),
      sells,
    })
    await expectBooksRight()
  })

  test("a source's quota ends", async () => {
    buyers.begin()
    const limited = 'coingecko'
    await book.happens({
      name: "a source's quota ends",
      alarm: 'source_quota',
      recovery: itself,
      over: /the source is asked again/,
      breakIt: () => sandbox.world.switches.set(limited, 'rate-limited'),
      whileItLasts: async () => {
        const { body } = await bodyOf(service.url, '/status')
        expect(body['sources'].find(({ id }: { id: string }) => id === limited)).toMatchObject({ quota: { usedUp: true } })
        await says(service.url, { ready: 200, status: 'degraded' })()
      },
      mend: () => sandbox.world.switches.set(limited, 'ok'),
      sells,
    })
    await expectBooksRight()
  })
  test('the remote signer hangs', async () => {
    buyers.begin()
    await book.happens({
      name: 'the remote signer hangs',
      alarm: 'signer',
      recovery: itself,
      over: 'settlements go on',
      breakIt: () => void (keys.conduct = 'hangs'),
      whileItLasts: says(service.url, { ready: 503, checks: checks({ sales: 'failed' }), status: 'down' }),
      mend: () => void (keys.conduct = 'signs'),
      sells,
    })
    await expectBooksRight()
  })
})

describe('a service of two workers with their ledger on PostgreSQL', () => {
  const secret = 'the-same-for-all-of-the-instances'
  const broken = 'br0ken-s3cret'
  let server: PostgresServer
  let service: ServiceProcess
  let secretFile: string
  let buyers: Buyers
  let chain: Parameters<typeof usdcOf>[0]

  beforeAll(async () => {
    server = await startPostgres()
    secretFile = join(root, 'secret')
    await writeFile(secretFile, secret, { mode: 0o600 })
    service = await startProcess(
      {
        WORKERS: '2',
        DATA_DIR: join(root, 'workers'),
        DATABASE_URL: await server.createDatabase(),
        SANDBOX_WORLD: sandbox.file,
        MPP_SECRET_FILE: secretFile,
        RATE_LIMIT_BURST: '100000',
        FREE_CALLS_PER_CLIENT_PER_DAY: '0',
        LOG_LEVEL: 'info',
      },
      process.cwd(),
      undefined,
      undefined,
      book.hear,
    )
    chain = await connectBase(sandbox)
    buyers = createBuyers(service.url, priceOfBitcoin, await termsOf(service.url, priceOfBitcoin), await payingAccounts(4))
    before = await usdcOf(chain, sandbox.payTo)
  })
  let before: bigint
  afterAll(async () => {
    await service?.stop()
    await server?.[Symbol.asyncDispose]()
  })

  const sells = async () => (await buyers.buyOnce()) === 200
  async function expectBooksRight(): Promise<void> {
    await buyers.end()
    const owed = BigInt(buyers.answered()) * price
    await expect.poll(async () => (await usdcOf(chain, sandbox.payTo)) - before, { timeout: 60_000 }).toBe(owed)
  }

  test('the database dies', async () => {
    expect(await sells()).toBe(true)
    buyers.begin()
    await book.happens({
      name: 'the database dies',
      alarm: 'ledger',
      recovery: itself,
      over: 'the database takes writes again',
      breakIt: () => server.kill(),
      whileItLasts: says(service.url, { ready: 503, status: 'down' }),
      mend: () => server.start(),
      sells,
    })
    await expectBooksRight()
  })

  test('a secret is broken at SIGHUP', async () => {
    buyers.begin()
    const failed = async () => /^farthing_renewal_failed (\d)$/m.exec(await (await fetch(`${service.url}/metrics`)).text())?.[1]
    await book.happens({
      name: 'a secret is broken at SIGHUP',
      alarm: 'renewal_fails',
      recovery: 'SIGHUP',
      over: 'all workers are renewed: new ones start again',
      breakIt: async () => {
        await writeFile(secretFile, broken)
        service.child.kill('SIGHUP')
      },
      whileItLasts: async () => {
        // The old workers go on selling.
        await says(service.url, { ready: 200, status: 'ok' })()
        expect(await failed()).toBe('1')
        expect(await sells()).toBe(true)
      },
      mend: async () => {
        await writeFile(secretFile, secret)
        service.child.kill('SIGHUP')
      },
      sells: async () => (await failed()) === '0' && (await sells()),
    })
    await expectBooksRight()
    expect(book.text()).not.toContain(broken)
  })
})
