import { evm, Mppx } from 'mppx/server'
import { afterEach, describe, expect, test } from 'vitest'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { networks } from '../chain/networks.ts'
import { signedByPayer } from '../chain/recover.ts'
import { challengeHash, listedChallengeHash } from '../payments/mpp/challenge-hash.ts'
import { decodePaymentSignature } from '../payments/x402/decode-payment.ts'
import { buildChallenge } from '../payments/x402/challenge.ts'
import { usd } from '../shared/money.ts'
import { answered, lost, openMppService, payTo, status, type MppServiceOptions } from './mpp-service.fixture.ts'
import { payCall, signCall, type PayCall } from './pay.ts'
import { openService } from './service.fixture.ts'

const account = privateKeyToAccount(generatePrivateKey())
const transaction = `0x${'ab'.repeat(32)}` as const

let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

async function service(options: MppServiceOptions = {}) {
  const opened = await openMppService(options)
  close = opened.close
  const call = (more: Partial<PayCall> = {}) => payCall({ url: `${opened.url}/paid`, protocol: 'mpp', account, ...more }, opened.parts)
  return { ...opened, call }
}

describe('a call that is paid by MPP', () => {
  test.each(networks)('carries an authorization that $name would take, bound to its challenge', async (network) => {
    const { call, paid } = await service()
    const result = await call({ network: network.id })
    expect(result).toMatchObject({
      kind: 'paid',
      payment: { network: network.id, signed: 7500n, settlement: { success: true, transaction } },
    })
    const { challenge, payload, source } = paid[0]!.credential
    if (payload.type !== 'authorization') throw new Error('no authorization')
    const { authorization } = payload
    expect(authorization).toMatchObject({ from: account.address.toLowerCase(), to: payTo, value: 7500n, validAfter: 0n })
    expect(authorization.nonce).toBe(challengeHash(challenge.id, challenge.realm))
    expect(authorization.validBefore).toBe(BigInt(Date.parse(challenge.expires ?? '') / 1000))
    expect(source).toEqual({ chainId: network.chainId, address: account.address.toLowerCase() })
    expect(await signedByPayer(network, authorization)).toBe(true)
  })

  const refusesNonce = status(402, {}, { code: 'invalid_challenge' })

  test('is signed once more, with the nonce of newer SDKs, where the service refuses the credential for nothing', async () => {
    const ours = await service({ reactions: [refusesNonce, answered(transaction)] })
    expect(await ours.call()).toMatchObject({ kind: 'paid', payment: { signed: 7500n } })
    const nonces = ours.paid.map(({ credential: { payload } }) => (payload.type === 'authorization' ? payload.authorization.nonce : null))
    const [first, second] = ours.paid.map(({ credential }) => credential.challenge)
    expect(nonces).toEqual([challengeHash(first!.id, first!.realm), listedChallengeHash(second!.id, second!.realm)])
  })

  test('is signed no third time, and not twice where the limit covers only one or the refusal may have cost something', async () => {
    const refused = [refusesNonce, refusesNonce, answered(transaction)]
    const three = await service({ reactions: refused })
    expect(await three.call()).toMatchObject({ kind: 'refused' })
    expect(three.paid).toHaveLength(2)
    await three.close()
    const tight = await service({ reactions: refused })
    expect(await tight.call({ maximum: 14_999n })).toMatchObject({ kind: 'refused' })
    expect(tight.paid).toHaveLength(1)
    await tight.close()
    const used = await service({ reactions: [status(402, {}, { code: 'payment_already_used' }), answered(transaction)] })
    expect(await used.call()).toMatchObject({ kind: 'refused' })
    expect(used.paid).toHaveLength(1)
  })

  test('leaves the Authorization header of the caller unchanged', async () => {
    const { call, paid, seen } = await service()
    expect((await call()).kind).toBe('paid')
    expect((await call({ headers: { Authorization: 'Bearer mine' } })).kind).toBe('paid')
    expect(paid.map(({ header }) => header)).toEqual(['Authorization: Payment', 'Payment-Authorization'])
    expect(seen.at(-1)?.headers.authorization).toBe('Bearer mine')
  })

  test('takes the first of several challenges that it can pay', async () => {
    const otherChallenges = ['Bearer realm="x"', 'Payment realm="127.0.0.1", method="tempo", id="a", intent="charge", request="e30"']
    const { call } = await service({ otherChallenges })
    expect((await call()).kind).toBe('paid')
  })

  test('says that nothing was settled when the receipt names no transaction', async () => {
    const { call } = await service({ reactions: [answered('c0ffee')] })
    expect(await call()).toMatchObject({ kind: 'paid', payment: { settlement: { success: true, transaction: '' } } })
  })

  test('pays a stock mppx server', async () => {
    const settled: unknown[] = []
    const mppx = Mppx.create({
      secretKey: 'a secret of at least thirty-two bytes',
      realm: '127.0.0.1',
      methods: [
        evm.charge({
          currency: networks[0]!.asset,
          chainId: 8453,
          decimals: 6,
          recipient: payTo,
          authorization: { name: 'USD Coin', version: '2' },
          settle: async ({ payload }) => {
            settled.push(payload)
            return { reference: transaction }
          },
        }),
      ],
    })
    const opened = await openService(async (request, response) => {
      const asked = new Request(`http://127.0.0.1${request.url}`, { headers: request.headers as Record<string, string> })
      const outcome = await mppx.evm.charge({ amount: '0.0075' })(asked)
      const answer = outcome.status === 402 ? outcome.challenge : outcome.withReceipt(Response.json({ price: 1 }))
      response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
    })
    close = opened.close
    const result = await payCall({ url: `${opened.url}/paid`, protocol: 'mpp', account }, opened.parts)
    expect(result).toMatchObject({ kind: 'paid', payment: { settlement: { success: true, transaction } } })
    expect(settled).toMatchObject([{ type: 'authorization', value: '7500' }])
  })

  test('can be signed without being sent', async () => {
    const { url, parts, paid } = await service()
    const signed = await signCall({ url: `${url}/paid`, protocol: 'mpp', account }, parts)
    expect(signed).toMatchObject({
      kind: 'signed',
      paid: { payment: { credential: { header: 'Authorization', value: expect.stringMatching(/^Payment [A-Za-z0-9_-]+$/) } } },
    })
    expect(paid).toHaveLength(0)
  })
})

