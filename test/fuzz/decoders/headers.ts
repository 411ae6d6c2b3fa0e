import { isOfPayment } from '../../../src/payments/wire/refusals.ts'
import { clientAddress, createClientKeys, trustedProxies } from '../../../src/gate/limits/client-address.ts'
import { parseRetryAfter } from '../../../src/net/retry-after.ts'
import { takesPayment } from '../../../src/payments/mpp/accept-payment.ts'
import { parseAuthHeader, quotedParameter } from '../../../src/payments/mpp/auth-header.ts'
import { token } from '../../../src/payments/mpp/mpp.fixture.ts'
import { readCredential } from '../../../src/payments/read-credential.ts'
import { header } from '../../../src/payments/x402/payment.fixture.ts'
import { Problem } from '../../../src/shared/problems.ts'
import { readIdempotencyKey } from '../../../src/surfaces/http/read-query.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { mutateText, rawText } from '../generate/mutate-text.ts'
import { hold, matches, plain } from '../promises.ts'
import type { Target } from '../run-fuzz.ts'
import { credentials, legacies, ourProblem, payments } from './payments.ts'

interface Text {
  readonly text: string
}

/** All headers of a request together may have 16 KB: Node accepts no more. */
const longestHeader = 16_384

/** Mostly similar to one of these texts, otherwise made of pieces in random order. */
function nearText(specimens: readonly string[], tokens: readonly string[]): (random: SeededRandom) => string {
  return (random) => (random.chance(0.7) ? mutateText(random, random.pick(specimens)) : rawText(random, tokens)).slice(0, longestHeader)
}

interface Headers {
  readonly headers: readonly { readonly name: string; readonly text: string }[]
}

const x402 = header(payments[0])
const mpp = `Payment ${token(credentials[0])}`
const v1 = header(legacies[0])
const nearAuthorization = nearText(
  [mpp, `Bearer abc, ${mpp}`, `${mpp}, Basic dXNlcjpwYXNz`, 'Payment id="a", realm="b"', 'Digest a="b, c", d=e', 'Payment', 'payment x'],
  [
    'Payment',
    'Payment,',
    'payment ',
    'Bearer ',
    ', ',
    ',',
    '=',
    '"',
    '\\',
    '\\"',
    'a',
    'a=',
    'a="b"',
    ' ',
    '\t',
    'e30',
    '\\u00e9',
    'realm="x"',
  ],
)
const headerNames = ['payment-signature', 'authorization', 'payment-authorization', 'x-payment'] as const

function headerText(random: SeededRandom, name: (typeof headerNames)[number]): string {
  switch (name) {
    case 'payment-signature':
      return random.chance(0.5) ? x402 : mutateText(random, x402)
    case 'x-payment':
      return random.chance(0.5)
        ? random.pick([v1, JSON.stringify(legacies[2])])
        : mutateText(random, random.pick([v1, JSON.stringify(legacies[2])]))
    default:
      return random.chance(0.4) ? mpp : nearAuthorization(random)
  }
}

const allHeaders: Target<Headers, Headers> = {
  name: 'all payment headers together',
  share: 4,
  make: (random) => ({
    headers: Array.from({ length: random.pick([1, 1, 1, 1, 2, 3]) }, () => random.pick(headerNames)).map((name) => ({
      name,
      text: headerText(random, name),
    })),
  }),
  fed: (input) => input,
  check({ headers }) {
    const reading = readCredential({ get: (name) => joined(headers, name.toLowerCase()) })
    switch (reading.kind) {
      case 'none':
        hold(
          headers.every(({ name }) => name === 'authorization'),
          'a payment header is never passed over',
        )
        return 'none'
      case 'refused':
        if (isOfPayment(reading.refusal)) {
          plain(reading.refusal.message, 'a refusal')
          return 'malformed'
        }
        return ourProblem(reading.refusal, ['malformed_payment', 'header_too_large', 'several_payments'])
      case 'credential':
        matches(reading.credential.hash, /^[0-9a-f]{64}$/, 'the hash')
        hold(
          new Set(headers.map(({ name }) => name)).size === 1 || headers.some(({ name }) => name === 'authorization'),
          'one header is one payment',
        )
        return reading.credential.kind
    }
  },
  reaches: ['none', 'malformed', 'several_payments', 'malformed_payment', 'header_too_large', 'x402', 'mpp', 'transaction-hash'],
}

/** Several headers of one name, as fetch joins them. */
function joined(headers: Headers['headers'], name: string): string | null {
  const values = headers.filter((one) => one.name === name).map(({ text }) => text)
  return values.length === 0 ? null : values.join(', ')
}

