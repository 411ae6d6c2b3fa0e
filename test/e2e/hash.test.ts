import { createWalletClient, defineChain, encodeFunctionData, http, parseAbi, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeContract } from '../../sandbox/tests/place-contract.ts'
import { buildMppCredential } from '../../src/payments/mpp/build-credential.ts'
import { attributionMemo } from '../../src/payments/mpp/memo.ts'
import { parsePaymentChallenges } from '../../src/payments/mpp/parse-www-authenticate.ts'
import { proofText } from '../../src/payments/mpp/proof-message.ts'
import { systemTimers } from '../../src/ops/system.ts'
import { startTestService, type TestService } from '../start-test-service.ts'
import { pay, priceOfBitcoin, receiptOf, usdcOf, type Account } from '../signed-payments.ts'

const price = 7500n
const erc20 = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])
const multicall = parseAbi(['function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable'])
const multicallAddress = '0xcA11bde05977b3631167028862bE2a173976CA11'

let service: TestService
let account: Account
/** How far the service's clock is ahead, in milliseconds. */
let ahead = 0
beforeAll(async () => {
  service = await startTestService({
    env: { TRUSTED_PROXIES: '127.0.0.1,::1', FREE_QUOTA_PER_DAY: '0' },
    clock: { now: () => Date.now() + ahead },
  })
  account = await service.wallet('50')
})
afterAll(() => service?.close())

const url = (path = priceOfBitcoin) => service.url + path
const payTo = () => service.sandbox.payTo
type Challenge = ReturnType<typeof parsePaymentChallenges>[number]

async function challenge(path = priceOfBitcoin, network = 'eip155:8453'): Promise<Challenge> {
  const response = await fetch(url(path), { headers: { 'Payment-Network': network } })
  await response.body?.cancel()
  return parsePaymentChallenges(response.headers.get('www-authenticate')!)[0]!
}

/** Sends a transaction of this account on Base and waits until it is mined. */
async function send(from: Account, to: Hex, data: Hex, gas?: bigint): Promise<Hex> {
  const network = service.sandbox.world.networks.find((one) => one.id === 'eip155:8453')!
  const nativeCurrency = { name: 'ETH', symbol: 'ETH', decimals: 18 }
  const chain = defineChain({ id: 8453, name: 'test', nativeCurrency, rpcUrls: { default: { http: [network.rpcUrl] } } })
  const client = createWalletClient({ account: from, chain, transport: http() })
  const hash = await client.sendTransaction({ to, data, ...(gas === undefined ? {} : { gas }) })
  while (!(await service.chain().receipt(hash))) await systemTimers.sleep(20)
  return hash
}

const transferData = (to: Hex, value = price) => encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, value] })
const transfer = (from: Account, value = price, to: Hex = payTo()) => send(from, service.chain().network.asset, transferData(to, value))

interface Present {
  readonly from: Hex
  readonly path?: string
  readonly signature?: Hex | null
  readonly client?: string
  readonly network?: number
}

function present(
  of: Challenge,
  hash: Hex,
  { from, path = priceOfBitcoin, signature = null, client = '198.51.100.1', network = 8453 }: Present,
): Promise<Response> {
  const credential = buildMppCredential(of, { type: 'hash', hash, from, signature }, network)
  return fetch(url(path), { headers: { Authorization: credential, 'X-Forwarded-For': client } })
}

/** A proof that has bought something: no challenge comes with the answer, so no client pays again. */
async function expectUsed(response: Response): Promise<void> {
  expect(await response.json()).toMatchObject({ status: 403, code: 'proof_already_used' })
  expect([response.headers.get('www-authenticate'), response.headers.get('payment-required')]).toEqual([null, null])
}

async function expectRefused(response: Response, code: string): Promise<void> {
  expect(await response.json()).toMatchObject({ status: 402, code })
  expect(response.headers.get('www-authenticate')).toContain('Payment realm=')
}

