import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWalletClient, defineChain, http, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/open-sandbox.ts'
import { temporaryWorld } from '../../sandbox/tests/temporary-world.ts'
import type { World } from '../../sandbox/world.ts'
import { systemTimers } from '../../src/ops/system.ts'
import { buildMppCredential } from '../../src/payments/mpp/build-credential.ts'
import { parsePaymentChallenges } from '../../src/payments/mpp/parse-www-authenticate.ts'
import type { Service } from '../../src/service/start-service.ts'
import { ownSourceIds } from '../own-sources.ts'
import { closeService, startInProcess } from '../service-in-process.ts'
import { sharedSandbox } from '../shared-sandbox.ts'
import { pay, priceOfBitcoin, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'
import { databaseFor } from '../test-database.ts'
import { bitcoinInUsd, listenAt, playKraken, type ListeningNode, type LocalHost } from './real-data.fixture.ts'

const base = 'eip155:8453'
/** Somebody who has money in the real world only. */
const stranger = privateKeyToAccount(generatePrivateKey())

let root: string
let sandbox: Sandbox
/** Its chain is the real one, which the service only reads. */
let real: World
let node: ListeningNode
let kraken: LocalHost
let service: Service
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farthing-real-data-'))
  sandbox = await sharedSandbox()
  real = await temporaryWorld({ networks: [base], blockMs: 50 })
  await real.fund(stranger.address, '4321')
  node = await listenAt(real.networks[0]!.rpcUrl)
  kraken = await playKraken()
  service = await start('service', { READ_RPC_URL_BASE: node.url, SOURCES_ACCEPTED: 'kraken' }, { kraken: kraken.url })
})
afterAll(async () => {
  if (service) await closeService(service)
  await Promise.all([node?.close(), kraken?.close(), real?.close(), sandbox?.close()])
  await rm(root, { recursive: true, force: true })
})

/** All other sources are off: no test asks the internet. */
async function start(name: string, env: Record<string, string>, sourceUrls: Record<string, string>): Promise<Service> {
  const directory = join(root, name)
  return startInProcess({
    env: {
      DATA_DIR: directory,
      ...(await databaseFor(directory)),
      SANDBOX_SOURCES: 'live',
      SOURCES_DISABLED: ownSourceIds.filter((id) => id !== 'kraken').join(','),
      FIRST_CALL_CHARGED: 'market-price,wallet-score',
      BROWSER: 'off',
      TEXT_TOOLS: 'off',
      ...env,
    },
    sandbox,
    sourceUrls,
  })
}

async function funded(usdc: string): Promise<Account> {
  const account = privateKeyToAccount(generatePrivateKey())
  await sandbox.world.fund(account.address, usdc)
  return account
}

const json = async (path: string) => (await (await fetch(service.url + path)).json()) as Record<string, any>
const scoreOf = (address: string) => `/v1/crypto/wallet-score/${address}`
const paidOn = () => service.parts.chains.get(base)!

describe('a caller of a sandbox with real data', () => {
  test('pays with play money and gets what the real upstream says; the answer says both', async () => {
    const account = await funded('1')
    const response = await pay(service.url, account, { path: priceOfBitcoin })
    expect(response.status).toBe(200)
    const { data, meta } = (await response.json()) as Record<string, any>
    expect(data.price).toBe(Number(bitcoinInUsd))
    expect(meta).toMatchObject({ simulated: false, playMoney: true, sources: [{ id: 'kraken' }] })
    expect(meta.sources[0].attribution).not.toContain('Stand-in')
    expect(await usdcOf(paidOn(), account.address)).toBe(1_000_000n - 7_500n)
  })

  test('gets the same in the short form', async () => {
    const response = await pay(service.url, await funded('1'), { path: `${priceOfBitcoin}?detail=brief` })
    expect(await response.json()).toMatchObject({ meta: { detail: 'brief', simulated: false, playMoney: true } })
  })

  test('reads the real chain: money that is only there is found, and play money is not', async () => {
    const account = await funded('77')
    const [there, here] = await Promise.all(
      [stranger, account].map(async ({ address }) => {
        const response = await pay(service.url, account, { path: scoreOf(address) })
        return (await response.json()) as Record<string, any>
      }),
    )
    expect(there).toMatchObject({ balanceUsdc: '4321', meta: { simulated: false, playMoney: true } })
    expect(here).toMatchObject({ balanceUsdc: '0' })
    expect(there!['networks'].map(({ network }: { network: string }) => network)).toEqual([base])
  })
})

