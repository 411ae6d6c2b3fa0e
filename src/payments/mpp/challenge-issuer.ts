import type { KeyObject } from 'node:crypto'
import { type Clock, unixSeconds } from '../../shared/clock.ts'
import { hmacSha256After } from '../../shared/hmac.ts'
import { quotedParameter } from './auth-header.ts'
import { challengeIdInput, type ChallengeParams } from './challenge-params.ts'
import type { Random } from '../../shared/random.ts'

export interface MppChallenge {
  /** Value of WWW-Authenticate. */
  readonly header: string
  readonly id: string
  /** RFC 3339. */
  readonly expires: string
}

export interface ChallengeIssuer {
  /** A new challenge, with an id that no other one has. */
  issue(): MppChallenge
}

export interface IssuerParts {
  /** Of the service, for HMAC-SHA256. */
  readonly secret: KeyObject
  readonly random: Random
  readonly clock: Clock
  readonly ttlSeconds: number
}

/** What all challenges of one issuer say. */
export interface IssuedTerms extends Pick<ChallengeParams, 'realm' | 'method' | 'intent' | 'request'> {
  readonly route: string
  /** Empty for none. */
  readonly description: string
}

/** The challenges of one second: only nonce and id differ among them. */
interface Template {
  readonly issuedAt: number
  readonly expires: string
  readonly beforeId: string
  readonly beforeNonce: string
  readonly afterNonce: string
  /** Base64url of the opaque after the nonce. */
  readonly opaqueEnd: string
  /** The id for a nonce and what follows it. */
  readonly idOf: (nonceAndEnd: string) => string
}

/** Base64url of 6 bytes. A nonce has 24, so base64url of the whole JSON is that of its three parts, one behind the other. */
const opaqueStart = encode('{"n":"')

/**
 * Builds the text of a challenge once a second; per challenge there is only a nonce and the id. That saves 1 µs of a 402 with warm
 * caches and 17 µs with cold ones: 8 % in the bench. Nonces in batches, and an HMAC that goes on from its common start, save about
 * 6 of 45 µs more. The JSON of the opaque is canonical: its members are sorted.
 */
export function createIssuer({ secret, random, clock, ttlSeconds }: IssuerParts, terms: IssuedTerms): ChallengeIssuer {
  const { realm, method, intent, request, route, description } = terms
  const nextNonce = createNonces(random)
  let template: Template | null = null

  function build(issuedAt: number): Template {
    const expires = `${new Date((issuedAt + ttlSeconds) * 1000).toISOString().slice(0, 19)}Z`
    const idStart = challengeIdInput({ realm, method, intent, request, expires, digest: null, header: null, opaque: opaqueStart })
    const opaqueEnd = encode(`","r":${JSON.stringify(route)},"t":"${issuedAt}"}`)
    return {
      issuedAt,
      expires,
      beforeId: `Payment realm="${realm}", method="${method}", id="`,
      beforeNonce: `", intent="${intent}", request="${request}", expires="${expires}", opaque="${opaqueStart}`,
      afterNonce: `${opaqueEnd}"${description === '' ? '' : `, ${quotedParameter('description', description)}`}`,
      opaqueEnd,
      idOf: hmacSha256After(secret, idStart, nonceCharacters + opaqueEnd.length),
    }
  }

  return {
    issue() {
      const issuedAt = unixSeconds(clock)
      if (template?.issuedAt !== issuedAt) template = build(issuedAt)
      const { expires, beforeId, beforeNonce, afterNonce, opaqueEnd, idOf } = template
      const nonce = nextNonce()
      const id = idOf(nonce + opaqueEnd)
      return { id, expires, header: `${beforeId}${id}${beforeNonce}${nonce}${afterNonce}` }
    },
  }
}

/** 144 bits, which cannot be guessed. A multiple of three, so that neither base64url form of a nonce has unused bits. */
const nonceBytes = 18
/** Base64url of a nonce has 24 characters, and base64url of these has 32. */
const nonceCharacters = 32
const nonceBatch = 64

/** Nonces in base64url, encoded in base64url once more as part of the opaque. */
function createNonces(random: Random): () => string {
  let nonces = ''
  let next = 0
  return () => {
    if (next === nonces.length) {
      nonces = encode(Buffer.from(random.bytes(nonceBatch * nonceBytes)).toString('base64url'))
      next = 0
    }
    next += nonceCharacters
    return nonces.slice(next - nonceCharacters, next)
  }
}

function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url')
}
