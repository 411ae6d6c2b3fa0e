import type { AnyOffer } from '../../../src/offer.ts'
import type { Dice } from '../dice.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { mutateText, rawText } from '../generate/mutate-text.ts'
import { character, numberLike, shortText } from '../generate/palette.ts'
import { jsonTokens } from '../generate/wire.ts'
import { paymentsNear, type Header } from './make-payment.ts'
import { exampleRequest, type Specimens } from './specimens.ts'

/** A request as it goes on the wire; the body is bytes, one character each. */
export interface WireRequest {
  readonly method: string
  readonly target: { readonly text: string }
  readonly headers: readonly Header[]
  readonly body: { readonly text: string } | null
  /** Address of the socket, where there is no real one. */
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
/** Routes of the sandbox with bodies near which nothing comes true: no money is given, and no upstream fails from now on. */
const sandboxPosts = [
  { target: '/sandbox/faucet', body: { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', usdc: '0' } },
  { target: '/sandbox/upstreams/ecb', body: { mode: 'ok' } },
  { target: '/sandbox/upstreams/x', body: { mode: 'ok' } },
]

interface Asked {
  readonly offer: string | null
  readonly method: string
  readonly target: string
  readonly nearBody: ((dice: Dice) => string) | null
}

/** A maker of requests for these offers and everything else that is served, with payments near these. */
export function requestsNear(offers: readonly AnyOffer[], specimens: Specimens): (dice: Dice) => WireRequest {
  const payment = paymentsNear(specimens)
  const examples = offers.map((offer): Asked => {
    const { method, target, body } = exampleRequest(offer)
    return { offer: offer.id, method, target, nearBody: body === undefined ? null : jsonNear([body]) }
  })
  const posts = sandboxPosts.map(({ target, body }): Asked => ({ offer: null, method: 'POST', target, nearBody: jsonNear([body]) }))

  return (dice) => {
    const asked = dice.chance(0.1) ? dice.pick(posts) : dice.pick(examples)
    const { method, target } = dice.chance(0.7) ? asked : { method: dice.pick(otherMethods), target: otherTarget(dice, asked.target) }
    const hasBody = asked.nearBody !== null || method === 'POST' || method === 'PUT' || dice.chance(0.02)
    return {
      method: dice.chance(0.99) ? method : shortText(dice),
      target: { text: target },
      headers: [
        ...(dice.chance(0.6) ? [payment(dice, asked.offer)] : []),
        ...(dice.chance(0.03) ? [payment(dice, asked.offer)] : []),
        ...Array.from({ length: dice.pick([0, 0, 1, 1, 2, 4]) }, () => wish(dice)),
        ...(hasBody ? [{ name: 'Content-Type', text: dice.chance(0.85) ? 'application/json' : mutateText(dice, 'application/json') }] : []),
      ],
      body: hasBody ? body(dice, asked.nearBody) : null,
      from: dice.chance(0.3) ? '127.0.0.1' : `10.${dice.below(4)}.${dice.below(256)}.1`,
    }
  }
}

function body(dice: Dice, near: Asked['nearBody']): WireRequest['body'] {
  const text = near && dice.chance(0.7) ? near(dice) : rawText(dice, jsonTokens)
  return { text: Buffer.from(text, 'utf8').toString('latin1') }
}

/** Another place, or this one with something in it changed: a piece of the path, a value of the query, or anything. */
function otherTarget(dice: Dice, target: string): string {
  const [path = '', query = ''] = target.split('?')
  const value = encodeURIComponent((dice.chance(0.5) ? numberLike(dice) : shortText(dice)).toWellFormed())
  switch (dice.below(6)) {
    case 0:
      return dice.pick(otherTargets)
    case 1:
      return path.replace(/[^/]+$/, value) + (query === '' ? '' : `?${query}`)
    case 2:
      return `${path}?${query === '' ? 'x=' : query.replace(/=[^&]*/, '=')}${value}`
    case 3:
      return `/${rawText(dice, targetTokens)}`.slice(0, 9_000)
    default:
      return mutateText(dice, dice.chance(0.6) ? target : dice.pick(otherTargets)).slice(0, 9_000)
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

/** A header that says something of the terms or of the caller. */
function wish(dice: Dice): Header {
  const name = dice.pick(wishes)
  const text = properWish(dice, name)
  if (dice.chance(0.5)) return { name, text }
  const odd = dice.chance(0.7) ? mutateText(dice, text) : Array.from({ length: dice.below(40) }, () => character(dice)).join('')
  return { name, text: odd }
}

function properWish(dice: Dice, name: string): string {
  switch (name) {
    case 'Payment-Network':
      return 'eip155:137'
    case 'Accept-Payment':
      return 'evm/charge;q=0.5, */*;q=0'
    case 'Idempotency-Key':
      return `key-${dice.below(100)}-0123456789`
    case 'X-Forwarded-For':
      return `9.9.${dice.below(256)}.9, 127.0.0.1`
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
