import { type KeyObject, timingSafeEqual } from 'node:crypto'
import { checksumAddress } from '../../chain/address.ts'
import type { Network } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Clock } from '../../shared/clock.ts'
import { hmacSha256 } from '../../shared/hmac.ts'
import type { Random } from '../../shared/random.ts'
import { FieldFault, member } from '../wire/fields.ts'
import { shortenText } from '../wire/shorten-text.ts'
import { decodeBase64UrlJson } from './base64url-json.ts'
import { type ChallengeIssuer, createIssuer, type IssuedTerms } from './challenge-issuer.ts'
import { challengeId, type ChallengeParams } from './challenge-params.ts'
import { type ChargeRequest, decodeChargeRequest, encodeChargeRequest } from './charge-request.ts'

export interface MppTerms {
  /** Base units. */
  readonly price: bigint
  readonly payTo: Hex
  readonly network: Network
  /** For people; cut to what fits a header. */
  readonly description: string
  /** `GET /v1/x/{symbol}`: a credential pays for this route only. */
  readonly route: string
  /**
   * Whether we settle authorizations on this network. Where we don't, the method is `evmhash`, which stock clients skip: they
   * report an error for an `evm` challenge that takes hashes only.
   */
  readonly authorization: boolean
}

export type MppMethod = 'evm' | 'evmhash'

/** A challenge that we issued and that came back unchanged. Its terms are those of its time, not the present ones. */
export interface KnownChallenge {
  readonly ok: true
  readonly method: MppMethod
  /** Unix seconds. */
  readonly issuedAt: number
  /** Unix seconds. */
  readonly expiresAt: number
  /** Whether it has expired: then an authorization is too late, but the hash of an earlier transfer may be in time. */
  readonly expired: boolean
  readonly request: ChargeRequest
  readonly route: string
}

export interface UnknownChallenge {
  readonly ok: false
  readonly problem: 'invalid-challenge' | 'method-unsupported'
  /** Path in the credential: `challenge.realm`. */
  readonly field: string
  readonly expected: string
  readonly received: string
}

export interface MppChallenges {
  /** Issues challenges for these terms. Their static text is built here, so keep the issuer. */
  issuer(terms: MppTerms): ChallengeIssuer
  /** Checks a challenge that a credential echoes with our secrets. Never throws. */
  verify(echoed: ChallengeParams): KnownChallenge | UnknownChallenge
}

export interface MppChallengeParts {
  /** From `createSecretKey`, 32 bytes or more. The first makes ids; all of them verify ids. */
  readonly secrets: readonly KeyObject[]
  /** Host of the public URL, without port. */
  readonly realm: string
  readonly random: Random
  readonly clock: Clock
  /** Seconds in which a challenge may be paid. */
  readonly ttlSeconds: number
}

const intent = 'charge'
/** USDC has six on every network. */
const decimals = 6
const minSecretBytes = 32
const maxDescription = 80
const realmText = /^[A-Za-z0-9.:_[\]-]{1,253}$/
const expiresText = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const base64UrlText = /^[A-Za-z0-9_-]+$/
const opaqueLimits = { characters: 4096, depth: 2, members: 16 }

/**
 * Issues and verifies challenges, without storing any. To change secrets under load, list the new secret second on every
 * instance, then first, and remove the old one when its last challenge can no longer be used.
 * @throws RangeError for a secret that is too short, or a realm that is not a host name.
 */
export function createMppChallenges({ secrets, realm, random, clock, ttlSeconds }: MppChallengeParts): MppChallenges {
  if (secrets.length === 0 || secrets.some((secret) => (secret.symmetricKeySize ?? 0) < minSecretBytes)) {
    throw new RangeError(`challenges need secrets of at least ${minSecretBytes} bytes`)
  }
  if (!realmText.test(realm)) throw new RangeError('the realm of challenges must be a host name')
  const macs = secrets.map(hmacSha256)
  const parts = { secret: secrets[0] as KeyObject, random, clock, ttlSeconds }

  return {
    issuer: (terms) => createIssuer(parts, { realm, intent, ...issuedTerms(terms) }),

    verify(echoed) {
      return checkSlots(echoed, realm) ?? checkId(echoed, macs) ?? read(echoed, clock)
    },
  }
}

