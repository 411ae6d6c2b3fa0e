import type { Chainlink } from '../../goods/market/sources/chainlink.ts'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evm, Mppx } from 'mppx/client'
import { createWalletClient, defineChain, http, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSandbox, type Sandbox } from '../../sandbox/open-sandbox.ts'
import { placeFeed } from '../../sandbox/tests/place-prices.ts'
import { knownPlaces } from '../../src/chain/prices/known-places.ts'
import type { Service } from '../../src/service/start-service.ts'
import { systemTimers } from '../../src/ops/system.ts'
import { silentLog } from '../../src/shared/log.ts'
import { buildMppCredential } from '../../src/payments/mpp/build-credential.ts'
import { parsePaymentChallenges } from '../../src/payments/mpp/parse-www-authenticate.ts'
import { databaseFor } from '../test-database.ts'
import { pay, receiptOf, usdcOf } from '../signed-payments.ts'
import { closeService, startInProcess } from '../service-in-process.ts'
import { sharedSandbox } from '../shared-sandbox.ts'

const usdcOnBase = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const payTo = '0x00000000000000000000000000000000000a11ce'

let root: string
let sandbox: Sandbox
let service: Service
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farthing-live-'))
  // Its chains replace the real ones. The service does not know about a sandbox.
  sandbox = await sharedSandbox()
  const rpcUrl = (slug: string) => sandbox.world.networks.find((one) => one.slug === slug)!.rpcUrl
  await placeBitcoinFeed(rpcUrl('base'))
  service = await startInProcess({
    env: {
      MODE: 'live',
      DATA_DIR: join(root, 'data'),
      ...(await databaseFor(join(root, 'data'))),
      PUBLIC_URL: 'https://api.example.com',
      PAY_TO: payTo.toLowerCase(),
      SIGNER_KEY: sandbox.signerKeys[0]!,
      RPC_URL_BASE: rpcUrl('base'),
      RPC_URL_SKALE: `http://127.0.0.1:1,${rpcUrl('skale')}`,
      // This node is on another chain, so the network is left out.
      RPC_URL_POLYGON: rpcUrl('optimism'),
      // What gas coins cost: these chains have no price feeds.
      GAS_COIN_CEILINGS: 'ETH=0.01,POL=0.01,CREDIT=0.01',
      // These sources would be fetched from the internet at the start; without one of them no sanctions list is.
      SOURCES_DISABLED: 'cisa-kev,cisa-kev-github,ofac',
      INDEX_POOLS: 'none',
    },
    sandbox: null,
  })
})
afterAll(async () => {
  if (service) await closeService(service)
  await sandbox?.close()
  await rm(root, { recursive: true, force: true })
})