describe('once signed, the same credential is sent again', () => {
  test.each([
    ['after a lost connection', [lost, answered(transaction)], 2],
    ['while the settlement is pending', [status(503, { 'Retry-After': '2' }, { code: 'settlement_pending' }), answered(transaction)], 2],
    ['behind a proxy that fails', [status(502), status(504), answered(transaction)], 3],
  ] as const)('%s', async (_, reactions, sent) => {
    const { call, paid } = await service({ reactions })
    expect((await call()).kind).toBe('paid')
    expect(paid).toHaveLength(sent)
    expect(new Set(paid.map(({ credential }) => credential.hash)).size).toBe(1)
    expect(new Set(paid.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1)
  })

  test('and never another one when it is refused', async () => {
    const { call, paid } = await service({ reactions: [status(402, {}, { code: 'invalid_exact_evm_insufficient_balance' })] })
    expect(await call()).toMatchObject({ kind: 'refused', reason: 'invalid_exact_evm_insufficient_balance' })
    expect(paid).toHaveLength(1)
  })

  test('and is returned to the caller while its outcome is open', async () => {
    const { call, paid } = await service({ reactions: [lost] })
    expect(await call()).toMatchObject({
      kind: 'open',
      payment: { credential: { header: 'Authorization', value: expect.stringMatching(/^Payment /) }, transaction: null },
    })
    expect(paid).toHaveLength(6)
  })
})

describe('nothing is signed', () => {
  const declined = async (code: string, options: MppServiceOptions, more: Partial<PayCall> = {}) => {
    const { call, paid } = await service(options)
    await expect(call(more)).rejects.toMatchObject({ name: 'PaymentDeclined', code })
    expect(paid).toHaveLength(0)
  }

  test('above the maximum', () => declined('too_dear', { price: '0.100001' }))
  test('on a network that was not asked for', () => declined('not_payable', { networks: networks.slice(0, 1) }, { network: 'eip155:137' }))
  test('for a challenge that expires too soon', () => declined('not_payable', { ttlSeconds: 5 }))
  test('when authorizations are not taken', () => declined('not_payable', { authorization: false }))
  test('by a real key for a sandbox', () => declined('wrong_world', { sandbox: {} }))
  test('for a token that only calls itself USDC', () =>
    declined('not_payable', { networks: networks.map((network) => ({ ...network, asset: payTo })) }))

  test('when the service chooses the header that the credential has to go into', async () => {
    const { url, parts, paid } = await service()
    const renamed: typeof parts.send = async (to, request) => {
      const answer = await parts.send(to, request)
      return { ...answer, list: (name) => answer.list(name)?.replace('Payment realm', 'Payment header="Cookie", realm') ?? null }
    }
    await expect(payCall({ url: `${url}/paid`, protocol: 'mpp', account }, { ...parts, send: renamed })).rejects.toMatchObject({
      code: 'not_payable',
    })
    expect(paid).toHaveLength(0)
  })

  test('when the service offers x402 only', async () => {
    const discovery = { method: 'GET', template: '/paid', example: { answer: {} }, schemas: {} } as const
    const terms = { price: usd('0.01'), payTo, networks, title: 'x', description: 'x', discovery, firstCallFree: null, sandbox: false }
    const { paymentRequired } = buildChallenge(terms).answer({ url: 'http://service.test/paid' })
    const opened = await openService((_, response) => response.writeHead(402, { 'PAYMENT-REQUIRED': paymentRequired }).end('{}'))
    close = opened.close
    await expect(payCall({ url: `${opened.url}/paid`, protocol: 'mpp', account }, opened.parts)).rejects.toMatchObject({
      code: 'not_payable',
    })
    const signed = await signCall({ url: `${opened.url}/paid`, account }, opened.parts)
    expect(signed.kind === 'signed' && decodePaymentSignature(signed.paid.payment.credential.value).ok).toBe(true)
  })
})
