import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Payment } from '../../ledger/payments/payment.ts'
import { createStatements } from './statements.ts'

const clock = { now: () => 1_764_000_000_500 }
const issuer = 'https://tides.example'
const open = (...secrets: string[]) => createStatements({ secrets, issuer, clock })
const request = { origin: 'https://api.example', method: 'POST', target: '/v2/check?x=1', body: Buffer.from('{"a":1}') }
const payment = {
  id: 'rcpt_1',
  payer: '0xabc',
  network: 'eip155:8453',
  asset: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913',
  amount: 10_000n,
  free: false,
  settledAt: null,
} as unknown as Payment

/** As an API checks it: by the key that the header names, with Web Crypto. */
async function read(statement: string, { keys }: ReturnType<typeof createStatements>['keys']) {
  const [header = '', payload = '', signature = ''] = statement.split('.')
  const json = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  const jwk = keys.find(({ kid }) => kid === json(header)['kid'])
  if (jwk === undefined) return null
  const key = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify'])
  const isTrue = await crypto.subtle.verify('Ed25519', key, Buffer.from(signature, 'base64url'), Buffer.from(`${header}.${payload}`))
  return isTrue ? json(payload) : null
}

describe('what an API is told of a call', () => {
  test('is for one request and for a minute, and names offer, receipt, payer, amount and state', async () => {
    const till = open('a secret')
    expect(await read(till.sign('check', payment, request), till.keys)).toEqual({
      iss: issuer,
      aud: 'https://api.example',
      iat: 1_764_000_000,
      exp: 1_764_000_060,
      method: 'POST',
      target: '/v2/check?x=1',
      digest: `sha-256=:${hash('sha256', '{"a":1}', 'base64')}:`,
      offer: 'check',
      receipt: 'rcpt_1',
      payer: '0xabc',
      state: 'verified',
      amount: '10000',
      usd: '0.01',
      asset: payment.asset,
      network: 'eip155:8453',
    })
  })

  test.each([
    ['settled', { ...payment, settledAt: 1 }, { state: 'settled', amount: '10000' }],
    ['the first call of a wallet, which is free', { ...payment, free: true }, { state: 'free', receipt: 'rcpt_1', amount: '0' }],
    ['without a payment', null, { state: 'free' }],
  ])('is true of a call that is %s', async (_, paid, expected) => {
    const till = open('a secret')
    const said = await read(till.sign('check', paid, { ...request, body: null }), till.keys)
    expect(said).toMatchObject({ ...expected, digest: `sha-256=:${hash('sha256', '', 'base64')}:` })
    expect(said?.['receipt'] === undefined).toBe(paid === null)
  })

  test('is signed with the same key by all instances, and read by its key while the secret is rotated', async () => {
    const statement = open('old').sign('check', payment, request)
    expect(open('old').keys).toEqual(open('old').keys)
    expect(await read(statement, open('new', 'old').keys)).toMatchObject({ receipt: 'rcpt_1' })
    expect(await read(statement, open('new').keys)).toBeNull()
    expect(JSON.stringify(open('new', 'old').keys)).not.toMatch(/"d"|secret/)
  })

  test('fails its check with one byte changed', async () => {
    const till = open('a secret')
    const [header, payload, signature] = till.sign('check', payment, request).split('.')
    const forged = Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(payload!, 'base64url').toString()), amount: '9' })).toString(
      'base64url',
    )
    expect(await read(`${header}.${forged}.${signature}`, till.keys)).toBeNull()
  })
})