describe('live', () => {
  test('offers the configured networks whose nodes are on the right chain', () => {
    expect([...service.parts.chains.keys()]).toEqual(['eip155:8453', 'eip155:1187947933'])
  })

  test('has no sandbox, does not mention one, and names its public address', async () => {
    expect((await fetch(`${service.url}/sandbox`)).status).toBe(404)
    expect((await fetch(`${service.url}/sandbox/faucet`, { method: 'POST' })).status).toBe(404)
    const response = await fetch(service.url + usdcOnBase)
    expect(response.status).toBe(402)
    const body = (await response.json()) as Record<string, any>
    expect(body).not.toHaveProperty('sandbox')
    expect(body['resource'].url).toBe(`https://api.example.com${usdcOnBase}`)
    expect(body['accepts'].map((one: { network: string }) => one.network)).toEqual(['eip155:8453', 'eip155:1187947933'])
  })

  test('accepts a payment from any wallet and settles it', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    await sandbox.world.fund(account.address, '1')
    const chain = service.parts.chains.get('eip155:8453')!
    const before = await usdcOf(chain, payTo)
    const response = await pay(service.url, account, { path: usdcOnBase })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ meta: { simulated: false } })
    expect((await usdcOf(chain, payTo)) - before).toBe(150_000n)
    const receipt = /https:\/\/api\.example\.com(\/v1\/receipts\/[0-9a-f]{32})/.exec(response.headers.get('link')!)![1]!
    expect(await (await fetch(service.url + receipt)).json()).toMatchObject({ state: 'settled' })
    await expect(receiptOf(new Response(null))).rejects.toThrow('no receipt link')
  })

  test('does not sell candles of exchanges that need a contract, without an index of pools: a 503, and not in the catalog', async () => {
    const candles = await fetch(`${service.url}/v1/market/ohlcv/BTC?interval=1h`)
    expect(candles.status).toBe(503)
    const problem = (await candles.json()) as Record<string, unknown>
    expect(problem).toMatchObject({ code: 'offer_unavailable', retryable: false })
    expect(problem['fix']).toMatch(/^Nothing was charged\. Use another offer .* operator of this one can switch it on: INDEX_POOLS\.$/)
    expect(candles.headers.get('retry-after')).toBeNull()
    const discovery = (await (await fetch(`${service.url}/v1/agent/discovery`)).json()) as { endpoints: object }
    expect(Object.keys(discovery.endpoints)).not.toContain('market-ohlcv')
    expect(Object.keys(discovery.endpoints)).toContain('market-price')
    expect(Object.keys(discovery.endpoints)).toContain('token-analysis')
  })

  test('sells the price of a coin with nothing but a node, and takes nothing for one that it does not know', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    await sandbox.world.fund(account.address, '1')
    const before = await usdcOf(service.parts.chains.get('eip155:8453')!, account.address)
    const unknown = await pay(service.url, account, { path: '/v1/market/price/no-such-coin' })
    expect([unknown.status, ((await unknown.json()) as { code: string }).code]).toEqual([404, 'unknown_symbol'])
    // Its feed is in the tables, and not on this chain.
    const leftOut = await pay(service.url, account, { path: '/v1/market/price/SOL' })
    expect([leftOut.status, ((await leftOut.json()) as { code: string }).code]).toEqual([503, 'upstream_unavailable'])
    expect(await usdcOf(service.parts.chains.get('eip155:8453')!, account.address)).toBe(before)
    // So that the call does not wait for a node on a busy machine.
    await (service.parts.sources.byId.get('chainlink') as Chainlink | undefined)?.price.get('BTC')
    const response = await pay(service.url, account, { path: '/v1/market/price/BTC' })
    expect(response.status).toBe(200)
    const { data, meta } = (await response.json()) as Record<string, any>
    expect(data).toMatchObject({ symbol: 'BTC', price: 86_000, originCount: 1, spreadBps: null, marketCap: null })
    expect(meta.sources).toMatchObject([{ id: 'chainlink', url: expect.stringMatching(/^caip10:eip155:8453:0x/) }])
    expect(meta.simulated).toBe(false)
  })

  test('reports at /status the state of each part and why sources are off, and nothing about nodes and keys', async () => {
    const response = await fetch(`${service.url}/status`)
    const text = await response.text()
    const { ledger, networks, sources } = JSON.parse(text) as Record<string, any>
    expect(ledger).toBe('ok')
    expect(networks.map(({ network, state }: any) => [network, state])).toEqual([
      ['eip155:8453', 'ok'],
      ['eip155:1187947933', 'ok'],
    ])
    const one = (id: string) => sources.find((source: any) => source.id === id)
    expect(one('coingecko')).toMatchObject({ state: 'off', off: 'no_contract', lastSuccess: null })
    expect(one('chainlink')).toMatchObject({ off: null })
    expect(one('ecb')).toMatchObject({ off: null, breaker: 'closed' })
    for (const secret of [...sandbox.world.networks.map(({ rpcUrl }) => rpcUrl), '127.0.0.1', sandbox.signerKeys[0]!.slice(2)]) {
      expect(text).not.toContain(secret)
    }
    expect((await fetch(`${service.url}/status`, { method: 'HEAD' })).status).toBe(200)
  })

  test('sells datasets by what it can read, and takes nothing for a stablecoin whose price it cannot read', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    await sandbox.world.fund(account.address, '1')
    const response = await pay(service.url, account, { path: '/v1/data/stablecoins/USDC' })
    const { data } = (await response.json()) as Record<string, any>
    expect([response.status, data.priceUsd, data.depegReason]).toEqual([200, null, 'no_price'])
    expect(await usdcOf(service.parts.chains.get('eip155:8453')!, account.address)).toBe(1_000_000n)
    const { datasets } = (await (await fetch(`${service.url}/v1/data`)).json()) as { datasets: { id: string; available: boolean }[] }
    const ofData = ['data-stablecoins', 'data-fx', 'data-energy', 'data-macro', 'data-security', 'data-security-batch']
    const ofCompanies = ['company-search', 'company-profile', 'company-signals', 'company-verify']
    expect(datasets.map(({ id }) => id)).toEqual([...ofData, ...ofCompanies, 'data-tenders'])
    expect(datasets.every(({ available }) => available)).toBe(true)
  })
})

