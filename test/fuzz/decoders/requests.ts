import { faucetAmount } from '../../../sandbox/faucet-amount.ts'
import { createRouteMatcher } from '../../../src/offers/match-route.ts'
import { usdcAmount } from '../../../goods/market/offramp/usdc-amount.ts'
import { canonicalJson } from '../../../src/shared/canonical-json.ts'
import { isReceiptId } from '../../../src/shared/ids.ts'
import { AmountError, formatUnits, parseUnits } from '../../../src/shared/money.ts'
import { Problem } from '../../../src/shared/problems.ts'
import { resolveSymbol } from '../../../goods/market/coins/resolve-symbol.ts'
import { readJsonBody } from '../../../src/surfaces/http/read-body.ts'
import { readQuery } from '../../../src/surfaces/http/read-query.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { mutateText, rawText } from '../generate/mutate-text.ts'
import { numberLike, shortText } from '../generate/awkward-values.ts'
import { jsonTokens, onWire, rawWire, wrapped, type Wire } from '../generate/wire.ts'
import { hold, plain } from '../promises.ts'
import type { Target } from '../run-fuzz.ts'
import { allOffers } from './all-offers.ts'
import { ourProblem } from './payments.ts'

interface Text {
  readonly text: string
}

const textOf = ({ text }: Text): string => text
/** Checks that the error is a problem with one of these codes. Returns the code. */
export function problemOf(error: unknown, codes: readonly string[]): string {
  if (!(error instanceof Problem)) throw error
  return ourProblem(error, codes)
}

