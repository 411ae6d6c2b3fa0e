import { hash, type KeyObject } from 'node:crypto'

const blockBytes = 64
const digestBytes = 32

/**
 * HMAC-SHA256 under one secret, as base64url without padding (RFC 2104). Node's own makes an object of native memory for each,
 * which costs more than the two hashes that it is made of.
 */
export function hmacSha256(secret: KeyObject): (text: string) => string {
  const exported = secret.export()
  const key = exported.length > blockBytes ? hash('sha256', exported, 'buffer') : exported
  let inner = padded(key, 0x36, 1024)
  const outer = padded(key, 0x5c, digestBytes)
  return (text) => {
    // No character takes more than three bytes for each of its UTF-16 code units.
    if (blockBytes + text.length * 3 > inner.length) inner = padded(key, 0x36, text.length * 3)
    const length = inner.write(text, blockBytes, 'utf8')
    // As text, since a Buffer for each would be memory outside of V8's.
    outer.write(hash('sha256', inner.subarray(0, blockBytes + length), 'binary'), blockBytes, 'latin1')
    return hash('sha256', outer, 'base64url')
  }
}

/** The key under one of the two pads, with room behind it. */
function padded(key: Uint8Array, pad: number, room: number): Buffer {
  const bytes = Buffer.alloc(blockBytes + room)
  for (let index = 0; index < blockBytes; index += 1) bytes[index] = (key[index] ?? 0) ^ pad
  return bytes
}
