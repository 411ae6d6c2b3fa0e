import { createPrivateKey, createPublicKey, hash, hkdfSync, sign, type KeyObject } from 'node:crypto'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { SentRequest } from '../../offers/offer.ts'
import type { Clock } from '../../shared/clock.ts'
import { formatUsd } from '../../shared/money.ts'

/** Seconds. Clocks of two machines differ, and a request may wait for a connection. */
const validSeconds = 60

/** What the till knows of a call, signed for the API that answers it. */
export interface Statements {
  /** A JWS (RFC 7515), in its compact form, whose payload is a JWT. @param payment null for a call without a payment */
  sign(offerId: string, payment: Payment | null, request: SentRequest): string
  /** The keys that signatures are made with, and were: a JSON Web Key Set (RFC 7517). */
  readonly keys: { readonly keys: readonly PublicKey[] }
}

interface PublicKey {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly alg: 'EdDSA'
  readonly use: 'sig'
  readonly kid: string
}

/**
 * Statements under keys that are derived from the secrets of challenges, so that all instances have the same one and it is rotated with
 * them. The first secret signs.
 * @param issuer absolute base address of the service
 */
export function createStatements({
  secrets,
  issuer,
  clock,
}: {
  readonly secrets: readonly string[]
  readonly issuer: string
  readonly clock: Clock
}): Statements {
  const pairs = secrets.map(keyPairOf)
  const [first] = pairs
  if (first === undefined) throw new TypeError('statements need a secret')
  const header = encoded({ alg: 'EdDSA', typ: 'JWT', kid: first.published.kid })
  return {
    sign(offerId, payment, { origin, method, target, body }) {
      const now = Math.floor(clock.now() / 1_000)
      const claims = {
        iss: issuer,
        aud: origin,
        iat: now,
        exp: now + validSeconds,
        method,
        target,
        digest: `sha-256=:${hash('sha256', body ?? new Uint8Array(), 'base64')}:`,
        offer: offerId,
        ...(payment === null ? { state: 'free' } : paidClaims(payment)),
      }
      const signed = `${header}.${encoded(claims)}`
      return `${signed}.${sign(null, Buffer.from(signed), first.privateKey).toString('base64url')}`
    },
    keys: { keys: pairs.map(({ published }) => published) },
  }
}

/** `verified`: charged when the API has answered; `settled`: paid before. */
function paidClaims(payment: Payment) {
  const { id, payer, network, asset, amount, free, settledAt } = payment
  const state = free ? 'free' : settledAt === null ? 'verified' : 'settled'
  const charged = free ? 0n : amount
  return { receipt: id, payer, state, amount: charged.toString(), usd: formatUsd(charged), asset, network }
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** The PKCS #8 form of an Ed25519 key up to its 32 bytes (RFC 8410, section 7). */
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex')

function keyPairOf(secret: string): { readonly privateKey: KeyObject; readonly published: PublicKey } {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'farthing: statements to upstreams', 32))
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Start, seed]), format: 'der', type: 'pkcs8' })
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  if (x === undefined) throw new TypeError('an Ed25519 key has an x')
  // RFC 7638: the members in this order.
  const kid = hash('sha256', JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }), 'base64url')
  return { privateKey, published: { kty: 'OKP', crv: 'Ed25519', x, alg: 'EdDSA', use: 'sig', kid } }
}
