import { FetchFailed } from './fetch-failed.ts'

export interface DataUri {
  /** Lower case, without parameters. */
  readonly mediaType: string
  readonly bytes: Uint8Array
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/
const mediaTypeForm = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/

/**
 * The data of a `data:` URI (RFC 2397), in base64 or percent-encoded. Everything after the first comma is data, even a `#`:
 * agents write plain JSON there, and the type that ERC-8004 gives registration files contains a `#`.
 * @throws FetchFailed `too_large` above `maxBytes`, `bad_data` where the text does not have the encoding that it declares.
 */
export function readDataUri(text: string, maxBytes: number): DataUri {
  const comma = text.slice(0, 256).indexOf(',')
  if (!/^data:/i.test(text) || comma < 0) throw new FetchFailed('bad_data')
  const [type = '', ...parameters] = text
    .slice(5, comma)
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const mediaType = type === '' ? 'text/plain' : type
  if (!mediaTypeForm.test(mediaType)) throw new FetchFailed('bad_data')
  const isBase64 = parameters.at(-1) === 'base64'
  // In either encoding, three characters make at least one byte.
  if (text.length - comma - 1 > maxBytes * 3) throw new FetchFailed('too_large')
  const data = text.slice(comma + 1)
  const bytes = isBase64 ? fromBase64(data) : fromPercent(data)
  if (bytes.byteLength > maxBytes) throw new FetchFailed('too_large')
  return { mediaType, bytes }
}

function fromBase64(data: string): Uint8Array {
  const plain = data.includes('%') ? Buffer.from(fromPercent(data)).toString('latin1') : data
  // Padding may be missing, but a single character does not make a byte.
  if (!base64.test(plain) || plain.replace(/=+$/, '').length % 4 === 1) throw new FetchFailed('bad_data')
  return Buffer.from(plain, 'base64')
}

/** A percent sign that does not start a code is an ordinary character, as in browsers. */
function fromPercent(data: string): Uint8Array {
  const written = Buffer.from(data, 'utf8')
  const bytes = Buffer.allocUnsafe(written.length)
  let length = 0
  for (let index = 0; index < written.length; index++) {
    const high = written[index] === 0x25 ? hexDigit(written[index + 1]) : -1
    const low = high < 0 ? -1 : hexDigit(written[index + 2])
    if (low < 0) bytes[length++] = written[index]!
    else {
      bytes[length++] = high * 16 + low
      index += 2
    }
  }
  return bytes.subarray(0, length)
}

function hexDigit(unit: number | undefined): number {
  if (unit === undefined) return -1
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30
  const letter = unit | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
