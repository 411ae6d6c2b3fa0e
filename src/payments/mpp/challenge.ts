import { type KeyObject, timingSafeEqual } from 'node:crypto'
import { checksumAddress } from '../../chain/address.ts'
import type { Network } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Clock } from '../../shared/clock.ts'
import { digestCharacters, hmacKey } from '../../shared/hmac-frame.ts'
import { hmacSha256 } from '../../shared/hmac.ts'
import type { Random } from '../../shared/random.ts'
import { FieldFault, member } from '../x402/fields.ts'
import { decodeBase64UrlJson } from './base64url-json.ts'
import { challengeId, type ChallengeParams } from './challenge-params.ts'
import { type AlikeChallenges, challengeTemplate, type ChallengeTemplate, fillTemplate, fitsMoment } from './challenge-template.ts'
import { type ChargeRequest, decodeChargeRequest, encodeChargeRequest } from './charge-request.ts'
import { createMoments, type Moment } from './moment.ts'
import { createNonces } from './nonces.ts'

export interface MppTerms {
  /** Base units. */
  readonly price: bigint
  readonly payTo: Hex
  readonly network: Network
  /** For people; cut to what a header can carry. */
  readonly description: string
  /** `GET /v1/x/{symbol}`: a credential is good for the route that it was asked for. */
  readonly route: string
  /**
   * Whether we settle authorizations on this network. Where not, the method is `evmhash`, which stock clients skip: of an
   * `evm` challenge that takes hashes only they make an error.
   */
  readonly authorization: boolean
}

export interface MppChallenge {
  /** Value of WWW-Authenticate. */
  readonly header: string
  readonly id: string
  /** RFC 3339. */
  readonly expires: string
}

export type MppMethod = 'evm' | 'evmhash'

/** A challenge of ours that came back unchanged. What it asks for is what we asked for then, not what we would ask now. */
export interface KnownChallenge {
  readonly ok: true
  readonly method: MppMethod
  /** Unix seconds. */
  readonly issuedAt: number
  /** Unix seconds. */
  readonly expiresAt: number
  /** Whether its time is over: an authorization comes too late then, a hash of an earlier transfer may not. */
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
  /** A new challenge, with an id that no other one has. What is made of the terms is kept with the object: hand the same one in again. */
  challenge(terms: MppTerms): MppChallenge
  /** Holds a challenge that a credential echoes against our secrets. Never throws. */
  verify(echoed: ChallengeParams): KnownChallenge | UnknownChallenge
}

export interface MppChallengeParts {
  /** From `createSecretKey`, 32 bytes or more. The first makes ids, all are good for checking. */
  readonly secrets: readonly KeyObject[]
  /** Host of the public URL, without port. */
  readonly realm: string
  readonly random: Random
  readonly clock: Clock
  /** How long a challenge may be paid. */
  readonly ttlSeconds: number
}

const intent = 'charge'
/** USDC has six on every network. */
const decimals = 6
const leastSecretBytes = 32
const maxDescription = 80
const realmText = /^[A-Za-z0-9.:_[\]-]{1,253}$/
const expiresText = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/
const base64UrlText = /^[A-Za-z0-9_-]+$/
const opaqueLimits = { characters: 4096, depth: 2, members: 16 }

/**
 * Makes and knows again our challenges, without keeping any. To change secrets under load, list the new one second on
 * every instance, then first, and drop the old one when its last challenge can no longer be used.
 * @throws RangeError for secrets or a realm that can't serve.
 */
export function createMppChallenges({ secrets, realm, random, clock, ttlSeconds }: MppChallengeParts): MppChallenges {
  if (secrets.length === 0 || secrets.some((secret) => (secret.symmetricKeySize ?? 0) < leastSecretBytes)) {
    throw new RangeError(`challenges need secrets of at least ${leastSecretBytes} bytes`)
  }
  if (!realmText.test(realm)) throw new RangeError('the realm of challenges must be a host name')
  const macs = secrets.map(hmacSha256)
  const key = hmacKey(secrets[0] as KeyObject)
  const nonces = createNonces(random)
  const momentNow = createMoments(clock, ttlSeconds)
  const templates = new WeakMap<MppTerms, ChallengeTemplate>()

  function templateFor(terms: MppTerms, moment: Moment): ChallengeTemplate {
    const known = templates.get(terms)
    if (known && fitsMoment(known, moment)) return known
    const made = challengeTemplate(key, { realm, intent, ...alikeFor(terms) }, moment)
    templates.set(terms, made)
    return made
  }

  return {
    challenge(terms) {
      const moment = momentNow()
      const template = templateFor(terms, moment)
      const header = fillTemplate(template, moment, nonces)
      return { id: header.slice(template.idAt, template.idAt + digestCharacters), expires: moment.expires, header }
    },

    verify(echoed) {
      return unlikeOurs(echoed, realm) ?? unlessOurId(echoed, macs) ?? read(echoed, clock)
    },
  }
}

function alikeFor(terms: MppTerms): Omit<AlikeChallenges, 'realm' | 'intent'> {
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
    description: description.length <= maxDescription ? description : `${description.slice(0, maxDescription - 3).trimEnd()}...`,
  }
}

/**
 * Whether a challenge can't be ours, seen without the secret. Realm, method and intent are pinned and the rest is held to
 * its alphabet, so that no "|" moves a boundary between the slots of the id.
 */
function unlikeOurs(echoed: ChallengeParams, realm: string): UnknownChallenge | null {
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

/** Ids are compared as text: other base64url of the same bytes would be another id to everybody else. */
function unlessOurId(echoed: ChallengeParams, macs: readonly ((text: string) => string)[]): UnknownChallenge | null {
  const received = Buffer.from(echoed.id, 'utf8')
  const ours = macs.some((mac) => {
    const expected = Buffer.from(challengeId(mac, echoed), 'utf8')
    return received.length === expected.length && timingSafeEqual(received, expected)
  })
  return ours ? null : unknown('challenge.id', 'the id that we gave to exactly these parameters', echoed.id)
}

/** What a challenge says that carries our own id. */
function read(echoed: ChallengeParams, clock: Clock): KnownChallenge | UnknownChallenge {
  const decoded = decodeChargeRequest(echoed.request)
  const opaque = decodeBase64UrlJson(echoed.opaque ?? '', opaqueLimits)
  const route = opaque.ok ? member(opaque.value, 'r') : null
  const issuedAt = opaque.ok ? Number(member(opaque.value, 't')) : Number.NaN
  const expiresAt = Date.parse(echoed.expires ?? '') / 1000
  // Only somebody else who has our secret can have made such a one.
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