describe('a transaction that the payer sends', () => {
  test('pays: it is answered, recorded, replayed, and charged once', async () => {
    const before = await usdcOf(service.chain(), payTo())
    const asked = await challenge()
    const hash = await transfer(account)
    const response = await present(asked, hash, { from: account.address })
    expect(response.status).toBe(200)
    expect(response.headers.has('payment-receipt')).toBe(true)
    expect(await receiptOf(response)).toMatchObject({
      state: 'settled',
      protocol: 'mpp',
      transaction: hash,
      charged: { baseUnits: '7500' },
    })
    const again = await present(asked, hash, { from: account.address, client: '203.0.113.9' })
    expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true'])
    expect((await usdcOf(service.chain(), payTo())) - before).toBe(price)
  })

  test('sent 20 times at once gets the same answer and runs once', async () => {
    const asked = await challenge()
    const hash = await transfer(account)
    const responses = await Promise.all(Array.from({ length: 20 }, () => present(asked, hash, { from: account.address })))
    expect(responses.every((response) => response.status === 200)).toBe(true)
    expect(responses.filter((response) => !response.headers.has('idempotent-replay'))).toHaveLength(1)
  })

  test('buys nothing for a stranger once it is used', async () => {
    const hash = await transfer(account)
    const asked = await challenge()
    expect((await present(asked, hash, { from: account.address })).status).toBe(200)
    const stranger = await present(await challenge(), hash, { from: account.address, client: '203.0.113.1' })
    expect([stranger.status, ((await stranger.json()) as { code: string }).code]).toEqual([409, 'answer_delivered'])
    await expectUsed(await present(await challenge('/v1/market/price/ETH'), hash, { from: account.address, path: '/v1/market/price/ETH' }))
  })

  test('with another amount or recipient does not pay these terms', async () => {
    for (const hash of [
      await transfer(account, price - 1n),
      await transfer(account, price + 1n),
      await transfer(account, price, account.address),
    ]) {
      await expectRefused(await present(await challenge(), hash, { from: account.address }), 'transfer_not_found')
    }
  })

  test('of another token does not pay them either', async () => {
    const network = service.sandbox.world.networks.find((one) => one.id === 'eip155:8453')!
    const bridged = await placeContract(network.rpcUrl, 'fixture-token', { owner: account.address })
    const mint = encodeFunctionData({
      abi: parseAbi(['function mint(address to, uint256 value)']),
      functionName: 'mint',
      args: [account.address, price],
    })
    await send(account, bridged, mint)
    const hash = await send(account, bridged, transferData(payTo()))
    await expectRefused(await present(await challenge(), hash, { from: account.address }), 'transfer_not_found')
  })

  test('from another account than its source names is refused', async () => {
    const hash = await transfer(account)
    const other = await service.wallet('1')
    await expectRefused(await present(await challenge(), hash, { from: other.address }), 'transfer_not_found')
  })

  test('that was reverted pays nothing', async () => {
    const hash = await send(account, service.chain().network.asset, transferData(payTo(), 10n ** 15n), 200_000n)
    await expectRefused(await present(await challenge(), hash, { from: account.address }), 'transaction_reverted')
  })

  test('that the chain does not know yet is a 503, not a 402', async () => {
    const unknown = await present(await challenge(), `0x${'ab'.repeat(32)}`, { from: account.address })
    expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '2'])
    const hash = await transfer(account)
    const elsewhere = await present(await challenge(priceOfBitcoin, 'eip155:137'), hash, { from: account.address, network: 137 })
    expect(((await elsewhere.json()) as { code: string }).code).toBe('transaction_not_found')
  })

  test('that is older than its challenge, or a week old, is refused', async () => {
    const early = await transfer(account)
    const asked = await challenge()
    const hash = await transfer(account)
    try {
      ahead = 60_000
      await expectRefused(await present(await challenge(), early, { from: account.address }), 'transfer_outside_window')
      ahead = 8 * 86_400_000
      await expectRefused(await present(asked, hash, { from: account.address }), 'presented_too_late')
      ahead = 6 * 86_400_000
      expect((await present(asked, hash, { from: account.address })).status).toBe(200)
    } finally {
      ahead = 0
    }
  })

  test('that names its challenge is accepted, however far ahead the clock of the service was', async () => {
    try {
      ahead = 120_000
      const asked = await challenge()
      const memo = attributionMemo({ id: asked.id, realm: asked.realm, client: null })
      const hash = await send(account, service.chain().network.asset, `${transferData(payTo())}${memo.slice(2)}`)
      const unnamed = await transfer(account)
      ahead = 0
      await expectRefused(await present(asked, unnamed, { from: account.address }), 'transfer_outside_window')
      expect((await present(asked, hash, { from: account.address })).status).toBe(200)
    } finally {
      ahead = 0
    }
  })

  test('with two transfers is two payments and not three', async () => {
    await service.sandbox.world.fund(multicallAddress, '1')
    const target = service.chain().network.asset
    const calls = [1, 2].map(() => ({ target, allowFailure: false, callData: transferData(payTo()) }))
    const hash = await send(account, multicallAddress, encodeFunctionData({ abi: multicall, functionName: 'aggregate3', args: [calls] }))
    const statuses: number[] = []
    for (let times = 0; times < 3; times += 1)
      statuses.push((await present(await challenge(), hash, { from: multicallAddress, client: `203.0.113.${times}` })).status)
    expect(statuses).toEqual([200, 200, 409])
  })
})

describe('our own settlements', () => {
  test('are not payments: their hash buys nothing', async () => {
    const wallet = await service.payingWallet('1')
    const settled = await receiptOf(await pay(service.url, wallet, { path: priceOfBitcoin }))
    const stranger = await present(await challenge(), settled.transaction as Hex, { from: wallet.address, client: '203.0.113.2' })
    expect([stranger.status, ((await stranger.json()) as { code: string }).code]).toEqual([409, 'answer_delivered'])
  })
})

