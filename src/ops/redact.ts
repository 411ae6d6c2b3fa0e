/**
 * Names of fields that must never be logged: payment credentials, receipt headers that give access to answers, and keys. They
 * are compared without case and separators, so that `PAYMENT-SIGNATURE`, `payment_signature` and `paymentSignature` are one
 * name.
 */
const secretNames = new Set(
  [
    'payment-signature',
    'x-payment',
    'x-payment-response',
    'authorization',
    'proxy-authorization',
    'payment-authorization',
    'payment-response',
    'payment-receipt',
    'payment-required',
    'idempotency-key',
    'payment-identifier',
    'cookie',
    'set-cookie',
    'private-key',
    'secret',
    'signer-key',
    'signer-keys',
    'wallet-key',
    'signature',
    'raw',
    'raw-transaction',
    'api-key',
    'password',
  ].map(plainName),
)

const redacted = '[redacted]'
const maxDepth = 8
const maxItems = 100
const maxTextLength = 8_192

/** A payment header or secret inside a text, as in `PAYMENT-SIGNATURE: eyJ4…` or `"authorization": "Payment id=…"`. */
const headerInText =
  /\b((?:x-)?payment-(?:signature|authorization|response|receipt|identifier)|x-payment|(?:proxy-)?authorization|idempotency-key|(?:set-)?cookie)("?\s*[:=]\s*"?)(?:(?:payment|bearer|basic)\s+[^\r\n]*|[^\s",;]+)/gi
/** 65 or more bytes in hex can contain a signature: of an authorization, or of a transaction that was not sent yet. */
const signatureInText = /0x[0-9a-f]{130,}/gi

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_ ]/g, '')
}

/**
 * Makes the function that cleans every logged value and message: it returns a copy without secrets, bounded in depth, width
 * and length, that JSON can represent. `secrets` are texts to redact wherever they appear.
 */
export function createRedactor(secrets: readonly string[]): (value: unknown) => unknown {
  // A short secret would redact half of all text; secret settings are longer. The longest comes first, so that a secret that contains another is redacted whole.
  const texts = secrets.filter((secret) => secret.length >= 8).toSorted((a, b) => b.length - a.length)

  function cleanText(text: string): string {
    let clean = text.length > maxTextLength ? `${text.slice(0, maxTextLength)}… (${text.length} characters)` : text
    for (const secret of texts) clean = clean.replaceAll(secret, redacted)
    return clean.replace(headerInText, `$1$2${redacted}`).replace(signatureInText, redacted)
  }

  function cleanError(error: Error, depth: number, seen: readonly object[]): Record<string, unknown> {
    const own = Object.entries(error).filter(([name]) => name !== 'name' && name !== 'message' && name !== 'stack' && name !== 'cause')
    return {
      type: error.name,
      message: cleanText(error.message),
      stack: cleanText(error.stack ?? ''),
      ...cleanMembers(own, depth, seen),
      ...(error.cause === undefined ? {} : { cause: clean(error.cause, depth + 1, seen) }),
    }
  }

  function cleanMembers(members: Iterable<[unknown, unknown]>, depth: number, seen: readonly object[]): Record<string, unknown> {
    const result: Record<string, unknown> = {}
    let count = 0
    for (const [key, value] of members) {
      if ((count += 1) > maxItems) {
        result['…'] = 'more members omitted'
        break
      }
      const name = String(key)
      const hidden = secretNames.has(plainName(name)) && value !== undefined && value !== null
      // With defineProperty, because a member may be named __proto__.
      Object.defineProperty(result, cleanText(name), {
        value: hidden ? redacted : clean(value, depth + 1, seen),
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
    return result
  }

  function clean(value: unknown, depth: number, seen: readonly object[]): unknown {
    if (typeof value === 'string') return cleanText(value)
    if (typeof value === 'bigint') return value.toString()
    if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`
    if (value === null || typeof value !== 'object') return value
    if (seen.includes(value)) return '[circular]'
    if (depth > maxDepth) return '[too deep]'
    const inside = [...seen, value]
    if (value instanceof Error) return cleanError(value, depth, inside)
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'invalid date' : value.toISOString()
    if (value instanceof URL) return cleanText(value.href)
    if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`
    if (value instanceof Headers || value instanceof Map) return cleanMembers(value.entries(), depth, inside)
    if (value instanceof Set) return clean([...value], depth, inside)
    if (Array.isArray(value)) return cleanList(value, depth, inside)
    return cleanMembers(Object.entries(value), depth, inside)
  }

  function cleanList(list: readonly unknown[], depth: number, seen: readonly object[]): unknown[] {
    // A header as a pair of name and value, as in a list of raw headers.
    if (list.length === 2 && typeof list[0] === 'string' && secretNames.has(plainName(list[0]))) return [list[0], redacted]
    // Raw headers of node:http: alternating names and values.
    const flat = list.slice(0, maxItems).map((item, index) => {
      const before = list[index - 1]
      return index % 2 === 1 && typeof before === 'string' && secretNames.has(plainName(before)) ? redacted : clean(item, depth + 1, seen)
    })
    return list.length > maxItems ? [...flat, `… ${list.length - maxItems} more`] : flat
  }

  return (value) => clean(value, 0, [])
}
