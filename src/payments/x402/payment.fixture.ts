import fc from 'fast-check'
import { type Hex, toHex } from '../../shared/bytes.ts'

/** A PaymentPayload as an official client writes it; overwrite what a test is about. */
export function paymentPayload() {
  return {
    x402Version: 2,
    resource: { url: 'https://api.example.com/v1/market/price/BTC', description: 'Market price', mimeType: 'application/json' },
    accepted: {
      scheme: 'exact',
      network: 'eip155:8453',
      amount: '7500',
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      maxTimeoutSeconds: 300,
      extra: { name: 'USD Coin', version: '2' },
    },
    payload: {
      signature: `0x${'2d'.repeat(32)}${'1f'.repeat(32)}1c`,
      authorization: {
        from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
        to: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
        value: '7500',
        validAfter: '0',
        validBefore: '1795230481',
        nonce: `0x${'5e'.repeat(32)}`,
      },
    },
    extensions: {},
  }
}

/** Standard base64 of the JSON of a value, or of text as it is. */
export function header(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value), 'utf8').toString('base64')
}

/** The payload with the member at a dotted path replaced; `undefined` takes it out. */
export function withMember(path: string, value: unknown): Record<string, unknown> {
  const payload = structuredClone(paymentPayload()) as Record<string, unknown>
  const names = path.split('.')
  const last = names.pop() as string
  const parent = names.reduce((at, name) => (at[name] ??= {}) as Record<string, unknown>, payload)
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return payload
}

const hexOf = (length: number): fc.Arbitrary<Hex> => fc.uint8Array({ minLength: length, maxLength: length }).map(toHex)
const uint256 = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })

export const anyAuthorization = fc.record({
  from: hexOf(20),
  to: hexOf(20),
  value: uint256,
  validAfter: uint256,
  validBefore: uint256,
  nonce: hexOf(32),
  signature: fc.oneof(
    fc.tuple(hexOf(64), fc.constantFrom('1b', '1c')).map(([rs, v]): Hex => `${rs}${v}` as Hex),
    fc.uint8Array({ minLength: 66, maxLength: 400 }).map(toHex),
  ),
})

export const anyRequirement = fc.record({
  scheme: fc.constant('exact'),
  network: fc.integer({ min: 1, max: 2 ** 40 }).map((id) => `eip155:${id}` as const),
  amount: uint256.map(String),
  asset: hexOf(20),
  payTo: hexOf(20),
  maxTimeoutSeconds: fc.integer({ min: 1, max: 100_000 }),
  extra: fc.record({ name: fc.string({ maxLength: 20 }), version: fc.string({ maxLength: 5 }) }),
})
