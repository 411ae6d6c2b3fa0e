import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { networks } from '../chain/networks.ts'
import { signedByPayer } from '../chain/recover.ts'
import type { Authorization } from '../chain/chain.ts'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { buildChallenge } from '../payments/x402/challenge.ts'
import { decodePaymentSignature } from '../payments/x402/decode-payment.ts'
import { failedResponse, settledResponse } from '../payments/x402/settlement-response.ts'
import { usd } from '../shared/money.ts'
import { payCall, type PayCall } from './pay.ts'
import { createSender } from './send-request.ts'

const account = privateKeyToAccount(generatePrivateKey())
const sandboxKey = generatePrivateKey()
const payTo = '0x00000000000000000000000000000000000000aa'
const transaction = `0x${'ab'.repeat(32)}` as const

interface Seen {
  readonly method: string
  readonly url: string
  readonly payment: string | undefined
  readonly idempotencyKey: string | undefined
  readonly body: string
}

/** What the service does with the first, the second, … paid request. */
type Reaction = (response: ServerResponse, authorization: Authorization) => void

const settled: Reaction = (response, { from }) => {
  response.setHeader('PAYMENT-RESPONSE', settledResponse({ network: 'eip155:8453', payer: from, transaction, amount: 7500n }))
  response.setHeader('Link', '</v1/receipts/r1>; rel="receipt"; type="application/json"')
  response.end('{"price":1}')
}
const status =
  (code: number, headers: Record<string, string> = {}, body: unknown = {}): Reaction =>
  (response) =>
    response.writeHead(code, headers).end(JSON.stringify(body))
const lost: Reaction = (response) => response.destroy()

let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

interface ServiceOptions {
  readonly price?: string
  readonly sandbox?: boolean
  readonly networks?: typeof networks
  readonly reactions?: readonly Reaction[]
}