describe('a faster thief', () => {
  test('gains one answer without proof; the payer with a proof is still served, once, and then needs proofs', async () => {
    const victim = await service.wallet('1')
    const asked = await challenge()
    const hash = await transfer(victim)
    const thief = await present(await challenge(), hash, { from: victim.address, client: '203.0.113.66' })
    expect(thief.status).toBe(200)
    const bare = await present(asked, hash, { from: victim.address, client: '198.51.100.7' })
    expect(bare.status).toBe(409)
    const signature = await victim.signMessage({ message: proofText({ challengeId: asked.id, hash }) })
    const bound = await present(asked, hash, { from: victim.address, client: '198.51.100.7', signature })
    expect(bound.status).toBe(200)
    const next = await transfer(victim)
    await expectRefused(await present(await challenge(), next, { from: victim.address, client: '198.51.100.7' }), 'proof_required')
    const again = await challenge()
    const proof = await victim.signMessage({ message: proofText({ challengeId: again.id, hash: next }) })
    expect((await present(again, next, { from: victim.address, client: '198.51.100.7', signature: proof })).status).toBe(200)
    const totals = await service.parts.ledger.totals()
    expect(totals.filter((row) => row.theft).reduce((sum, row) => sum + row.amount, 0n)).toBe(price)
  })

  test('cannot use a transfer that carries the memo of its challenge', async () => {
    const asked = await challenge()
    const memo = attributionMemo({ id: asked.id, realm: asked.realm, client: null })
    const hash = await send(account, service.chain().network.asset, `${transferData(payTo())}${memo.slice(2)}`)
    expect((await present(asked, hash, { from: account.address })).status).toBe(200)
    const thief = await present(await challenge(), hash, { from: account.address, client: '203.0.113.67' })
    expect(thief.status).toBe(409)
  })
})

describe('a payment that was not answered', () => {
  test('is a credit for one later call of any offer with its price', async () => {
    const asked = await challenge('/v1/market/price/nosuchcoin')
    const hash = await transfer(account)
    const failed = await present(asked, hash, { from: account.address, path: '/v1/market/price/nosuchcoin' })
    expect(failed.status).toBe(404)
    expect((await receiptOf(failed)).state).toBe('credit')
    const stranger = await present(await challenge(), hash, { from: account.address, client: '203.0.113.3' })
    expect(stranger.status).not.toBe(200)
    const good = await present(asked, hash, { from: account.address, path: '/v1/settlement/estimate?amount=100' })
    expect(good.status).toBe(200)
    expect((await receiptOf(good)).state).toBe('settled')
    await expectUsed(await present(asked, hash, { from: account.address, path: '/v1/market/price/ETH' }))
  })
})

describe('the older forms', () => {
  const legacy = (hash: Hex, amount: string, client = '198.51.100.1') => {
    const payload = Buffer.from(JSON.stringify({ txHash: hash, amount, timestamp: Math.floor(Date.now() / 1000) })).toString('base64')
    return fetch(url(), {
      headers: { 'X-PAYMENT': JSON.stringify({ scheme: 'exact', network: 'base', payload }), 'X-Forwarded-For': client },
    })
  }
  test('of X-PAYMENT with a transaction hash pay once', async () => {
    const hash = await transfer(account)
    const response = await legacy(hash, '0.0075')
    expect(response.status).toBe(200)
    expect(response.headers.has('x-payment-response')).toBe(true)
    expect(await receiptOf(response)).toMatchObject({ state: 'settled', protocol: 'legacy' })
    expect((await legacy(hash, '7500', '203.0.113.4')).status).toBe(409)
  })
  test('of a transfer longer ago than five minutes is refused', async () => {
    const hash = await transfer(account)
    try {
      ahead = 400_000
      await expectRefused(await legacy(hash, '0.0075'), 'transfer_outside_window')
    } finally {
      ahead = 0
    }
  })
  test('of x402 version 1 are requested by header and paid by the official client', async () => {
    const { x402Client, wrapFetchWithPayment } = await import('@x402/fetch')
    const { registerExactEvmScheme } = await import('@x402/evm/exact/client')
    const asked = await fetch(url(), { headers: { 'X402-Version': '1' } })
    expect(asked.headers.has('payment-required')).toBe(false)
    expect(await asked.json()).toMatchObject({ x402Version: 1, accepts: [{ network: 'base', maxAmountRequired: '7500' }, {}, {}] })
    const wallet = await service.payingWallet('1')
    const client = new x402Client()
    registerExactEvmScheme(client, { signer: wallet })
    const response = await wrapFetchWithPayment(fetch, client)(url(), { headers: { 'X402-Version': '1' } })
    expect(response.status).toBe(200)
    expect(await receiptOf(response)).toMatchObject({ state: 'settled', protocol: 'x402-v1' })
  })
})
