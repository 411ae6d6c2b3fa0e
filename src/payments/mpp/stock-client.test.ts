import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Credential, Receipt } from 'mppx'
import { evm, Mppx } from 'mppx/client'
import { evm as evmServer, Mppx as MppxServer } from 'mppx/server'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signedByPayer } from '../../chain/recover.ts'
import { systemClock } from '../../ops/system.ts'
import { authorizationFor, buildMppCredential } from './build-credential.ts'
import { challengeHash } from './challenge-hash.ts'
import { decodeChargeRequest } from './charge-request.ts'
import { mppCredentials } from './credential-headers.ts'
import { readMppCredential } from './credential.ts'
import { base, challenges, only, payTo, secretText, terms } from './mpp.fixture.ts'
import { encodeMppReceipt } from './receipt.ts'
import { takesPayment } from './accept-payment.ts'

const key = `0x${'5e'.repeat(32)}` as const
const account = privateKeyToAccount(key)
const transaction = `0x${'ab'.repeat(32)}`

/** Its command line asks a public node for the name of the token; tests must not use the network. */
const stayHere = `data:text/javascript,${encodeURIComponent(`
  const { fetch } = globalThis
  globalThis.fetch = (input, init) =>
    new URL(input.url ?? input).hostname === 'localhost' ? fetch(input, init) : Promise.reject(new TypeError('no way out'))
`)}`

/** A service that asks for payment as we do, checks everything but the chain, and records what it received. */
const ours = challenges({ realm: 'localhost', clock: systemClock })
let server: Server
let url: string
const accepted: (string | null)[] = []

async function answer(headers: Headers): Promise<{ status: number; headers: Record<string, string>; body: string }> {
  const again = (why: string) => ({
    status: 402,
    headers: { 'WWW-Authenticate': ours.issuer(terms()).issue().header, 'Cache-Control': 'no-store' },
    body: why,
  })
  accepted.push(headers.get('accept-payment'))
  const [carried] = mppCredentials(headers)
  if (!carried) return again('payment required')
  const reading = readMppCredential(carried.text)
  if (!reading.ok) return again(`${reading.fault.field} ${reading.fault.received}`)
  const { challenge, payload, source } = reading.credential
  const known = ours.verify(challenge)
  if (!known.ok) return again(`${known.field} ${known.received}`)
  if (known.expired || payload.type !== 'authorization') return again('late, or a hash')
  const { authorization } = payload
  const fits =
    authorization.value === known.request.amount &&
    authorization.to === known.request.recipient &&
    authorization.nonce === challengeHash(challenge.id, challenge.realm) &&
    authorization.validBefore === BigInt(known.expiresAt) &&
    source?.address === authorization.from
  if (!fits || !(await signedByPayer(base, authorization))) return again('not the terms')
  const receipt = encodeMppReceipt({
    method: known.method,
    reference: transaction,
    at: Date.now(),
    chainId: 8453,
    challengeId: challenge.id,
  })
  return { status: 200, headers: { 'Payment-Receipt': receipt }, body: authorization.from }
}

beforeAll(async () => {
  server = createServer((request, response) => {
    void answer(new Headers(request.headers as Record<string, string>)).then(({ status, headers, body }) => {
      response.writeHead(status, headers).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://localhost:${(server.address() as AddressInfo).port}/v1/market/price/BTC`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

describe('the stock client', () => {
  test('pays our challenge unmodified, and reads our receipt', async () => {
    const client = Mppx.create({ methods: [evm.charge({ account, currencies: [evm.assets.base.USDC] })], polyfill: false })
    const response = await client.fetch(url)
    expect(await response.text()).toBe(account.address.toLowerCase())
    expect(response.status).toBe(200)
    expect(Receipt.fromResponse(response)).toMatchObject({ method: 'evm', reference: transaction, chainId: 8453 })
    expect(takesPayment(accepted.at(-1) ?? null, 'evm', 'charge')).toBe(true)
  })

  test('skips an evmhash challenge', async () => {
    const client = Mppx.create({ methods: [evm.charge({ account, currencies: [evm.assets.base.USDC] })], polyfill: false })
    const response = new Response(null, {
      status: 402,
      headers: { 'WWW-Authenticate': ours.issuer(terms({ authorization: false })).issue().header },
    })
    await expect(client.createCredential(response)).rejects.toThrow(/evmhash/)
  })

  test('pays from its command line', async () => {
    const env = { ...process.env, MPPX_PRIVATE_KEY: key, NO_UPDATE_NOTIFIER: '1', NODE_OPTIONS: `--import=${stayHere}` }
    const { code, stdout, stderr } = await new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
      execFile(process.execPath, ['node_modules/mppx/dist/bin.js', url, '--silent'], { env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      )
    })
    expect({ code, paidBy: stdout.trim() }, stderr).toEqual({ code: 0, paidBy: account.address.toLowerCase() })
  })
})

describe('the stock server', () => {
  const settled: string[] = []
  const stock = MppxServer.create({
    methods: [
      evmServer.charge({
        currency: evm.assets.base.USDC,
        recipient: payTo,
        settle: async ({ source }) => {
          settled.push(source)
          return { reference: transaction }
        },
      }),
    ],
    realm: 'api.example.com',
    secretKey: secretText,
  })
  const charge = (request: Request) =>
    stock.evm.charge({ amount: '0.0075', expires: new Date(Date.now() + 300_000).toISOString() })(request)

  test('accepts a credential that we build for its challenge', async () => {
    const asked = await charge(new Request('https://api.example.com/x'))
    if (asked.status !== 402) throw new Error('expected a challenge')
    const challenge = only(asked.challenge.headers.get('WWW-Authenticate') ?? '')
    const decoded = decodeChargeRequest(challenge.request)
    if (!decoded.ok) throw new Error(decoded.reason)
    expect(decoded.request).toMatchObject({ amount: 7500n, chainId: 8453, credentialTypes: ['authorization'] })

    const message = authorizationFor(challenge, decoded.request, { from: account.address, latest: Math.floor(Date.now() / 1000) + 600 })
    const signature = await account.signTypedData({
      domain: { ...base.domain, chainId: base.chainId, verifyingContract: base.asset },
      types: {
        TransferWithAuthorization: [
          { name: 'from', type: 'address' },
          { name: 'to', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'validAfter', type: 'uint256' },
          { name: 'validBefore', type: 'uint256' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'TransferWithAuthorization',
      message,
    })
    const authorization = buildMppCredential(challenge, { type: 'authorization', authorization: { ...message, signature } }, base.chainId)
    expect(() => Credential.deserialize(authorization)).not.toThrow()
    const paid = await charge(new Request('https://api.example.com/x', { headers: { authorization } }))
    expect(paid.status).toBe(200)
    expect(settled).toEqual([`did:pkh:eip155:8453:${account.address}`])
  })
})