describe('money of the real world', () => {
  test('does not pay: a wallet that has it there is refused here, and nothing of its payment reaches the real node', async () => {
    const terms = await termsOf(service.url, priceOfBitcoin)
    const payment = await signPayment(terms, stranger)
    const response = await fetch(service.url + priceOfBitcoin, { headers: { 'PAYMENT-SIGNATURE': payment } })
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([402, 'payer_not_allowed'])
    const { payload } = JSON.parse(Buffer.from(payment, 'base64').toString('utf8')) as { payload: any }
    for (const secret of [payload.signature, payload.authorization.nonce]) expect(node.heard()).not.toContain(secret.slice(2))
  })

  test('does not pay by the hash of a transfer that was made there', async () => {
    // The faucet knows the payer, so only the chain is in question.
    await sandbox.world.fund(stranger.address, '0.000001')
    const asked = await fetch(service.url + priceOfBitcoin)
    const [challenge] = parsePaymentChallenges(asked.headers.get('www-authenticate')!)
    const { rpcUrl, usdc } = real.networks[0]!
    const chain = defineChain({
      id: 8453,
      name: 'real',
      nativeCurrency: { name: 'ETH', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpcUrl] } },
    })
    const wallet = createWalletClient({ account: stranger, chain, transport: http() })
    const abi = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])
    const hash = await wallet.writeContract({ address: usdc, abi, functionName: 'transfer', args: [sandbox.payTo, 7_500n] })
    while (!(await service.parts.dataChains.get(base)!.receipt(hash))) await systemTimers.sleep(20)
    const signature = await stranger.signMessage({ message: `${challenge!.id}:${hash}` })
    const authorization = buildMppCredential(challenge!, { type: 'hash', hash, from: stranger.address, signature }, 8453)
    const response = await fetch(service.url + priceOfBitcoin, { headers: { Authorization: authorization } })
    // The sandbox's chain does not have it: it may still come, for all that the service knows.
    expect([402, 503]).toContain(response.status)
    expect(response.headers.has('payment-receipt')).toBe(false)
    expect(await usdcOf(paidOn(), stranger.address)).toBe(1n)
  })

  test('does not pay with the terms of a live service, nor on a network that the sandbox has not', async () => {
    const account = await funded('1')
    const terms = await termsOf(service.url, priceOfBitcoin)
    const live = await signPayment(terms, account, { payTo: '0x00000000000000000000000000000000000A11cE' })
    const elsewhere = { ...terms, accepts: terms.accepts.map((one) => ({ ...one, network: 'eip155:84532' })) }
    const onTestnet = await signPayment(elsewhere, account, { network: 'eip155:84532' })
    for (const payment of [live, onTestnet]) {
      const response = await fetch(service.url + priceOfBitcoin, { headers: { 'PAYMENT-SIGNATURE': payment } })
      expect(response.status).toBe(402)
      expect(await response.json()).toMatchObject({ sandbox: true, simulated: false, refusal: expect.anything() })
    }
    expect(await usdcOf(paidOn(), account.address)).toBe(1_000_000n)
  })

  test('is not asked for: every network of the terms is one of the sandbox', async () => {
    const { accepts } = await termsOf(service.url, priceOfBitcoin)
    expect(accepts.map(({ network }) => network)).toEqual(sandbox.world.networks.map(({ id }) => id))
    expect(new Set(accepts.map((one) => one.payTo.toLowerCase()))).toEqual(new Set([sandbox.payTo.toLowerCase()]))
  })
})

describe('what the service says about itself', () => {
  const realData = /real data/
  const claims = /are simulated|stand-in/i

  test('is "real data, play money" on every surface', async () => {
    const terms = await (await fetch(service.url + priceOfBitcoin)).text()
    expect(JSON.parse(terms)).toMatchObject({ sandbox: true, simulated: false })
    const texts = await Promise.all(
      ['/', '/llms.txt', '/llms-full.txt', '/openapi.json', '/v1/agent/discovery'].map(async (path) =>
        (await fetch(service.url + path)).text(),
      ),
    )
    for (const text of [terms, ...texts]) {
      expect(text).toMatch(realData)
      expect(text).toMatch(/play money/)
      expect(text).not.toMatch(claims)
    }
    expect(await json('/v1/agent/discovery')).toMatchObject({ meta: { simulated: false, playMoney: true } })
    expect((await json('/v1/agent/discovery'))['networks']).toHaveLength(6)
    expect(await json('/status')).toMatchObject({
      simulated: false,
      playMoney: true,
      readNetworks: [{ network: base, name: 'Base', state: 'ok' }],
    })
  })

  test('is the same over MCP', async () => {
    const call = async (method: string, params: object) => {
      const response = await fetch(`${service.url}/mcp`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      })
      return response.text()
    }
    const initialized = await call('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    })
    expect(initialized).toMatch(/answers come from real data, and payments use play money/)
    expect(await call('tools/call', { name: 'market-price', arguments: { symbol: 'BTC' } })).toMatch(
      /sandbox with real data and play money/,
    )
    expect(await call('resources/read', { uri: 'farthing://prices' })).toContain('\\"playMoney\\":true,\\"simulated\\":false')
  })

  test('has no switches for upstreams, and no inhabitants', async () => {
    expect(await json('/sandbox')).toMatchObject({ playMoney: true, simulated: false })
    expect(await json('/sandbox')).not.toHaveProperty('upstreams')
    for (const path of ['/sandbox/upstreams', '/sandbox/population']) expect((await fetch(service.url + path)).status).toBe(404)
  })
})

test('without a node to read and without a contract, offers that need them are off, and a 503 names the setting', async () => {
  const bare = await start('bare', {}, { kraken: kraken.url })
  try {
    const wallet = await fetch(bare.url + scoreOf(stranger.address))
    expect([wallet.status, await wallet.json()]).toMatchObject([
      503,
      { code: 'offer_unavailable', retryable: false, fix: expect.stringContaining('READ_RPC_URL_BASE') },
    ])
    const price = await fetch(bare.url + priceOfBitcoin)
    const problem = (await price.json()) as Record<string, unknown>
    expect([price.status, problem]).toMatchObject([503, { code: 'offer_unavailable', retryable: false }])
    expect(problem['fix']).not.toContain('READ_RPC_URL')
  } finally {
    await closeService(bare)
  }
})
