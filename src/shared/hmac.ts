import { createHmac, type KeyObject } from 'node:crypto'

/** Makes HMAC-SHA256 (RFC 2104) of texts under one secret, as base64url without padding. */
export function hmacSha256(secret: KeyObject): (text: string) => string {
  return (text) => createHmac('sha256', secret).update(text, 'utf8').digest('base64url')
}
