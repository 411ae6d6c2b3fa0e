import { hmac } from '@noble/hashes/hmac'
import { sha256 } from '@noble/hashes/sha2'
import { createHmac, type KeyObject } from 'node:crypto'

/** Makes HMAC-SHA256 (RFC 2104) of texts under one secret, as base64url without padding. */
export function hmacSha256(secret: KeyObject): (text: string) => string {
  return (text) => createHmac('sha256', secret).update(text, 'utf8').digest('base64url')
}

/**
 * The same for many ASCII texts that begin alike, where only the rest is hashed each time. Node can't keep the state of an HMAC.
 * @param rest how many characters follow `start`: the same number each time
 */
export function hmacSha256After(secret: KeyObject, start: string, rest: number): (text: string) => string {
  const started = hmac.create(sha256, secret.export()).update(Buffer.from(start, 'latin1'))
  const state = started.clone()
  const input = Buffer.alloc(rest)
  const digest = Buffer.alloc(state.outputLen)
  return (text) => {
    input.write(text, 'latin1')
    started._cloneInto(state).update(input).digestInto(digest)
    return digest.toString('base64url')
  }
}