function issuedTerms(terms: MppTerms): Omit<IssuedTerms, 'realm' | 'intent'> {
  const { price, payTo, network, description, route, authorization } = terms
  const request = encodeChargeRequest({
    amount: price,
    currency: checksumAddress(network.asset),
    recipient: checksumAddress(payTo),
    chainId: network.chainId,
    credentialTypes: authorization ? ['authorization', 'hash'] : ['hash'],
    decimals,
  })
  return {
    method: authorization ? 'evm' : 'evmhash',
    request,
    route,
    description: shortenText(description, maxDescription, '...'),
  }
}

/**
 * Whether a challenge can't be ours, as seen without the secret. Realm, method and intent must be ours and every other slot must
 * have its alphabet, so that no "|" can move a boundary between the slots of the id.
 */
function checkSlots(echoed: ChallengeParams, realm: string): UnknownChallenge | null {
  const { method, digest, header, expires } = echoed
  if (method !== 'evm' && method !== 'evmhash') return unknown('challenge.method', '"evm" or "evmhash"', method, 'method-unsupported')
  if (echoed.intent !== intent) return unknown('challenge.intent', `"${intent}"`, echoed.intent, 'method-unsupported')
  if (echoed.realm !== realm) return unknown('challenge.realm', `"${realm}"`, echoed.realm)
  if (digest !== null) return unknown('challenge.digest', 'nothing', digest)
  if (header !== null) return unknown('challenge.header', 'nothing', header)
  if (expires === null || !expiresText.test(expires)) return unknown('challenge.expires', 'the time that the challenge gave', expires)
  if (!base64UrlText.test(echoed.request)) return unknown('challenge.request', 'the text that the challenge gave', echoed.request)
  if (echoed.opaque === null || !base64UrlText.test(echoed.opaque)) {
    return unknown('challenge.opaque', 'the text that the challenge gave', echoed.opaque)
  }
  return null
}

/** Ids are compared as text: another base64url form of the same bytes is another id. */
function checkId(echoed: ChallengeParams, macs: readonly ((text: string) => string)[]): UnknownChallenge | null {
  const received = Buffer.from(echoed.id, 'utf8')
  const ours = macs.some((mac) => {
    const expected = Buffer.from(challengeId(mac, echoed), 'utf8')
    return received.length === expected.length && timingSafeEqual(received, expected)
  })
  return ours ? null : unknown('challenge.id', 'the id that we gave to exactly these parameters', echoed.id)
}

/** Reads a challenge whose id is ours. */
function read(echoed: ChallengeParams, clock: Clock): KnownChallenge | UnknownChallenge {
  const decoded = decodeChargeRequest(echoed.request)
  const opaque = decodeBase64UrlJson(echoed.opaque ?? '', opaqueLimits)
  const route = opaque.ok ? member(opaque.value, 'r') : null
  const issuedAt = opaque.ok ? Number(member(opaque.value, 't')) : Number.NaN
  const expiresAt = Date.parse(echoed.expires ?? '') / 1000
  // These faults are possible only in a challenge that other software made with our secret.
  if (!decoded.ok) return unknown('challenge.request', 'an evm charge', echoed.request)
  if (typeof route !== 'string' || !Number.isSafeInteger(issuedAt)) return unknown('challenge.opaque', 'our own', echoed.opaque)
  if (!Number.isSafeInteger(expiresAt)) return unknown('challenge.expires', 'a time', echoed.expires)
  const method: MppMethod = echoed.method === 'evm' ? 'evm' : 'evmhash'
  return { ok: true, method, issuedAt, expiresAt, expired: clock.now() >= expiresAt * 1000, request: decoded.request, route }
}

function unknown(
  field: string,
  expected: string,
  value: string | null,
  problem: UnknownChallenge['problem'] = 'invalid-challenge',
): UnknownChallenge {
  return { ok: false, problem, field, expected, received: new FieldFault(field, expected, value ?? undefined).received }
}
