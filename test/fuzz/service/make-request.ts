import type { AnyOffer } from '../../../src/offers/offer.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { mutateText, rawText } from '../generate/mutate-text.ts'
import { character, numberLike, shortText } from '../generate/awkward-values.ts'
import { jsonTokens } from '../generate/wire.ts'
import { paymentsNear, type Header } from './make-payment.ts'
import { exampleRequest, type Specimens } from './specimens.ts'

/** A request as it is sent. The body is bytes, one character each. */
export interface WireRequest {
  readonly method: string
  readonly target: { readonly text: string }
  readonly headers: readonly Header[]
  readonly body: { readonly text: string } | null
  /** Address of the socket, if there is no real socket. */
  readonly from: string
}

const otherMethods = 'GET POST HEAD OPTIONS PUT DELETE QUERY TRACE'.split(' ')
const otherTargets = [
  ['/', '/v1', '/v1/receipts/0123456789abcdef0123456789abcdef', '/v1/receipts/x', '/metrics', '/sandbox', '/sandbox/upstreams'],
  ['/openapi.json', '/llms.txt', '/livez', '/readyz', '/favicon.ico', '/.env', '/v1/../v1/market/price/ETH'],
  ['/v1/market/price/', '/v1/market/price/BTC/x', '/v1/market/price/%00', '/v1/settlement/estimate', '/v1/settlement/estimate?amount=0'],
  ['/v1/crypto/token-analysis/0x0000000000000000000000000000000000000001?chain=base'],
].flat()
const targetTokens = '/ /v1 /market /price /BTC ? & = amount= network= % %2f %zz %00 .. // # ; \\ http://a @ : *'.split(' ')
/** Sandbox routes with bodies whose mutations have no effect: they give no money and make no upstream fail. */
const sandboxPosts = [
  { target: '/sandbox/faucet', body: { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', usdc: '0' } },
  { target: '/sandbox/upstreams/ecb', body: { mode: 'ok' } },
  { target: '/sandbox/upstreams/x', body: { mode: 'ok' } },
]

interface Asked {
  readonly offer: string | null
  readonly method: string
  readonly target: string
  readonly nearBody: ((random: SeededRandom) => string) | null
}

/** Makes a generator of requests for these offers and all other routes, with payments similar to these. */
export function requestsNear(offers: readonly AnyOffer[], specimens: Specimens): (random: SeededRandom) => WireRequest {
  const payment = paymentsNear(specimens)
  const examples = offers.map((offer): Asked => {
    const { method, target, body } = exampleRequest(offer)
    return { offer: offer.id, method, target, nearBody: body === undefined ? null : jsonNear([body]) }
  })
  const posts = sandboxPosts.map(({ target, body }): Asked => ({ offer: null, method: 'POST', target, nearBody: jsonNear([body]) }))

  return (random) => {
    const asked = random.chance(0.1) ? random.pick(posts) : random.pick(examples)
    const { method, target } = random.chance(0.7) ? asked : { method: random.pick(otherMethods), target: otherTarget(random, asked.target) }
    const hasBody = asked.nearBody !== null || method === 'POST' || method === 'PUT' || random.chance(0.02)
    return {
      method: random.chance(0.99) ? method : shortText(random),
      target: { text: target },
      headers: [
        ...(random.chance(0.6) ? [payment(random, asked.offer)] : []),
        ...(random.chance(0.03) ? [payment(random, asked.offer)] : []),
        ...Array.from({ length: random.pick([0, 0, 1, 1, 2, 4]) }, () => wish(random)),
        ...(hasBody
          ? [{ name: 'Content-Type', text: random.chance(0.85) ? 'application/json' : mutateText(random, 'application/json') }]
          : []),
      ],
      body: hasBody ? body(random, asked.nearBody) : null,
      from: random.chance(0.3) ? '127.0.0.1' : `10.${random.below(4)}.${random.below(256)}.1`,
    }
  }
}

function body(random: SeededRandom, near: Asked['nearBody']): WireRequest['body'] {
  const text = near && random.chance(0.7) ? near(random) : rawText(random, jsonTokens)
  return { text: Buffer.from(text, 'utf8').toString('latin1') }
}

/** Another target, or this one with one change: in the path, in a value of the query, or anywhere. */
function otherTarget(random: SeededRandom, target: string): string {
  const [path = '', query = ''] = target.split('?')
  const value = encodeURIComponent((random.chance(0.5) ? numberLike(random) : shortText(random)).toWellFormed())
  switch (random.below(6)) {
    case 0:
      return random.pick(otherTargets)
    case 1:
      return path.replace(/[^/]+$/, value) + (query === '' ? '' : `?${query}`)
    case 2:
      return `${path}?${query === '' ? 'x=' : query.replace(/=[^&]*/, '=')}${value}`
    case 3:
      return `/${rawText(random, targetTokens)}`.slice(0, 9_000)
    default:
      return mutateText(random, random.chance(0.6) ? target : random.pick(otherTargets)).slice(0, 9_000)
  }
}

const wishes = [
  'Payment-Network',
  'Accept-Payment',
  'Idempotency-Key',
  'X-Forwarded-For',
  'X402-Version',
  'Accept',
  'Origin',
  'Authorization',
]

/** A header about the terms or the caller. */
function wish(random: SeededRandom): Header {
  const name = random.pick(wishes)
  const text = properWish(random, name)
  if (random.chance(0.5)) return { name, text }
  const odd = random.chance(0.7) ? mutateText(random, text) : Array.from({ length: random.below(40) }, () => character(random)).join('')
  return { name, text: odd }
}

function properWish(random: SeededRandom, name: string): string {
  switch (name) {
    case 'Payment-Network':
      return 'eip155:137'
    case 'Accept-Payment':
      return 'evm/charge;q=0.5, */*;q=0'
    case 'Idempotency-Key':
      return `key-${random.below(100)}-0123456789`
    case 'X-Forwarded-For':
      return `9.9.${random.below(256)}.9, 127.0.0.1`
    case 'X402-Version':
      return '1'
    case 'Origin':
      return 'https://app.example'
    case 'Authorization':
      return 'Bearer abc'
    default:
      return 'application/json'
  }
}