const authHeader: Target<Text, string> = {
  name: 'schemes of an Authorization header',
  make: (random) => ({ text: nearAuthorization(random) }),
  fed: ({ text }) => text,
  check(text) {
    const schemes = parseAuthHeader(text)
    for (const { scheme, params } of schemes) {
      matches(scheme, /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'a scheme')
      for (const [name, value] of params) {
        matches(name, /^[!#$%&'*+.^_`|~0-9a-z-]+$/, 'a parameter')
        if (!/^[\x20-\x7e]*$/.test(value)) continue
        const [again] = parseAuthHeader(`x ${quotedParameter(name, value)}`)
        // A backslash, a u and four digits are one character, for clients that write it like this and for us.
        hold(again?.params.get(name) === value || /\\u[0-9a-f]{4}/i.test(value), 'a parameter that is written again reads the same')
      }
    }
    return schemes.length === 0 ? 'nothing' : schemes.some(({ broken }) => broken) ? 'broken' : schemes.length > 1 ? 'several' : 'one'
  },
  reaches: ['nothing', 'broken', 'one', 'several'],
}

const acceptPayment: Target<Text, string> = {
  name: 'Accept-Payment',
  make: (random) => ({
    text: nearText(
      ['evm/charge', 'evm/charge;q=0.5, tempo/charge;q=0', '*/*;q=0', 'evm/*;a=b;q=0.001', 'evm / charge ; q = 1.000'],
      ['evm', '/', '*', 'charge', ';', 'q=', '0', '1', '.', ',', ' ', '\t', '=', 'tempo/charge', 'evm/charge;q=0'],
    )(random),
  }),
  fed: ({ text }) => text,
  check: (text) => String(takesPayment(text, 'evm', 'charge')),
  reaches: ['true', 'false'],
}

interface Hops {
  readonly socket: Text
  readonly header: Text
}

const proxies = trustedProxies(['127.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8'])
const keys = createClientKeys()
const addressTokens = [
  '1.2.3.4',
  '10.0.0.1',
  '127.0.0.1',
  '::1',
  '::ffff:1.2.3.4',
  '2002:102:304::',
  '64:ff9b::1.2.3.4',
  'fd00::1',
  '2a00:1:2:3::4',
]
const nearAddresses = nearText(
  [...addressTokens, '[2a00::1]:443, 10.1.1.1', '1.2.3.4:80, 10.0.0.1', 'fe80::1%eth0', 'unknown', '1.2.3.4, 10.0.0.1, ::ffff:10.0.0.2'],
  [...addressTokens, ':', '::', '.', '[', ']', '%', ',', ', ', '0x7f', '0', '255', '256', 'ffff', 'g', '/8', ' '],
)
const forwardedFor: Target<Hops, Hops> = {
  name: 'X-Forwarded-For',
  share: 2,
  make: (random) => ({
    socket: {
      text: random.chance(0.9) ? random.pick(['127.0.0.1', '::1', '::ffff:127.0.0.1', '9.9.9.9', '2a00:1:2:3::4']) : nearAddresses(random),
    },
    header: { text: nearAddresses(random) },
  }),
  fed: (input) => input,
  check({ socket, header: forwarded }) {
    const address = clientAddress(socket.text, forwarded.text, proxies)
    const key = keys.of(address)
    matches(key, /^(?:unknown|\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){3}::\/64)$/, 'the key')
    hold(keys.of(address) === key, 'an address always counts under one key')
    if (socket.text === '9.9.9.9') hold(key === '9.9.9.9', 'nobody but a trusted proxy may name another address')
    keys.remember([key])
    return key === 'unknown' ? key : key.includes(':') ? 'IPv6' : 'IPv4'
  },
  reaches: ['IPv4', 'IPv6', 'unknown'],
}

const idempotencyKey: Target<Text, string> = {
  name: 'Idempotency-Key',
  make: (random) => ({
    text: nearText(['abcdefgh', 'k'.repeat(128), '0f8fad5b-d9cb-469f-a165-70867728950e'], ['a', '-', '_', ' ', 'é', '0'])(random),
  }),
  fed: ({ text }) => text,
  check(text) {
    try {
      const key = readIdempotencyKey(text)
      hold(key === text, 'a key is taken as it is')
      return 'key'
    } catch (error) {
      hold(error instanceof Problem, 'what is thrown is a problem')
      return ourProblem(error, ['invalid_idempotency_key'])
    }
  },
  reaches: ['key', 'invalid_idempotency_key'],
}

const retryAfter: Target<Text, string> = {
  name: 'Retry-After',
  make: (random) => ({
    text: nearText(
      ['120', '0', '999999999', 'Wed, 21 Oct 2026 07:28:00 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'],
      ['1', '0', '-', '.', 'e', ' ', 'Wed, ', 'GMT', '21', 'Oct', '2026', ':', '275760', '+', '(', ')', 'Z', 'T'],
    )(random),
  }),
  fed: ({ text }) => text,
  check(text) {
    const ms = parseRetryAfter(text, 1_795_230_481_000)
    if (ms === null) return 'nothing'
    hold(Number.isSafeInteger(ms) && ms >= 0, `a wait is a whole number of milliseconds, not ${ms}`)
    return 'a wait'
  },
  reaches: ['nothing', 'a wait'],
}

export const headerTargets = [allHeaders, authHeader, acceptPayment, forwardedFor, idempotencyKey, retryAfter] as readonly Target[]
