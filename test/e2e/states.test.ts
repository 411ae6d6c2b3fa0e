import { createWalletClient, defineChain, http, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { placeWallet } from '../../sandbox/tests/place-contract.ts'
import { systemTimers } from '../../src/ops/system.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import {
  callWith,
  decodePayment,
  encodePayment,
  pay,
  priceOfBitcoin,
  receiptOf,
  signPayment,
  termsOf,
  usdcOf,
  type Account,
} from '../signed-payments.ts'

let service: TestService
let account: Account
beforeAll(async () => {
  service = await startTestService({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })
  account = await service.payingWallet('50')
})
afterAll(() => service?.close())
afterEach(() => Promise.all(['coingecko', 'coinbase', 'coinbase-spot', 'kraken'].map((id) => setUpstream(id, 'ok'))))

const url = () => service.url + priceOfBitcoin
const tokenOf = (address: string) => `/v1/crypto/token-analysis/${address}`
const signed = async (path = priceOfBitcoin, options = {}) => signPayment(await termsOf(service.url, path), account, options)
const settlementIn = (response: Response) => JSON.parse(Buffer.from(response.headers.get('payment-response')!, 'base64').toString('utf8'))

async function setUpstream(id: string, mode: string): Promise<void> {
  const response = await fetch(`${service.url}/sandbox/upstreams/${id}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ mode }),
  })
  if (response.status !== 200) throw new Error(await response.text())
}

/** Sends a transaction of the payer and waits until it is mined. */
async function send(from: Account, functionName: 'transfer', args: readonly [Hex, bigint]): Promise<void> {
  const network = service.sandbox.world.networks.find((one) => one.id === 'eip155:8453')!
  const chain = defineChain({
    id: network.chainId,
    name: 'test',
    nativeCurrency: { name: 'ETH', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [network.rpcUrl] } },
  })
  const client = createWalletClient({ account: from, chain, transport: http() })
  const hash = await client.writeContract({
    address: network.usdc,
    abi: parseAbi(['function transfer(address to, uint256 value) returns (bool)']),
    functionName,
    args,
  })
  while (!(await service.chain().receipt(hash))) await systemTimers.sleep(20)
}

describe('a free first call', () => {
  test('is answered, never settled, and its payment says so', async () => {
    const fresh = await service.wallet('1')
    const payment = await signPayment(await termsOf(service.url, priceOfBitcoin), fresh)
    const response = await callWith(url(), payment)
    expect(settlementIn(response)).toEqual({
      success: true,
      transaction: '',
      network: 'eip155:8453',
      payer: fresh.address.toLowerCase(),
      amount: '0',
    })
    expect(await receiptOf(response)).toMatchObject({ state: 'free', transaction: null, charged: { usd: '0' } })
    // The signature was never broadcast, so only the payer knows it, and its answer is replayed to any address.
    const elsewhere = await callWith(url(), payment, { headers: { 'X-Forwarded-For': '203.0.113.1' } })
    expect(elsewhere.headers.get('idempotent-replay')).toBe('true')
    // A later payment is on the chain now. This one is not.
    expect((await receiptOf(await pay(service.url, account, { path: priceOfBitcoin }))).state).toBe('settled')
    expect(await usdcOf(service.chain(), fresh.address)).toBe(1_000_000n)
  })
  test('that fails does not use up the free call', async () => {
    const fresh = await service.wallet('1')
    expect((await pay(service.url, fresh, { path: '/v1/market/price/nosuchcoin' })).status).toBe(404)
    expect((await receiptOf(await pay(service.url, fresh, { path: priceOfBitcoin }))).state).toBe('free')
    expect((await receiptOf(await pay(service.url, fresh, { path: priceOfBitcoin }))).state).toBe('settled')
  })
  test('is not given above three cents, nor to a wallet without the price', async () => {
    const fresh = await service.wallet('0.001')
    const response = await pay(service.url, fresh, { path: priceOfBitcoin })
    expect(response.status).toBe(402)
    expect(await response.json()).toMatchObject({ code: 'invalid_exact_evm_insufficient_balance', refusal: { received: '1000' } })
  })
})

describe('a run that fails', () => {
  test('is released: not charged, and the same payment buys something else', async () => {
    const payment = await signed()
    const failed = await callWith(`${service.url}/v1/market/price/nosuchcoin`, payment)
    expect(failed.status).toBe(404)
    const body = (await failed.json()) as Record<string, unknown>
    expect(body).toMatchObject({ code: 'unknown_symbol' })
    expect(body['receipt']).toContain('/v1/receipts/')
    expect(await receiptOf(failed)).toMatchObject({ state: 'released', transaction: null, charged: { usd: '0' } })
    const good = await callWith(url(), payment)
    expect(good.status).toBe(200)
    expect(await receiptOf(good)).toMatchObject({ state: 'settled', charged: { usd: '0.0075' } })
  })
  test('because every source is down is a 503 and is not charged', async () => {
    const before = await usdcOf(service.chain(), account.address)
    await Promise.all(['coingecko', 'coinbase', 'coinbase-spot', 'kraken'].map((id) => setUpstream(id, 'outage')))
    const response = await callWith(`${service.url}/v1/market/price/othercoin`, await signed())
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: 'upstream_unavailable', retryable: true })
    expect(await usdcOf(service.chain(), account.address)).toBe(before)
  })
  const unknownName = '/v1/crypto/wallet-score/nobody-has-this.eth'

  async function runs(path: string, count: number, wallet: Account): Promise<Response[]> {
    const terms = await termsOf(service.url, path)
    const payments = await Promise.all(Array.from({ length: count }, () => signPayment(terms, wallet)))
    const responses: Response[] = []
    for (const [run, payment] of payments.entries())
      responses.push(await callWith(service.url + path, payment, { headers: { 'X-Forwarded-For': `198.51.100.${run}` } }))
    return responses
  }

  test.each([unknownName, '/v1/market/price/nosuchcoin'])('is limited per wallet and hour where it is by its caller: %s', async (path) => {
    const responses = await runs(path, 32, await service.payingWallet('1'))
    expect(responses.map(({ status }) => status)).toEqual([...Array<number>(30).fill(404), 429, 429])
    const last = responses.at(-1)!
    const seconds = Number(last.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    const body = (await last.json()) as { code: string; detail: string; limited: string }
    expect(body).toMatchObject({ code: 'too_many_uncharged_runs', limited: 'payer' })
    expect(body.detail).toMatch(/^This wallet had too many calls this hour .* Try again in \d+ seconds\.$/)
  })

  test('is not limited where we failed', async () => {
    const wallet = await service.payingWallet('1')
    await setUpstream('kraken', 'outage')
    await setUpstream('coingecko', 'outage')
    const failed = await runs('/v1/market/price/doge', 32, wallet)
    await setUpstream('kraken', 'ok')
    await setUpstream('coingecko', 'ok')
    for (const { status } of failed) expect([200, 503]).toContain(status)
    expect((await runs(priceOfBitcoin, 1, wallet))[0]!.status).toBe(200)
  })
})

describe('an answer that is not worth its price', () => {
  test('is uncharged: it is answered, never settled, and replayed', async () => {
    const nothing = '/v1/agent/trust-score/batch'
    const headers = { 'Content-Type': 'application/json' }
    const asked = { method: 'POST', headers, body: JSON.stringify({ addresses: ['nobody-has-this.eth'] }) }
    const payment = await signPayment(await termsOf(service.url, nothing, asked), account)
    const response = await callWith(service.url + nothing, payment, asked)
    expect(response.status).toBe(200)
    expect(settlementIn(response)).toMatchObject({ success: true, transaction: '', amount: '0' })
    expect(await receiptOf(response)).toMatchObject({ state: 'uncharged', reason: 'no_address_scored', charged: { usd: '0' } })
    expect((await callWith(service.url + nothing, payment, asked)).headers.get('idempotent-replay')).toBe('true')
    expect((await callWith(service.url + tokenOf('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'), payment)).status).toBe(402)
  })
})

describe('a settlement', () => {
  test('that is refused withholds the answer and says why', async () => {
    const spender = await service.payingWallet('0.01')
    // One venue is slow, so that there is time to move the money while the product runs.
    await setUpstream('kraken', 'slow')
    // An address without a unit of the quota, where the estimate is paid for.
    const spent = { 'X-Forwarded-For': '198.51.100.90' }
    while ((await fetch(`${service.url}/v1/agent/tier/${account.address}`, { headers: spent })).status !== 402);
    const claims = service.claims()
    const path = '/v1/settlement/estimate?amount=100'
    const payment = await signPayment(await termsOf(service.url, priceOfBitcoin), spender)
    const call = callWith(service.url + path, payment, { headers: spent })
    await expect.poll(() => service.claims(), { interval: 10 }).toBe(claims + 1)
    await send(spender, 'transfer', [account.address, 10_000n])
    const response = await call
    expect(response.status).toBe(402)
    expect(settlementIn(response)).toMatchObject({ success: false, payer: spender.address.toLowerCase() })
    expect(settlementIn(response).errorReason).toMatch(/^invalid_exact_evm/)
    const body = (await response.json()) as Record<string, unknown>
    expect(body).toMatchObject({ refusal: { fix: expect.any(String) } })
    expect(body).not.toHaveProperty('data')
    expect((await receiptOf(response)).state).toBe('refused')
    await service.sandbox.world.fund(spender.address, '1')
    const barred = await pay(service.url, spender, { path: priceOfBitcoin })
    expect(barred.status).toBe(429)
    expect(await barred.json()).toMatchObject({ code: 'payer_barred' })
  })

  test('by a contract wallet is checked by ERC-1271 and settles', async () => {
    const network = service.sandbox.world.networks.find((one) => one.id === 'eip155:8453')!
    const wallet = await placeWallet(network.rpcUrl, account.address)
    await service.sandbox.world.fund(wallet, '1')
    const owner = { ...account, address: wallet } as Account
    const good = await pay(service.url, owner, { path: tokenOf('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913') })
    expect(good.status).toBe(200)
    expect((await receiptOf(good)).state).toBe('settled')
    expect(await usdcOf(service.chain(), wallet)).toBe(850_000n)
    const stranger = await service.wallet('1')
    const forged = await pay(service.url, { ...stranger, address: wallet }, { path: tokenOf('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913') })
    expect(await forged.json()).toMatchObject({ code: 'invalid_exact_evm_signature' })
  })

  test('of an undeployed wallet (ERC-6492) is refused', async () => {
    const payment = decodePayment(await signed())
    const magic = '6492'.repeat(16)
    payment['payload'].signature = `0x${'00'.repeat(320)}${magic}`
    const response = await callWith(url(), encodePayment(payment))
    expect(await response.json()).toMatchObject({ code: 'eip6492_factory_not_allowed' })
  })
})

describe('prices', () => {
  test('that were valid a moment ago are still accepted, others are not', async () => {
    const now = Date.now()
    await service.parts.ledger.recordPrices({ prices: [{ offerId: 'market-price', price: 5000n }], at: now - 2000 })
    await service.parts.ledger.recordPrices({ prices: [{ offerId: 'market-price', price: 7500n }], at: now - 1000 })
    const terms = await termsOf(service.url, priceOfBitcoin)
    const older = { ...terms, accepts: terms.accepts.map((one) => ({ ...one, amount: '5000' })) }
    const payment = await signPayment(older, account)
    // Recorded prices are read at most once a second, so the payment may be refused at first.
    let response = await callWith(url(), payment)
    await expect.poll(async () => (response = await callWith(url(), payment)).status, { interval: 200 }).toBe(200)
    expect(await receiptOf(response)).toMatchObject({ state: 'settled', charged: { baseUnits: '5000' } })
    const never = { ...terms, accepts: terms.accepts.map((one) => ({ ...one, amount: '4000' })) }
    expect((await callWith(url(), await signPayment(never, account))).status).toBe(402)
  })
})