describe('live without a key to settle with', () => {
  test('offers no x402, asks for transfers by evmhash, and accepts one that its payer signed for', async () => {
    const base = sandbox.world.networks.find((one) => one.slug === 'base')!
    const keyless = await startInProcess({
      env: {
        MODE: 'live',
        DATA_DIR: join(root, 'keyless'),
        ...(await databaseFor(join(root, 'keyless'))),
        PUBLIC_URL: 'http://127.0.0.1',
        PAY_TO: payTo.toLowerCase(),
        RPC_URL_BASE: base.rpcUrl,
        SOURCES_DISABLED: 'cisa-kev,cisa-kev-github,ofac',
      },
      sandbox: null,
    })
    try {
      const asked = await fetch(keyless.url + usdcOnBase)
      expect(asked.status).toBe(402)
      expect(asked.headers.has('payment-required')).toBe(false)
      expect(asked.headers.get('www-authenticate')).toContain('method="evmhash"')
      const [challenge] = parsePaymentChallenges(asked.headers.get('www-authenticate')!)
      const account = privateKeyToAccount(generatePrivateKey())
      await sandbox.world.fund(account.address, '1')
      const chain = defineChain({
        id: 8453,
        name: 'test',
        nativeCurrency: { name: 'ETH', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [base.rpcUrl] } },
      })
      const wallet = createWalletClient({ account, chain, transport: http() })
      const abi = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])
      const hash = await wallet.writeContract({ address: base.usdc, abi, functionName: 'transfer', args: [payTo, 150_000n] })
      const present = async (signature: `0x${string}` | null) => {
        const authorization = buildMppCredential(challenge!, { type: 'hash', hash, from: account.address, signature }, 8453)
        const call = () => fetch(keyless.url + usdcOnBase, { headers: { Authorization: authorization } })
        let response = await call()
        // Until the transaction is in a block.
        while (response.status === 503) {
          await systemTimers.sleep(100)
          response = await call()
        }
        return response
      }
      const bare = await present(null)
      expect(bare.status).toBe(402)
      expect(await bare.json()).toMatchObject({ code: 'proof_required', mpp: { bareHash: 'refused' } })
      const response = await present(await account.signMessage({ message: `${challenge!.id}:${hash}` }))
      expect(response.status).toBe(200)
      expect(response.headers.has('payment-receipt')).toBe(true)
    } finally {
      await closeService(keyless)
    }
  })
})

describe('a rotated challenge secret', () => {
  test('breaks no payment in flight', async () => {
    const [old, young] = ['o'.repeat(40), 'y'.repeat(40)]
    const dataDir = join(root, 'rotating')
    const database = await databaseFor(dataDir)
    const run = (secret: string) => startInProcess({ env: { DATA_DIR: dataDir, ...database, MPP_SECRET: secret }, sandbox })
    const first = await run(old)
    const asked = await fetch(first.url + usdcOnBase)
    await closeService(first)
    const account = privateKeyToAccount(generatePrivateKey())
    await sandbox.world.fund(account.address, '1')
    const stock = Mppx.create({ methods: [evm.charge({ account, currencies: [evm.assets.base.USDC] })], polyfill: false })
    const credential = await stock.createCredential(asked)
    const second = await run(`${young},${old}`)
    expect((await fetch(second.url + usdcOnBase, { headers: { Authorization: credential } })).status).toBe(200)
    await closeService(second)
    const third = await run(young)
    const again = await fetch(third.url + usdcOnBase, { headers: { Authorization: credential } })
    expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true'])
    await closeService(third)
  })
})

describe('a sandbox', () => {
  test('is not joined if one of its chains is not a local test node', async () => {
    const server = createServer((request, response) => {
      response.setHeader('Content-Type', 'application/json')
      request.on('data', (chunk: Buffer) => {
        const { id } = JSON.parse(chunk.toString()) as { id: number }
        response.end(JSON.stringify({ jsonrpc: '2.0', id, result: 'Geth/v1.16.0' }))
      })
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const world = JSON.parse(await readFile(sandbox.file, 'utf8')) as { networks: { rpcUrl: string }[] }
    const forged = join(root, 'world.json')
    const joinVia = async (rpcUrl: string) => {
      await writeFile(forged, JSON.stringify({ ...world, networks: [{ ...world.networks[0], rpcUrl }] }))
      return openSandbox({ directory: root, world: forged, blockMs: 100, log: silentLog })
    }
    await expect(joinVia(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).rejects.toThrow('not a chain of a sandbox')
    await expect(joinVia('https://mainnet.example.com')).rejects.toThrow('not a chain of a sandbox')
    server.close()
  })
})

/** Bitcoin at 86,000 dollars, where Base has its feed. */
async function placeBitcoinFeed(rpcUrl: string): Promise<void> {
  const place = knownPlaces.feeds.find(({ network, ticker }) => network === 'base' && ticker === 'BTC')!
  const feed = await placeFeed(rpcUrl, { description: 'BTC / USD', at: place.address })
  await feed.record([{ answer: 86_000n * 10n ** 8n, at: Math.floor(Date.now() / 1000) - 10 }])
}
