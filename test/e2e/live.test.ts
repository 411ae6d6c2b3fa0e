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
import { startService, type Service } from '../../src/commands/serve.ts'
import { loadConfig } from '../../src/config.ts'
import { createMetrics } from '../../src/ops/metrics.ts'
import { systemClock, systemRandom, systemTimers } from '../../src/ops/system.ts'
import { noCheckpoint } from '../../src/shared/checkpoint.ts'
import { silentLog } from '../../src/shared/log.ts'
import { buildMppCredential } from '../../src/payments/mpp/build-credential.ts'
import { parsePaymentChallenges } from '../../src/payments/mpp/parse-www-authenticate.ts'
import { startProcess } from '../service-process.ts'
import { stageDatabase } from '../stage-database.ts'
import { pay, receiptOf, usdcOf } from '../stage.ts'

const usdcOnBase = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const payTo = '0x00000000000000000000000000000000000a11ce'

let root: string
let sandbox: Sandbox
let service: Service
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farthing-live-'))
  // Its chains stand in for the real ones; the service knows nothing of a sandbox.
  sandbox = await openSandbox({ directory: join(root, 'sandbox'), world: null, blockMs: 100, log: silentLog })
  const rpcUrl = (slug: string) => sandbox.world.networks.find((one) => one.slug === slug)!.rpcUrl
  service = await startService({
    config: loadConfig({
      MODE: 'live',
      PORT: '0',
      DATA_DIR: join(root, 'data'),
      ...(await stageDatabase(join(root, 'data'))),
      PUBLIC_URL: 'https://api.example.com',
      PAY_TO: payTo.toLowerCase(),
      SIGNER_KEY: sandbox.signerKeys[0]!,
      RPC_URL_BASE: rpcUrl('base'),
      RPC_URL_SKALE: `http://127.0.0.1:1,${rpcUrl('skale')}`,
      // A node of another chain: the network is left out.
      RPC_URL_POLYGON: rpcUrl('optimism'),
      // It would be fetched at the start, from outside.
      SOURCES_DISABLED: 'cisa-kev',
    }),
    system: { clock: systemClock, timers: systemTimers, random: systemRandom },
    log: silentLog,
    metrics: createMetrics(),
    sandbox: null,
    checkpoint: noCheckpoint,
  })
})
afterAll(async () => {
  for (const step of service?.closing ?? []) await step.run(5_000)
  await sandbox?.close()
  await rm(root, { recursive: true, force: true })
})

describe('live', () => {
  test('offers the networks that it was given and that are what they should be', () => {
    expect([...service.parts.chains.keys()]).toEqual(['eip155:8453', 'eip155:1187947933'])
  })

  test('has no sandbox, says nothing of one, and names its public address', async () => {
    expect((await fetch(`${service.url}/sandbox`)).status).toBe(404)
    expect((await fetch(`${service.url}/sandbox/faucet`, { method: 'POST' })).status).toBe(404)
    const response = await fetch(service.url + usdcOnBase)
    expect(response.status).toBe(402)
    const body = (await response.json()) as Record<string, any>
    expect(body).not.toHaveProperty('sandbox')
    expect(body['resource'].url).toBe(`https://api.example.com${usdcOnBase}`)
    expect(body['accepts'].map((one: { network: string }) => one.network)).toEqual(['eip155:8453', 'eip155:1187947933'])
  })

  test('takes a payment of any wallet and settles it', async () => {
    const account = privateKeyToAccount(generatePrivateKey())
    await sandbox.world.fund(account.address, '1')
    const response = await pay(service.url, account, { path: usdcOnBase })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ simulated: false })
    expect(await usdcOf(service.parts.chains.get('eip155:8453')!, payTo)).toBe(150_000n)
    const receipt = /https:\/\/api\.example\.com(\/v1\/receipts\/[0-9a-f]{32})/.exec(response.headers.get('link')!)![1]!
    expect(await (await fetch(service.url + receipt)).json()).toMatchObject({ state: 'settled' })
    await expect(receiptOf(new Response(null))).rejects.toThrow('no receipt link')
  })

  test('sells nothing whose sources may not be resold: an honest 503, and not in the catalogue', async () => {
    const price = await fetch(`${service.url}/v1/market/price/BTC`)
    expect(price.status).toBe(503)
    expect(await price.json()).toMatchObject({ code: 'offer_unavailable' })
    const discovery = (await (await fetch(`${service.url}/v1/agent/discovery`)).json()) as { endpoints: object }
    expect(Object.keys(discovery.endpoints)).not.toContain('market-price')
    expect(Object.keys(discovery.endpoints)).toContain('token-analysis')
  })

  test('tells at /status how everything stands, which sources are off and why, and nothing of nodes and keys', async () => {
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
    expect(one('ecb')).toMatchObject({ off: null, breaker: 'closed' })
    for (const secret of [...sandbox.world.networks.map(({ rpcUrl }) => rpcUrl), '127.0.0.1', sandbox.signerKeys[0]!.slice(2)]) {
      expect(text).not.toContain(secret)
    }
    expect((await fetch(`${service.url}/status`, { method: 'HEAD' })).status).toBe(200)
  })

  test('asks nobody to pay for a stablecoin while no source of prices is on, whatever the contracts say of its supply', async () => {
    const response = await fetch(`${service.url}/v1/data/stablecoins/USDC`)
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([503, 'offer_unavailable'])
    const { doors } = (await (await fetch(`${service.url}/v1/data`)).json()) as { doors: { id: string; available: boolean }[] }
    expect(doors.map(({ id }) => id)).toEqual(['data-fx', 'data-energy', 'data-macro', 'data-security'])
    expect(doors.every(({ available }) => available)).toBe(true)
  })
})

