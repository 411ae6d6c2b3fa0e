import type { Dice } from '../dice.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { mutateText, rawText } from '../generate/mutate-text.ts'
import { character, numberLike, shortText } from '../generate/palette.ts'
import { jsonTokens, onWire, rawWire, wrapped, type Wrap } from '../generate/wire.ts'
import { priced, type Specimens } from './specimens.ts'

/** A request as it goes on the wire; the body is bytes, one character each. */
export interface WireRequest {
  readonly method: string
  readonly target: { readonly text: string }
  readonly headers: readonly { readonly name: string; readonly text: string }[]
  readonly body: { readonly text: string } | null
  /** Address of the socket, where there is no real one. */
  readonly from: string
}

const methods = ['GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'GET', 'POST', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'QUERY', 'TRACE']
const free = ['/v2/x402/market/rates', '/v1/agent/discovery', '/v1/settlement/estimate?amount=100', '/openapi.json', '/llms.txt', '/livez', '/readyz']
const others = [
  ...['/', '/v1', '/v1/receipts/0123456789abcdef0123456789abcdef', '/v1/receipts/x', '/metrics', '/sandbox', '/sandbox/upstreams'],
  ...['/v1/market/price/', '/v1/market/price/BTC/x', '/v1/market/price/bitcoin', '/v1/market/price/%00', '/v1/settlement/estimate'],
  ...['/v1/crypto/token-analysis/0x0000000000000000000000000000000000000001?network=base', '/favicon.ico', '/.env', '/v1/../v1/market/price/ETH'],
]
const targetTokens = ['/', '/v1', '/market', '/price', '/BTC', '?', '&', '=', 'amount=', 'network=', '%', '%2f', '%zz', '%00', '..', '//', '#', ';', '\\', 'http://a', '@', ':', '*']
const faucetBodies = [{ address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', usdc: '0' }, { mode: 'ok' }]

/** A maker of requests to a service that gave these specimens. */
export function requestsNear(specimens: Specimens): (dice: Dice) => WireRequest {
  const near = { x402: jsonNear(specimens.x402), mpp: jsonNear(specimens.mpp), legacy: jsonNear(specimens.legacy) }
  const nearFaucet = jsonNear(faucetBodies)

  function payment(dice: Dice): WireRequest['headers'][number] {
    const kind = dice.pick(['x402', 'x402', 'mpp', 'mpp', 'legacy'] as const)
    const proper: Wrap = kind === 'mpp' ? 'base64url' : kind === 'legacy' ? dice.pick(['none', 'base64']) : 'base64'
    const whole = JSON.stringify(dice.pick(specimens[kind]))
    const wire = dice.chance(0.25) ? { text: whole, wrap: proper } : dice.chance(0.85) ? wrapped(dice, near[kind](dice), proper) : rawWire(dice, jsonTokens, proper)
    const text = onWire(wire)
    if (kind === 'x402') return { name: 'PAYMENT-SIGNATURE', text }
    if (kind === 'legacy') return { name: 'X-PAYMENT', text }
    return { name: dice.pick(['Authorization', 'Payment-Authorization']), text: dice.chance(0.95) ? `Payment ${text}` : text }
  }

  function body(dice: Dice): WireRequest['body'] {
    const text = dice.chance(0.6) ? nearFaucet(dice) : rawText(dice, jsonTokens)
    return { text: Buffer.from(text, 'utf8').toString('latin1') }
  }

  return (dice) => {
    const method = dice.pick(methods)
    const posts = method === 'POST' || method === 'PUT' || dice.chance(0.02)
    return {
      method: dice.chance(0.99) ? method : shortText(dice),
      target: { text: posts && dice.chance(0.7) ? dice.pick(['/sandbox/faucet', '/sandbox/upstreams/ecb', '/sandbox/upstreams/x']) : target(dice) },
      headers: [
        ...(dice.chance(0.6) ? [payment(dice)] : []),
        ...(dice.chance(0.03) ? [payment(dice)] : []),
        ...Array.from({ length: dice.pick([0, 0, 1, 1, 2, 4]) }, () => wish(dice)),
        ...(posts ? [{ name: 'Content-Type', text: dice.chance(0.85) ? 'application/json' : mutateText(dice, 'application/json') }] : []),
      ],
      body: posts ? body(dice) : null,
      from: dice.chance(0.3) ? '127.0.0.1' : `10.${dice.below(4)}.${dice.below(256)}.1`,
    }
  }
}

function target(dice: Dice): string {
  const kind = dice.below(20)
  if (kind < 9) return dice.pick(priced)
  if (kind < 12) return dice.pick(free)
  if (kind < 14) return dice.pick(others)
  if (kind < 15) return `/v1/settlement/estimate?amount=${encodeURIComponent(numberLike(dice))}`
  if (kind < 16) return `/v1/market/price/${percentEncoded(shortText(dice))}`
  if (kind < 19) return mutateText(dice, dice.pick([...priced, ...free, ...others])).slice(0, 9_000)
  return `/${rawText(dice, targetTokens)}`.slice(0, 9_000)
}

/** A header that says something of the terms or of the caller. */
function wish(dice: Dice): WireRequest['headers'][number] {
  const name = dice.pick(['Payment-Network', 'Accept-Payment', 'Idempotency-Key', 'X-Forwarded-For', 'X402-Version', 'Accept', 'Origin', 'Authorization', 'X-Odd'])
  const proper: Record<string, string> = {
    'Payment-Network': 'eip155:137',
    'Accept-Payment': 'evm/charge;q=0.5, */*;q=0',
    'Idempotency-Key': `key-${dice.below(100)}-0123456789`,
    'X-Forwarded-For': `9.9.${dice.below(256)}.9, 127.0.0.1`,
    'X402-Version': '1',
    Accept: 'application/json',
    Origin: 'https://app.example',
    Authorization: 'Bearer abc',
    'X-Odd': 'x',
  }
  const text = proper[name] ?? ''
  return { name, text: dice.chance(0.5) ? text : dice.chance(0.7) ? mutateText(dice, text) : Array.from({ length: dice.below(40) }, () => character(dice)).join('') }
}

function percentEncoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
