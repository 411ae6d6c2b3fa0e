import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRedactor } from './redact.ts'

const secret = 'eyJ4NDAyVmVyc2lvbiI6Mn0'
const redact = createRedactor([])
const written = (value: unknown) => JSON.stringify(redact(value)) ?? ''

const names = [
  'payment-signature',
  'PAYMENT-SIGNATURE',
  'paymentSignature',
  'X-PAYMENT',
  'Authorization',
  'payment-authorization',
  'payment-response',
  'Payment-Receipt',
  'Idempotency-Key',
  'idempotencyKey',
  'cookie',
  'privateKey',
  'secret',
  'signerKey',
  'SIGNER_KEY',
  'signature',
]

describe('a payment header or secret is redacted', () => {
  test.each(names)('as the member %s, however deep', (name) => {
    expect(written({ [name]: secret, request: { headers: { [name]: [secret], list: [{ [name]: { value: secret } }] } } })).not.toContain(
      secret,
    )
  })

  test.each(names)('as the name %s in raw headers, pairs, Headers and Map', (name) => {
    expect(written({ rawHeaders: ['Accept', '*/*', name, secret], pairs: [[name, secret]], map: new Map([[name, secret]]) })).not.toContain(
      secret,
    )
    if (!name.includes('_')) expect(written(new Headers({ [name]: secret }))).not.toContain(secret)
  })

  test.each([
    'PAYMENT-SIGNATURE: ',
    'x-payment=',
    '"payment-authorization":"Payment id=',
    'Authorization: Payment id="a", credential=',
    'idempotency-key: ',
  ])('inside a text, after %s', (before) => {
    expect(written(`refused ${before}${secret} from the client`)).not.toContain(secret)
    expect(written(new Error(`refused ${before}${secret}`))).not.toContain(secret)
    expect(written({ error: new Error('outer', { cause: new Error(`${before}${secret}`) }) })).not.toContain(secret)
  })

  test('in a structure of any shape', () => {
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.constant(null))
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        leaf,
        fc.array(tie('tree'), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie('tree'), { maxKeys: 4 }),
        tie('holder'),
      ),
      holder: fc.tuple(fc.constantFrom(...names), tie('tree')).map(([name, inside]) => ({ [name]: secret, inside })),
    }))
    fc.assert(fc.property(tree, (value) => !written(value).includes(secret)))
  })

  test('when it is a secret of this process, anywhere in a text', () => {
    const clean = createRedactor(['https://node.example/v2/abcdef0123', 'short'])
    expect(JSON.stringify(clean({ url: 'https://node.example/v2/abcdef0123/', note: 'short of breath' }))).toBe(
      '{"url":"[redacted]/","note":"short of breath"}',
    )
  })

  test('when it is a signature in hex under any name', () => {
    expect(written({ sig: `0x${'ab'.repeat(65)}` })).toBe('{"sig":"[redacted]"}')
  })
})

describe('other values stay readable', () => {
  test('hashes, addresses, amounts, dates and names', () => {
    const entry = {
      transaction: `0x${'12'.repeat(32)}`,
      payer: `0x${'34'.repeat(20)}`,
      amount: 7500n,
      at: new Date(0),
      token: 'USDC',
      payment: 'abc',
      list: [1, 'two'],
    }
    expect(redact(entry)).toEqual({ ...entry, amount: '7500', at: '1970-01-01T00:00:00.000Z' })
  })

  test('an error keeps its type, message, code and cause', () => {
    const error = Object.assign(new TypeError('fetch failed', { cause: new Error('refused') }), { code: 'ECONNREFUSED' })
    expect(redact({ err: error })).toMatchObject({
      err: { type: 'TypeError', message: 'fetch failed', code: 'ECONNREFUSED', cause: { message: 'refused' } },
    })
  })
})

describe('no logged value can harm the process', () => {
  test('circles, depth, width, length and odd values are bounded', () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    let deep: unknown = 'bottom'
    for (let level = 0; level < 10_000; level += 1) deep = { deep }
    expect(
      written({
        circle,
        deep,
        wide: Array.from({ length: 100_000 }, () => 1),
        long: 'x'.repeat(1_000_000),
        run: () => 1,
        bytes: new Uint8Array(9),
      }).length,
    ).toBeLessThan(20_000)
  })

  test('a member named __proto__ stays a member', () => {
    expect(written(JSON.parse('{"__proto__":{"polluted":true}}'))).toBe('{"__proto__":{"polluted":true}}')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