/** A service that asks for payment as ours does, over real HTTP. */
async function service({ price = '0.0075', sandbox = false, networks: offered = networks, reactions = [settled] }: ServiceOptions = {}) {
  const seen: Seen[] = []
  const challenge = buildChallenge({
    price: usd(price),
    payTo,
    networks: offered,
    title: 'A test',
    description: 'A test',
    discovery: { method: 'GET', template: '/paid', example: { answer: {} }, schemas: {} },
    firstCallFree: null,
    sandbox,
  })
  let paidRequests = 0
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const payment = request.headers['payment-signature'] as string | undefined
      seen.push({
        method: request.method ?? '',
        url: request.url ?? '',
        payment,
        idempotencyKey: request.headers['idempotency-key'] as string | undefined,
        body: Buffer.concat(chunks).toString('utf8'),
      })
      if (request.url === '/sandbox') return response.end(JSON.stringify({ payer: { privateKey: sandboxKey } }))
      if (request.url === '/free') return response.end('free')
      if (payment === undefined) {
        const { paymentRequired, body } = challenge.answer({ url: 'http://service.test/paid' })
        return response.writeHead(402, { 'PAYMENT-REQUIRED': paymentRequired }).end(body)
      }
      const decoded = decodePaymentSignature(payment)
      if (!decoded.ok) return response.writeHead(400).end(decoded.problem.message)
      const reaction = reactions[Math.min(paidRequests, reactions.length - 1)] ?? settled
      paidRequests += 1
      reaction(response, decoded.credential.proof.authorization)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const sender = createSender(systemTimers)
  close = async () => {
    await sender.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // Only the pauses between attempts are cut short.
  const timers = { ...systemTimers, sleep: async () => {} }
  const call = (options: Partial<PayCall> = {}) =>
    payCall({ url: `${url}/paid`, account, ...options }, { clock: systemClock, timers, random: systemRandom, send: sender.send })
  return { url, seen, call, paid: () => seen.filter(({ payment }) => payment !== undefined) }
}

describe('a paid call', () => {
  test.each(networks)('signs an authorization that $name would take, for exactly the price', async (network) => {
    const { call, paid } = await service()
    const result = await call({ network: network.id })
    const [request] = paid()
    const decoded = decodePaymentSignature(request?.payment ?? '')
    if (!decoded.ok) throw new Error(decoded.problem.message)
    const { proof, accepted, paymentIdentifier } = decoded.credential
    expect(result.kind).toBe('paid')
    expect(proof.network).toBe(network.id)
    expect(proof.authorization).toMatchObject({ from: account.address.toLowerCase(), to: payTo, value: 7500n })
    expect(accepted.amount).toBe(7500n)
    expect(await signedByPayer(network, proof.authorization)).toBe(true)
    expect(paymentIdentifier).toBe(request?.idempotencyKey)
  })

  test('returns the answer, the outcome of the payment, and its receipt', async () => {
    const { call, url } = await service()
    const result = await call()
    expect(result).toMatchObject({
      kind: 'paid',
      payment: {
        network: 'eip155:8453',
        signed: 7500n,
        settlement: { success: true, transaction, amount: '7500' },
        receipt: `${url}/v1/receipts/r1`,
      },
    })
    expect(Buffer.from(result.answer?.body ?? []).toString()).toBe('{"price":1}')
  })

  test('sends the same method and body with the payment as without it', async () => {
    const { call, seen } = await service()
    await call({ body: '{"text":"hello"}' })
    expect(seen.map(({ method, body }) => [method, body])).toEqual([
      ['POST', '{"text":"hello"}'],
      ['POST', '{"text":"hello"}'],
    ])
  })

  test('costs nothing when the service asks for nothing', async () => {
    const { call, seen, url } = await service()
    expect(await call({ url: `${url}/free`, account: null })).toMatchObject({ kind: 'unpaid', answer: { status: 200 } })
    expect(seen).toHaveLength(1)
  })
})

describe('once signed, the same payment is sent again', () => {
  test.each([
    ['after a lost connection', [lost, settled], 2],
    ['while the settlement is pending', [status(503, { 'Retry-After': '2' }, { code: 'settlement_pending' }), settled], 2],
    ['behind a proxy that fails', [status(502), status(504), settled], 3],
    ['while another request uses it', [status(409, {}, { code: 'payment_in_flight' }), settled], 2],
  ] as const)('%s', async (_, reactions, sent) => {
    const { call, paid } = await service({ reactions })
    expect((await call()).kind).toBe('paid')
    expect(paid()).toHaveLength(sent)
    expect(new Set(paid().map(({ payment }) => payment)).size).toBe(1)
    expect(new Set(paid().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  })

  test('a bounded number of times; then its outcome is open and the caller gets the payment to send it again later', async () => {
    const { call, paid } = await service({ reactions: [lost] })
    const result = await call()
    expect(paid()).toHaveLength(6)
    expect(result).toMatchObject({
      kind: 'open',
      answer: null,
      payment: { credential: { header: 'PAYMENT-SIGNATURE', value: paid()[0]?.payment }, settlement: null },
    })
  })

  test('but not when the service asks for too long a wait', async () => {
    const { call, paid } = await service({ reactions: [status(429, { 'Retry-After': '1800' }, { code: 'too_many_uncharged_runs' })] })
    expect(await call()).toMatchObject({ kind: 'open', reason: 'too_many_uncharged_runs' })
    expect(paid()).toHaveLength(1)
  })

  test('and never another one when it is refused', async () => {
    const refused: Reaction = (response, { from }) => {
      response.setHeader(
        'PAYMENT-RESPONSE',
        failedResponse({ network: 'eip155:8453', payer: from, transaction: null, reason: 'invalid_exact_evm_insufficient_balance' }),
      )
      response.writeHead(402).end('{}')
    }
    const { call, paid } = await service({ reactions: [refused] })
    expect(await call()).toMatchObject({ kind: 'refused', reason: 'invalid_exact_evm_insufficient_balance' })
    expect(paid()).toHaveLength(1)
  })

  test('and never another one when the call fails for another reason', async () => {
    const { call, paid } = await service({ reactions: [status(500, {}, { code: 'run_failed' })] })
    expect(await call()).toMatchObject({ kind: 'failed', answer: { status: 500 } })
    expect(paid()).toHaveLength(1)
  })
})

describe('nothing is signed', () => {
  test('above the maximum, which is 0.10 by default', async () => {
    const { call, paid } = await service({ price: '0.100001' })
    await expect(call()).rejects.toMatchObject({ code: 'too_dear' })
    expect(paid()).toHaveLength(0)
    expect((await call({ maximum: usd('0.100001') })).kind).toBe('paid')
  })

  test('on a network that was not asked for', async () => {
    const { call, paid } = await service({ networks: networks.slice(0, 1) })
    await expect(call({ network: 'eip155:137' })).rejects.toMatchObject({ code: 'not_payable' })
    expect(paid()).toHaveLength(0)
  })

  test('for a token that only calls itself USDC', async () => {
    const forged = networks.map((network) => ({ ...network, asset: '0x00000000000000000000000000000000000000bb' as const }))
    const { call, paid } = await service({ networks: forged })
    await expect(call()).rejects.toMatchObject({ code: 'not_payable' })
    expect(paid()).toHaveLength(0)
  })

  test('without a key', async () => {
    const { call } = await service()
    await expect(call({ account: null })).rejects.toMatchObject({ code: 'no_key' })
  })

  test('by a real key for a sandbox', async () => {
    const { call, paid } = await service({ sandbox: true })
    await expect(call()).rejects.toMatchObject({ code: 'wrong_world' })
    expect(paid()).toHaveLength(0)
  })

  test('by a real key for a sandbox, when only headers are asked for', async () => {
    const { call, paid } = await service({ sandbox: true })
    await expect(call({ method: 'HEAD' })).rejects.toMatchObject({ code: 'wrong_world' })
    expect(paid()).toHaveLength(0)
    expect(await call({ method: 'HEAD', account: null })).toMatchObject({ kind: 'paid' })
    expect(paid().map(({ method }) => method)).toEqual(['HEAD'])
  })

  test('by a sandbox key for real money', async () => {
    const { call, paid } = await service()
    await expect(call({ account: null, sandboxAccount: account })).rejects.toMatchObject({ code: 'wrong_world' })
    expect(paid()).toHaveLength(0)
  })

  test('for terms that came over plain HTTP from another machine', async () => {
    const { url } = await service()
    const sender = createSender(systemTimers)
    // The host name is another machine's; the bytes come from the test's own service.
    const send: typeof sender.send = (asked, request) => sender.send(new URL(asked.pathname, url), request)
    const parts = { clock: systemClock, timers: systemTimers, random: systemRandom, send }
    await expect(payCall({ url: 'http://api.example.com/paid', account }, parts)).rejects.toMatchObject({ code: 'insecure' })
    await expect(payCall({ url: 'http://127.0.0.1.example.com/paid', account }, parts)).rejects.toMatchObject({ code: 'insecure' })
    expect((await payCall({ url: 'http://api.example.com/paid', account, insecure: true }, parts)).kind).toBe('paid')
    await sender.close()
  })
})

describe('a sandbox', () => {
  test('is paid by its own example wallet', async () => {
    const { call, paid } = await service({ sandbox: true })
    const result = await call({ account: null })
    expect(result).toMatchObject({ kind: 'paid', payment: { payer: privateKeyToAccount(sandboxKey).address } })
    expect(paid()).toHaveLength(1)
  })

  test('or by a key that was made for it', async () => {
    const { call, seen } = await service({ sandbox: true })
    expect(await call({ account: null, sandboxAccount: account })).toMatchObject({ kind: 'paid', payment: { payer: account.address } })
    expect(seen.some(({ url }) => url === '/sandbox')).toBe(false)
  })
})
