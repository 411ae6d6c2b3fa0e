import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { Receipt } from 'mppx'
import { evm, Mppx } from 'mppx/client'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { createWalletClient, defineChain, encodeFunctionData, http, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { settlementOf } from '../../sandbox/demo/stock-client.ts'
import { placeWallet } from '../../sandbox/tests/place-contract.ts'
import { buildMppCredential } from '../../src/payments/mpp/build-credential.ts'
import { parsePaymentChallenges } from '../../src/payments/mpp/parse-www-authenticate.ts'
import { systemTimers } from '../../src/ops/system.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { callMcp, connectMcp, x402Payment } from '../mcp-clients.ts'
import { decodePayment, encodePayment, receiptOf, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

const estimate = '/v1/settlement/estimate?amount=100'
/** A client address that has no free call left, so it gets the terms. */
const spent = '198.51.100.66'

let service: TestService
let account: Account
let addresses = 0
beforeAll(async () => {
  // The day must not end within a test.
  const at = Date.now()
  const env = { TRUSTED_PROXIES: '127.0.0.1,::1', FREE_QUOTA_PER_DAY: '2' }
  service = await startTestService({ env, clock: { now: () => at } })
  account = await service.payingWallet('20')
  for (let call = 0; call < 2; call++) expect((await callFrom(spent)).status).toBe(200)
  expect((await callFrom(spent)).status).toBe(402)
})
afterAll(() => service?.close())

/** A client address with both of its free calls. */
const newAddress = () => `203.0.113.${++addresses}`
const callFrom = (client: string, headers: Record<string, string> = {}, path = estimate) =>
  fetch(service.url + path, { headers: { 'X-Forwarded-For': client, ...headers } })
const remaining = (response: Response) => response.headers.get('x-free-quota-remaining')
const balanceOf = (holder: string = account.address) => usdcOf(service.chain(), holder)
const claimed = () => service.claims()
const terms = () => termsOf(service.url, estimate, { headers: { 'X-Forwarded-For': spent } })
const signed = async (options = {}) => signPayment(await terms(), account, options)
const pays = (payment: string) => ({ 'PAYMENT-SIGNATURE': payment })

/** A fetch that has no free call left before it pays, and has some when it does. */
function fetchFromTwo(client: string): typeof fetch {
  return (input, init) => {
    const request = new Request(input, init)
    const brings = request.headers.has('payment-signature') || request.headers.has('authorization')
    request.headers.set('X-Forwarded-For', brings ? client : spent)
    return fetch(request)
  }
}

describe('an authorization that comes with a call which would be free', () => {
  test('stays unused: nothing is claimed, nothing is asked of a chain, and the answer says that it cost nothing', async () => {
    const payment = await signed()
    const [before, claims] = [await balanceOf(), claimed()]
    const client = newAddress()
    const asked = vi.spyOn(service.chain(), 'payerState')
    const response = await callFrom(client, pays(payment))
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
    expect([response.status, remaining(response)]).toEqual([200, '1'])
    expect(settlementOf(response)).toEqual({
      success: true,
      transaction: '',
      network: 'eip155:8453',
      payer: account.address.toLowerCase(),
      amount: '0',
    })
    expect(response.headers.get('cache-control')).toBe('private')
    expect(response.headers.has('link')).toBe(false)
    expect([await balanceOf(), claimed()]).toEqual([before, claims])
  })

  test('pays when no free call is left, and its retry gets the stored answer though free calls are left where it comes from', async () => {
    const payment = await signed()
    const client = newAddress()
    for (const left of ['1', '0']) expect(remaining(await callFrom(client, pays(payment)))).toBe(left)
    const before = await balanceOf()
    const paid = await callFrom(client, pays(payment))
    expect([paid.status, settlementOf(paid)?.amount]).toEqual([200, '7500'])
    const again = await callFrom(client, pays(payment))
    expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true'])
    const elsewhere = newAddress()
    const delivered = await callFrom(elsewhere, pays(payment))
    expect([delivered.status, remaining(delivered)]).toEqual([409, '2'])
    expect(before - (await balanceOf())).toBe(7_500n)
  })

  test('that is wrong is refused as always, and costs no free call', async () => {
    const client = newAddress()
    const forged = decodePayment(await signed())
    forged['payload'].authorization.to = account.address
    const other = await service.wallet('1')
    const wrong = {
      'wrong amount': await signed({ amount: 1n }),
      'another recipient': encodePayment(forged),
      expired: await signed({ validBefore: 1n }),
      'not its key': await signPayment(await terms(), { ...other, address: account.address }),
    }
    for (const [what, payment] of Object.entries(wrong)) {
      const response = await callFrom(client, pays(payment))
      expect([response.status, remaining(response)], what).toEqual([402, '2'])
      expect(((await response.json()) as Record<string, unknown>)['refusal'], what).toBeDefined()
    }
  })

  test('of a contract wallet is not checked, and is answered free', async () => {
    const network = service.sandbox.world.networks.find((one) => one.id === 'eip155:8453')!
    const wallet = await placeWallet(network.rpcUrl, account.address)
    await service.sandbox.world.fund(wallet, '1')
    const payment = await signPayment(await terms(), { ...account, address: wallet })
    const response = await callFrom(newAddress(), pays(payment))
    expect([response.status, remaining(response), settlementOf(response)?.amount]).toEqual([200, '1', '0'])
    expect(await balanceOf(wallet)).toBe(1_000_000n)
  })

  test('and fails stays unused too, and the free call is given back', async () => {
    const client = newAddress()
    const path = '/v1/settlement/estimate?amount=0.000001'
    const response = await callFrom(client, pays(await signed()), path)
    expect(response.status).toBeGreaterThanOrEqual(400)
    expect([remaining(response), response.headers.has('payment-response')]).toEqual(['2', false])
  })
})

describe('stock clients', () => {
  test('of x402 take the answer', async () => {
    const client = new x402Client()
    registerExactEvmScheme(client, { signer: account })
    const before = await balanceOf()
    const response = await wrapFetchWithPayment(fetchFromTwo(newAddress()), client)(service.url + estimate)
    expect(response.status).toBe(200)
    expect(settlementOf(response)).toMatchObject({ success: true, transaction: '', amount: '0' })
    expect(await balanceOf()).toBe(before)
  })

  test('of MPP take the answer, which has no receipt', async () => {
    const before = await balanceOf()
    const methods = [evm.charge({ account, currencies: [evm.assets.base.USDC] })] as const
    const mppx = Mppx.create({ methods, fetch: fetchFromTwo(newAddress()), polyfill: false })
    const response = await mppx.fetch(service.url + estimate)
    expect([response.status, remaining(response)]).toEqual([200, '1'])
    expect(await response.clone().json()).toMatchObject({ success: true })
    expect(() => Receipt.fromResponse(response)).toThrow()
    expect(await balanceOf()).toBe(before)
  })

  test('of MCP take the answer', async () => {
    const call = { name: 'settlement-estimate', arguments: { amount: '100' } }
    const client: Client = await connectMcp(service.url, { headers: { 'X-Forwarded-For': newAddress() } })
    try {
      const before = await balanceOf()
      const payment = await x402Payment(account, await terms().then((all) => ({ x402Version: 2, ...all })))
      const result = await callMcp(client, { ...call, _meta: { 'x402/payment': payment } })
      expect(result.isError).toBeFalsy()
      expect(result['_meta']).toMatchObject({
        'x402/payment-response': { success: true, transaction: '', amount: '0' },
        'farthing/quota': { limit: 2, remaining: 1 },
      })
      expect(JSON.stringify(result.content)).toContain('The payment was not used.')
      expect(await balanceOf()).toBe(before)
    } finally {
      await client.close()
    }
  })
})

describe('a transfer that comes with a call which would be free', () => {
  const erc20 = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])

  async function transfer(): Promise<Hex> {
    const { rpcUrl } = service.sandbox.world.networks.find((one) => one.id === 'eip155:8453')!
    const nativeCurrency = { name: 'ETH', symbol: 'ETH', decimals: 18 }
    const chain = defineChain({ id: 8453, name: 'test', nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } })
    const wallet = createWalletClient({ account, chain, transport: http() })
    const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [service.sandbox.payTo, 7_500n] })
    const hash = await wallet.sendTransaction({ to: service.chain().network.asset, data })
    while (!(await service.chain().receipt(hash))) await systemTimers.sleep(20)
    return hash
  }

  async function credential(): Promise<string> {
    const asked = await callFrom(spent)
    await asked.body?.cancel()
    const challenge = parsePaymentChallenges(asked.headers.get('www-authenticate')!)[0]!
    return buildMppCredential(challenge, { type: 'hash', hash: await transfer(), from: account.address, signature: null }, 8453)
  }

  test('becomes a credit, which buys the call when no free one is left', async () => {
    const payment = { Authorization: await credential() }
    const client = newAddress()
    const free = await callFrom(client, payment)
    expect([free.status, remaining(free), free.headers.has('payment-receipt')]).toEqual([200, '1', false])
    const credit = await receiptOf(free)
    expect(credit).toMatchObject({ state: 'credit', charged: { usd: '0' }, howToUse: expect.any(String) })
    const asked = vi.spyOn(service.chain(), 'transaction')
    const second = await callFrom(client, payment)
    expect([second.status, remaining(second), (await receiptOf(second)).id]).toEqual([200, '0', credit.id])
    expect(asked).not.toHaveBeenCalled()
    asked.mockRestore()
    const paid = await callFrom(client, payment)
    expect([paid.status, paid.headers.has('payment-receipt')]).toEqual([200, true])
    expect(await receiptOf(paid)).toMatchObject({ id: credit.id, state: 'settled' })
  })

  test('that nobody made costs no free call', async () => {
    const asked = await callFrom(spent)
    const challenge = parsePaymentChallenges(asked.headers.get('www-authenticate')!)[0]!
    const proof = { type: 'hash', hash: `0x${'9a'.repeat(32)}`, from: account.address, signature: null } as const
    const response = await callFrom(newAddress(), { Authorization: buildMppCredential(challenge, proof, 8453) })
    expect([response.status, remaining(response)]).toEqual([503, '2'])
  })
})