const bodies = [
  { text: 'Hello', target: 'de', count: 3, deep: [1, 2.5, { a: [null, true, { b: 'c' }] }] },
  { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', usdc: '5' },
  [{ a: 1 }, 'x', null],
]
const nearBody = jsonNear(bodies)
const types = ['application/json', 'application/json; charset=utf-8', 'application/problem+json', 'text/plain', '', 'application/+json']

const body: Target<{ readonly wire: Wire; readonly type: string; readonly long: boolean }, Request> = {
  name: 'request body',
  share: 2,
  make: (random) => ({
    wire: random.chance(0.75) ? wrapped(random, nearBody(random), 'none') : rawWire(random, jsonTokens, 'none'),
    type: random.chance(0.9) ? 'application/json' : random.pick([...types, `application/${'+'.repeat(8_000)}`]),
    long: random.chance(0.03),
  }),
  fed({ wire, type, long }) {
    const text = onWire(wire)
    const bytes = Buffer.from(text, /^[\0-\u00ff]*$/.test(text) ? 'latin1' : 'utf8')
    const headers = { 'content-type': type, ...(long ? { 'content-length': '99999999' } : {}) }
    return new Request('http://a/', { method: 'POST', headers, body: bytes })
  },
  async check(request) {
    try {
      const value = await readJsonBody(request, { maxBytes: 65_536, limitRate: () => null })
      if (value === undefined) return 'nothing'
      hold(depthOf(value) <= 32, 'a body is no deeper than whatever walks it can bear')
      const written = canonicalJson(value)
      hold(canonicalJson(JSON.parse(written)) === written, 'canonical JSON is its own canonical form')
      return 'body'
    } catch (error) {
      return problemOf(error, ['invalid_json', 'payload_too_large', 'unsupported_media_type'])
    }
  },
  reaches: ['body', 'nothing', 'invalid_json', 'payload_too_large', 'unsupported_media_type'],
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  return 1 + Math.max(0, ...Object.values(value).map(depthOf))
}

const queryTokens = ['a', 'b', '=', '&', '&a=1', 'amount=', '%', '%41', '%zz', '%ff', '+', '__proto__', 'network=base', '#', ';', '[]']
const query: Target<Text, URLSearchParams> = {
  name: 'query',
  make: (random) => ({
    text: (random.chance(0.6)
      ? mutateText(random, random.pick(['amount=100', 'network=eip155%3A8453&x=1', 'a=1&b=2&c=3']))
      : rawText(random, queryTokens)
    ).slice(0, 8_192),
  }),
  fed: ({ text }) => new URL(`http://a/?${text}`).searchParams,
  check(search) {
    try {
      const read = readQuery(search)
      hold(Object.getPrototypeOf(read) === null, 'a query has no prototype')
      hold(
        Object.values(read).every((value) => typeof value === 'string'),
        'a query holds texts',
      )
      const again = readQuery(new URLSearchParams(read))
      hold(JSON.stringify(again) === JSON.stringify(read), 'a query that is written again reads the same')
      return 'query'
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      // The answer repeats the beginning of the duplicate name, which may contain anything.
      hold(error.code === 'invalid_input' && error.message.length <= 120, 'the problem is short')
      return error.code
    }
  },
  reaches: ['query', 'invalid_input'],
}

const match = createRouteMatcher(allOffers.map((offer) => ({ offer, disabled: false })))
const pathTokens = [
  '/',
  '/v1',
  '/market',
  '/price',
  '/BTC',
  '%2f',
  '%',
  '%00',
  '%ff',
  '..',
  '.',
  '//',
  '/crypto/token-analysis',
  '{symbol}',
  'é',
  '\\',
]
const paths = [
  '/v1/market/price/BTC',
  '/v1/settlement/estimate',
  '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  '/v1/market/price/%E2%82%AC',
]
const path: Target<Text, string> = {
  name: 'path',
  make: (random) => ({ text: random.chance(0.7) ? mutateText(random, random.pick(paths)) : rawText(random, pathTokens) }),
  // As it is read from the request's URL.
  fed: ({ text }) => (URL.canParse(`http://a${text}`) ? new URL(`http://a${text}`).pathname : '/'),
  check(text) {
    const found = match('GET', text)
    if (found.kind !== 'offer') return found.kind
    for (const value of Object.values(found.path)) hold(value.length <= 256 && value.isWellFormed(), 'a parameter is short and well-formed')
    return 'offer'
  },
  reaches: ['offer', 'unknown', 'malformed'],
}

const amounts = ['BTC', 'bitcoin', '100', '0.000001', '10000000', '12.5', '0'.repeat(32)]
const amountTokens = ['0', '1', '9', '.', '-', '+', 'e', ',', ' ', '00', '0.', '٣', '１', 'x']
const amount: Target<Text, string> = {
  name: 'amounts, symbols and receipt ids',
  share: 2,
  make: (random) => ({
    text: random.chance(0.4)
      ? numberLike(random)
      : random.chance(0.6)
        ? mutateText(random, random.pick(amounts))
        : rawText(random, amountTokens),
  }),
  fed: textOf,
  check(text) {
    const symbol = resolveSymbol(text)
    hold(symbol === null || symbol.kind === 'well-known' || /^[a-z0-9._-]{1,64}$/.test(symbol.coingecko), 'an id is plain')
    const parsed = usdcAmount.safeParse(text)
    if (parsed.success) hold(parsed.data > 0n && parsed.data <= 10_000_000_000_000n, 'an amount is in its bounds')
    else plain(parsed.error.issues[0]?.message ?? '', 'what is wrong with an amount')
    if (isReceiptId(text)) return 'receipt id'
    try {
      const units = parseUnits(text, 6)
      hold(parseUnits(formatUnits(units, 6), 6) === units, 'an amount that is written again reads the same')
      return parsed.success ? 'amount' : 'too much'
    } catch (error) {
      if (!(error instanceof AmountError)) throw error
      plain(error.message, 'what is wrong with an amount')
      return symbol === null ? 'nothing' : 'symbol'
    }
  },
  reaches: ['amount', 'too much', 'symbol', 'receipt id', 'nothing'],
}

const faucet: Target<{ readonly address: Text; readonly usdc: Text }, readonly [unknown, unknown]> = {
  name: 'wishes to the faucet',
  make: (random) => ({
    address: {
      text: random.chance(0.5)
        ? '"0x70997970C51812dc3A010C7d01b50e0d17dc79C8"'
        : jsonNear(['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'])(random),
    },
    usdc: {
      text: random.chance(0.3) ? '"1000000"' : random.chance(0.5) ? JSON.stringify(numberLike(random)) : JSON.stringify(shortText(random)),
    },
  }),
  fed: ({ address, usdc }) => [valueOf(address.text), valueOf(usdc.text)],
  check([address, usdc]) {
    try {
      const { units } = faucetAmount(address, usdc)
      hold(units > 0n && units <= 1_000_000_000_000n, 'the amount is in its bounds')
      return 'amount'
    } catch (error) {
      return problemOf(error, ['invalid_input'])
    }
  },
  reaches: ['amount', 'invalid_input'],
}

/** The value of a JSON text; a text that is not JSON stays unchanged. */
export function valueOf(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

export const requestTargets = [body, query, path, amount, faucet] as readonly Target[]