describe('live without a key to settle with', () => {
  test('offers no x402, asks for transfers by evmhash, and takes one', async () => {
    const base = sandbox.world.networks.find((one) => one.slug === 'base')!
    const keyless = await startService({
      config: loadConfig({
        MODE: 'live',
        PORT: '0',
        DATA_DIR: join(root, 'keyless'),
        ...(await stageDatabase(join(root, 'keyless'))),
        PUBLIC_URL: 'http://127.0.0.1',
        PAY_TO: payTo.toLowerCase(),
        RPC_URL_BASE: base.rpcUrl,
        SOURCES_DISABLED: 'cisa-kev',
      }),
      system: { clock: systemClock, timers: systemTimers, random: systemRandom },
      log: silentLog,
      metrics: createMetrics(),
      sandbox: null,
      checkpoint: noCheckpoint,
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
      const authorization = buildMppCredential(challenge!, { type: 'hash', hash, from: account.address, signature: null }, 8453)
      let response = await fetch(keyless.url + usdcOnBase, { headers: { Authorization: authorization } })
      for (let tries = 0; response.status === 503 && tries < 20; tries += 1) {
        await systemTimers.sleep(100)
        response = await fetch(keyless.url + usdcOnBase, { headers: { Authorization: authorization } })
      }
      expect(response.status).toBe(200)
      expect(response.headers.has('payment-receipt')).toBe(true)
    } finally {
      for (const step of keyless.closing) await step.run(5_000)
    }
  })
})

describe('a secret of challenges that is changed', () => {
  test('breaks no payment in flight', async () => {
    const [old, young] = ['o'.repeat(40), 'y'.repeat(40)]
    const dataDir = join(root, 'rotating')
    const run = (secret: string) => startProcess({ DATA_DIR: dataDir, SANDBOX_WORLD: sandbox.file, MPP_SECRET: secret })
    const first = await run(old)
    const asked = await fetch(first.url + usdcOnBase)
    await first.stop()
    const account = privateKeyToAccount(generatePrivateKey())
    await sandbox.world.fund(account.address, '1')
    const stock = Mppx.create({ methods: [evm.charge({ account, assets: [evm.assets.base.USDC] })], polyfill: false })
    const credential = await stock.createCredential(asked)
    const second = await run(`${young},${old}`)
    expect((await fetch(second.url + usdcOnBase, { headers: { Authorization: credential } })).status).toBe(200)
    await second.stop()
    const third = await run(young)
    const again = await fetch(third.url + usdcOnBase, { headers: { Authorization: credential } })
    expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true'])
    await third.stop()
  }, 60_000)
})

describe('a sandbox', () => {
  test('is not joined when a chain of it is not a local test node', async () => {
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
