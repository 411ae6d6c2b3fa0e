import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { findNetwork } from '../../chain/networks.ts'
import type { Network } from '../../chain/chain.ts'
import { type Hex, toHex } from '../../shared/bytes.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Random } from '../../shared/random.ts'
import { createMppChallenges, type MppChallengeParts, type MppTerms } from './challenge.ts'
import type { ChallengeParams } from './challenge-params.ts'
import { parsePaymentChallenges } from './parse-www-authenticate.ts'

export const realm = 'api.example.com'
export const secretText = 'test-vector-secret-minimum-32-byte-secret'
export const payTo: Hex = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
export const payer: Hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const base = findNetwork('eip155:8453') as Network
export const random: Random = { bytes: (length) => randomBytes(length) }

export function secret(text: string): KeyObject {
  return createSecretKey(Buffer.from(text, 'utf8'))
}

/** A clock that stays at a whole second, 2026-11-21T03:08:01Z, until it is moved. */
export function standingClock(): Clock & { move(seconds: number): void } {
  let now = 1_795_230_481_000
  return {
    now: () => now,
    move(seconds) {
      now += seconds * 1000
    },
  }
}

export function challenges(overrides: Partial<MppChallengeParts> = {}) {
  return createMppChallenges({ secrets: [secret(secretText)], realm, random, clock: standingClock(), ttlSeconds: 300, ...overrides })
}

export function terms(overrides: Partial<MppTerms> = {}): MppTerms {
  return {
    price: 7500n,
    payTo,
    network: base,
    description: 'Market price. What one coin costs now.',
    route: 'GET /v1/market/price/{symbol}',
    authorization: true,
    ...overrides,
  }
}

/** The only challenge of a header. */
export function only(header: string): ChallengeParams {
  const [challenge, ...more] = parsePaymentChallenges(header)
  if (!challenge || more.length > 0) throw new Error('expected one challenge')
  return challenge
}

/** The challenge of a credential as clients write it. */
export function onWire(challenge: ChallengeParams): Record<string, unknown> {
  return Object.fromEntries(Object.entries(challenge).filter(([, value]) => value !== null))
}

/** A credential as the stock client writes it; overwrite what a test is about. */
export function wireCredential() {
  const challenge = only(challenges().issuer(terms()).issue().header)
  return {
    challenge: onWire(challenge),
    payload: {
      from: payer,
      nonce: `0x${'5e'.repeat(32)}`,
      signature: `0x${'2d'.repeat(32)}${'1f'.repeat(32)}1c`,
      to: payTo,
      type: 'authorization',
      validAfter: '0',
      validBefore: '1795230781',
      value: '7500',
    },
    source: `did:pkh:eip155:8453:${payer}`,
  }
}

/** Base64url of the JSON of a value, or of text as it is. */
export function token(value: unknown): string {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value), 'utf8').toString('base64url')
}

const pristine = wireCredential()

/** The credential with the member at a dotted path replaced; `undefined` takes it out. */
export function withMember(path: string, value: unknown): Record<string, unknown> {
  const credential = structuredClone(pristine) as Record<string, unknown>
  const names = path.split('.')
  const last = names.pop() as string
  const parent = names.reduce((at, name) => (at[name] ??= {}) as Record<string, unknown>, credential)
  if (value === undefined) delete parent[last]
  else parent[last] = value
  return credential
}

export const hexOf = (length: number): fc.Arbitrary<Hex> => fc.uint8Array({ minLength: length, maxLength: length }).map(toHex)
const uint256 = fc.bigInt({ min: 0n, max: (1n << 256n) - 1n })

/** Any JSON object, with names and texts of all kinds. */
export const jsonObject = fc
  .dictionary(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 })
  .map((object) => JSON.parse(JSON.stringify(object)) as Record<string, unknown>)
  .filter((object) => !JSON.stringify(object).includes('__proto__'))

const printable = (maxLength: number) => fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength })

/** Parameters as mppx's `Challenge.from` takes them, of any server. */
export const anyChallenge = fc.record(
  {
    realm: printable(40),
    method: fc.constantFrom('evm', 'evmhash', 'tempo', 'stripe'),
    intent: fc.constantFrom('charge', 'session'),
    request: jsonObject,
    expires: fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true }).map((date) => date.toISOString()),
    digest: fc.base64String().map((text) => `sha-256=${text}`),
    description: printable(60),
    header: fc.constantFrom('Payment-Authorization', 'X-Pay'),
    meta: fc.dictionary(printable(8), printable(20), { maxKeys: 4 }).map((meta) => ({ ...meta })),
  },
  { requiredKeys: ['realm', 'method', 'intent', 'request'] },
)

export const anyAuthorization = fc.record({
  from: hexOf(20),
  to: hexOf(20),
  value: uint256,
  validAfter: uint256,
  validBefore: uint256,
  nonce: hexOf(32),
  signature: fc.tuple(hexOf(64), fc.constantFrom('1b', '1c')).map(([rs, v]): Hex => `${rs}${v}` as Hex),
})
