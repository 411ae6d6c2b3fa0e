import type { Authorization } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import { sha256 } from '../../shared/sha256.ts'
import { addressAt, bytes32At, bytesAt, countAt, FieldFault, member, objectAt, stringAt, uintAt } from '../wire/fields.ts'
import { type Base64UrlJsonFault, decodeBase64UrlJson } from './base64url-json.ts'
import type { ChallengeParams } from './challenge-params.ts'
import { type MppSource, sourceAt } from './source.ts'

/** A transfer that the payer made, already on chain. */
export interface HashPayload {
  readonly type: 'hash'
  /** Hash of the transaction, in lower case. */
  readonly hash: Hex
  /** Null where the credential does not repeat it. */
  readonly chainId: number | null
  /** The payer's proof for the transfer, see `proof-message.ts`; null for a bare hash. */
  readonly signature: Hex | null
}

export interface AuthorizationPayload {
  readonly type: 'authorization'
  readonly authorization: Authorization
}

/** A credential as it was read: well-formed, nothing of it verified yet. */
export interface MppCredential {
  /** As the client echoes it. */
  readonly challenge: ChallengeParams
  readonly source: MppSource | null
  readonly payload: AuthorizationPayload | HashPayload
  /** SHA-256 of the decoded bytes. */
  readonly hash: string
}

/** What is wrong with a credential: the draft's `malformed-credential`, with the field. */
export interface MalformedCredential {
  readonly field: string
  readonly expected: string
  readonly received: string
}

export type MppCredentialReading =
  | { readonly ok: true; readonly credential: MppCredential }
  | { readonly ok: false; readonly tooLarge: boolean; readonly fault: MalformedCredential }

type Members = Readonly<Record<string, unknown>>

/** Longest credential that is read, in characters. */
const maxCredential = 8192

const limits = { characters: maxCredential, depth: 32, members: 1000 }
const visible = /^[\x21-\x7e]{1,256}$/

/**
 * Reads the token of `Payment <token>`: base64url of the JSON credential with an `authorization` or a `hash`. Strict in every
 * member that it uses, and ignores all others. Addresses and hex come out in lower case. Verifies nothing. Never throws.
 */
export function readMppCredential(token: string): MppCredentialReading {
  const decoded = decodeBase64UrlJson(token, limits)
  if (!decoded.ok) return { ok: false, tooLarge: decoded.fault === 'too_long', fault: codecFault(decoded) }
  try {
    const { value } = decoded
    const source = member(value, 'source')
    return {
      ok: true,
      credential: {
        challenge: readChallenge(objectAt(member(value, 'challenge'), 'challenge')),
        source: absent(source) ? null : sourceAt(source, 'source'),
        payload: readPayload(objectAt(member(value, 'payload'), 'payload')),
        hash: sha256(decoded.bytes),
      },
    }
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error
    const { field, expected, received } = error
    return { ok: false, tooLarge: false, fault: { field, expected, received } }
  }
}

function readChallenge(challenge: Members): ChallengeParams {
  const id = member(challenge, 'id')
  if (typeof id !== 'string' || !visible.test(id)) throw new FieldFault('challenge.id', 'the id of the challenge', id)
  const header = optional(challenge, 'header')
  return {
    id,
    realm: required(challenge, 'realm'),
    method: required(challenge, 'method'),
    intent: required(challenge, 'intent'),
    request: required(challenge, 'request'),
    expires: optional(challenge, 'expires'),
    digest: optional(challenge, 'digest'),
    description: optional(challenge, 'description'),
    header: header?.toLowerCase() === 'authorization' ? null : header,
    opaque: optional(challenge, 'opaque'),
  }
}

function readPayload(payload: Members): AuthorizationPayload | HashPayload {
  const type = member(payload, 'type')
  if (type === 'authorization') return { type, authorization: readAuthorization(payload) }
  if (type === 'hash') return readHash(payload)
  throw new FieldFault('payload.type', '"authorization" or "hash"', type)
}

function readAuthorization(payload: Members): Authorization {
  return {
    from: addressAt(member(payload, 'from'), 'payload.from'),
    to: addressAt(member(payload, 'to'), 'payload.to'),
    value: uintAt(member(payload, 'value'), 'payload.value'),
    validAfter: uintAt(member(payload, 'validAfter'), 'payload.validAfter'),
    validBefore: uintAt(member(payload, 'validBefore'), 'payload.validBefore'),
    nonce: bytes32At(member(payload, 'nonce'), 'payload.nonce'),
    signature: bytesAt(member(payload, 'signature'), 'payload.signature', 0, 4096),
  }
}

/** The draft's name is `hash`; some clients send `txHash`. */
function readHash(payload: Members): HashPayload {
  const draft = member(payload, 'hash')
  const field = absent(draft) ? member(payload, 'txHash') : draft
  const hash = bytes32At(field, 'payload.hash')
  const other = member(payload, 'txHash')
  if (!absent(other) && bytes32At(other, 'payload.txHash') !== hash)
    throw new FieldFault('payload.txHash', 'the same as payload.hash', other)
  const chainId = member(payload, 'chainId')
  const signature = member(payload, 'signature')
  return {
    type: 'hash',
    hash,
    chainId: absent(chainId) ? null : countAt(chainId, 'payload.chainId'),
    signature: absent(signature) ? null : bytesAt(signature, 'payload.signature', 65, 4096),
  }
}

function required(challenge: Members, name: string): string {
  return stringAt(member(challenge, name), `challenge.${name}`)
}

/** An empty string gives the same slot of the id as an absent member. */
function optional(challenge: Members, name: string): string | null {
  const value = member(challenge, name)
  return absent(value) || value === '' ? null : stringAt(value, `challenge.${name}`)
}

function absent(value: unknown): value is null | undefined {
  return value === undefined || value === null
}

function codecFault(fault: Base64UrlJsonFault): MalformedCredential {
  return { field: 'credential', expected: 'base64url without padding of the JSON credential', received: codecReceived(fault) }
}

function codecReceived(fault: Base64UrlJsonFault): string {
  switch (fault.fault) {
    case 'too_long':
      return `more than ${maxCredential} characters`
    case 'empty':
      return 'nothing'
    case 'padded':
      return 'base64url with padding'
    case 'standard_base64':
      return 'standard base64, with "+" or "/"'
    case 'not_base64':
      return 'text that is not base64url'
    case 'not_utf8':
      return 'bytes that are not UTF-8'
    case 'not_json':
      return 'text that is not JSON'
    case 'not_object':
      return 'JSON that is not an object'
    case 'too_deep':
      return `JSON nested deeper than ${limits.depth} levels`
    case 'too_many_members':
      return `JSON with more than ${limits.members} members`
    case 'duplicate_key':
      return 'an object that names a member twice'
    case 'forbidden_key':
      return `a member named ${fault.key}`
  }
}
