import { generateKeyPairSync, sign } from 'node:crypto'

/**
 * A self-signed certificate for names with its key, both PEM, valid from a day ago until tomorrow unless these days from now are given.
 * The X.509 is written by hand (RFC 5280).
 */
export function selfSigned(
  names: readonly string[],
  days: readonly [from: number, until: number] = [-1, 1],
): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
  const name = sequence(tlv(0x31, sequence(oid('550403'), tlv(0x0c, Buffer.from('test')))))
  const alternatives = sequence(...names.map((one) => tlv(0x82, Buffer.from(one))))
  const toBeSigned = sequence(
    tlv(0xa0, tlv(0x02, Buffer.of(2))),
    tlv(0x02, Buffer.of(1)),
    ecdsaWithSha256,
    name,
    sequence(time(days[0] * 86_400_000), time(days[1] * 86_400_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(sequence(oid('551d11'), tlv(0x04, alternatives)))),
  )
  const signature = sign('sha256', toBeSigned, privateKey)
  const der = sequence(toBeSigned, ecdsaWithSha256, tlv(0x03, Buffer.of(0), signature))
  const lines = der.toString('base64').match(/.{1,64}/g)!
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  }
}

function tlv(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const header = length < 128 ? [tag, length] : length < 256 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from(header), content])
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return tlv(0x30, ...parts)
}

function oid(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, 'hex'))
}

function time(fromNow: number): Buffer {
  const text = new Date(Date.now() + fromNow).toISOString().replace(/[-:T]|\.\d+/g, '')
  return tlv(0x18, Buffer.from(text))
}
