import { type Clock, unixSeconds } from '../../shared/clock.ts'
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
  /** HMAC-SHA256 under the secret of the service. */
  readonly mac: (text: string) => string
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
  /** What the id covers, up to the nonce. */
  readonly idInputStart: string
  /** Base64url of the opaque after the nonce. */
  readonly opaqueEnd: string
}

/** 144 bits, which cannot be guessed. A multiple of three, so that base64url of a nonce has no unused bits: 24 characters. */
const nonceBytes = 18
/** Base64url of 6 bytes. A nonce has 24, so base64url of the whole JSON is that of its three parts, one behind the other. */
const opaqueStart = encode('{"n":"')

/**
 * Builds the text of a challenge once a second; per challenge there is only a nonce and the id. That saves 1 µs of a 402 with warm
 * caches and 17 µs with cold ones: 8 % in the bench. The JSON of the opaque is canonical: its members are sorted.
 */
export function createIssuer({ mac, random, clock, ttlSeconds }: IssuerParts, terms: IssuedTerms): ChallengeIssuer {
  const { realm, method, intent, request, route, description } = terms
  let template: Template | null = null

  function build(issuedAt: number): Template {
    const expires = `${new Date((issuedAt + ttlSeconds) * 1000).toISOString().slice(0, 19)}Z`
    const opaqueEnd = encode(`","r":${JSON.stringify(route)},"t":"${issuedAt}"}`)
    return {
      issuedAt,
      expires,
      beforeId: `Payment realm="${realm}", method="${method}", id="`,
      beforeNonce: `", intent="${intent}", request="${request}", expires="${expires}", opaque="${opaqueStart}`,
      afterNonce: `${opaqueEnd}"${description === '' ? '' : `, ${quotedParameter('description', description)}`}`,
      opaqueEnd,
      idInputStart: challengeIdInput({ realm, method, intent, request, expires, digest: null, header: null, opaque: opaqueStart }),
    }
  }

  return {
    issue() {
      const issuedAt = unixSeconds(clock)
      if (template?.issuedAt !== issuedAt) template = build(issuedAt)
      const { expires, beforeId, beforeNonce, afterNonce, idInputStart, opaqueEnd } = template
      const nonce = encode(Buffer.from(random.bytes(nonceBytes)).toString('base64url'))
      const id = mac(idInputStart + nonce + opaqueEnd)
      return { id, expires, header: `${beforeId}${id}${beforeNonce}${nonce}${afterNonce}` }
    },
  }
}

function encode(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url')
}
