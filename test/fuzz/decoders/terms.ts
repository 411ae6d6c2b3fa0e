import { findNetwork } from '../../../src/chain/networks.ts'
import type { UpstreamResponse } from '../../../src/net/exchange.ts'
import { authorizationFor } from '../../../src/payments/mpp/build-credential.ts'
import { decodeChargeRequest, encodeChargeRequest } from '../../../src/payments/mpp/charge-request.ts'
import { challenges, payer, terms, token } from '../../../src/payments/mpp/mpp.fixture.ts'
import { parsePaymentChallenges } from '../../../src/payments/mpp/parse-www-authenticate.ts'
import { decodeMppReceipt, encodeMppReceipt } from '../../../src/payments/mpp/receipt.ts'
import { decodePaymentRequired } from '../../../src/payments/x402/decode-required.ts'
import { paymentPayload } from '../../../src/payments/x402/payment.fixture.ts'
import { decodeSettlementResponse, settledResponse } from '../../../src/payments/x402/settlement-response.ts'
import { chooseChallenge } from '../../../src/wallet/choose-challenge.ts'
import { parseObject } from '../../../src/wallet/parse-object.ts'
import { PaymentDeclined } from '../../../src/wallet/payment-declined.ts'
import { receiptLink } from '../../../src/wallet/receipt-link.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { jsonNear } from '../generate/mutate-json.ts'
import { mutateText, rawText } from '../generate/mutate-text.ts'
import { jsonTokens, onWire, rawWire, wrapped, type Wire, type Wrap } from '../generate/wire.ts'
import { hold, matches, plain } from '../promises.ts'
import type { Target } from '../run-fuzz.ts'

/*
 * What the paying side reads from services that it does not know.
 */

const { accepted, resource } = paymentPayload()
const required = { x402Version: 2, error: 'pay', resource, accepts: [accepted, { ...accepted, network: 'eip155:137' }], extensions: {} }
const settled = settledResponse({ network: 'eip155:8453', payer, transaction: `0x${'ab'.repeat(32)}`, amount: 7500n })
const paidReceipt = encodeMppReceipt({ method: 'evm', reference: `0x${'ab'.repeat(32)}`, at: 0, chainId: 8453, challengeId: 'id' })
const ours = challenges().issuer(terms()).issue().header
const plainOf = (encoded: string): unknown => JSON.parse(Buffer.from(encoded, 'base64').toString('utf8'))

/** A target with base64 JSON similar to one of these values. */
function jsonHeader(
  name: string,
  specimens: readonly unknown[],
  wrap: Wrap,
  check: (text: string) => string,
  reaches: readonly string[],
): Target<Wire, string> {
  const near = jsonNear(specimens)
  return {
    name,
    make: (random) =>
      random.chance(0.85) ? wrapped(random, near(random), wrap) : rawWire(random, [...jsonTokens, token(specimens[0])], wrap),
    fed: onWire,
    check,
    reaches,
  }
}

const paymentRequired = jsonHeader(
  'PAYMENT-REQUIRED',
  [required, required, { ...required, accepts: [{ ...accepted, scheme: 'upto' }] }],
  'base64',
  (text) => {
    const decoded = decodePaymentRequired(text)
    if (!decoded.ok) return refused(decoded.reason)
    for (const { amount, chainId, asset, payTo, network } of decoded.required.accepts) {
      hold(amount >= 0n && amount < 1n << 256n && Number.isSafeInteger(chainId), 'numbers are in their bounds')
      matches(network, /^eip155:[1-9][0-9]{0,14}$/, 'the network')
      for (const address of [asset, payTo]) matches(address, /^0x[0-9a-f]{40}$/, 'an address')
    }
    return decoded.required.accepts.length > 0 ? 'terms' : 'terms that we cannot pay'
  },
  ['terms', 'terms that we cannot pay', 'refused'],
)

const paymentResponse = jsonHeader(
  'PAYMENT-RESPONSE',
  [plainOf(settled)],
  'base64',
  (text) => {
    const decoded = decodeSettlementResponse(text)
    if (!decoded.ok) return refused(decoded.reason)
    for (const said of [decoded.response.payer, decoded.response.amount, decoded.response.errorReason])
      hold(said === null || typeof said === 'string', 'text or null')
    return 'response'
  },
  ['response', 'refused'],
)

const paymentReceipt = jsonHeader(
  'Payment-Receipt',
  [plainOf(paidReceipt)],
  'base64url',
  (text) => {
    const decoded = decodeMppReceipt(text)
    if (!decoded.ok) return refused(decoded.reason)
    hold(decoded.receipt.chainId === null || Number.isSafeInteger(decoded.receipt.chainId), 'the chain id is a whole number')
    return 'receipt'
  },
  ['receipt', 'refused'],
)

const request = encodeChargeRequest({
  amount: 7500n,
  currency: accepted.asset as `0x${string}`,
  recipient: accepted.payTo as `0x${string}`,
  chainId: 8453,
  credentialTypes: ['authorization'],
  decimals: 6,
})
const charge = plainOf(request) as Record<string, unknown>
const chargeRequest = jsonHeader(
  'request of a challenge',
  [charge, { ...charge, methodDetails: { chainId: 137, splits: [{ recipient: accepted.payTo, amount: '1' }] } }],
  'base64url',
  (text) => {
    const decoded = decodeChargeRequest(text)
    if (!decoded.ok) return refused(decoded.reason)
    const { splits, ...asked } = decoded.request
    if (splits) return 'split'
    const again = decodeChargeRequest(encodeChargeRequest(asked))
    hold(
      again.ok && again.request.amount === asked.amount && again.request.recipient === asked.recipient,
      'it reads the same when written again',
    )
    return 'charge'
  },
  ['charge', 'split', 'refused'],
)

interface Text {
  readonly text: string
}

const nearRequest = jsonNear([charge])
const challengeTokens = [
  'Payment ',
  'id="a"',
  'realm="b"',
  'method="evm"',
  'intent="charge"',
  `request="${request}"`,
  ', ',
  ',',
  '"',
  '\\',
  '\\u0000',
  '=',
  ' ',
  'expires="',
]
const wwwAuthenticate: Target<Text, string> = {
  name: 'WWW-Authenticate',
  share: 2,
  make: (random) => ({ text: challengeText(random) }),
  fed: ({ text }) => text,
  check(text) {
    const read = parsePaymentChallenges(text)
    hold(read.length <= 16, 'no more than 16 challenges')
    for (const challenge of read) {
      hold(challenge.id !== '' && challenge.request !== '', 'id and request are there')
      const decoded = decodeChargeRequest(challenge.request)
      if (decoded.ok) authorizationFor(challenge, decoded.request, { from: payer, latest: 1_795_230_781 })
    }
    try {
      const chosen = chooseChallenge(answerWith({ 'www-authenticate': text }), {
        type: 'authorization',
        wanted: null,
        now: 1_795_230_481_000,
        neededMs: 15_000,
      })
      hold(chosen.network === findNetwork(chosen.network.id) && !chosen.request.splits, 'only what we know is paid')
      return 'payable'
    } catch (error) {
      if (!(error instanceof PaymentDeclined)) throw error
      plain(error.message, 'why it is not paid')
      return read.length === 0 ? 'nothing' : 'not payable'
    }
  },
  reaches: ['payable', 'not payable', 'nothing'],
}

function challengeText(random: SeededRandom): string {
  if (random.chance(0.4)) return ours.replace(/request="[^"]*"/, `request="${Buffer.from(nearRequest(random)).toString('base64url')}"`)
  return random.chance(0.7)
    ? mutateText(random, random.pick([ours, `Basic realm="x", ${ours}`, `${ours}, ${ours}`]))
    : rawText(random, challengeTokens)
}

const service = new URL('https://api.example.com/v1/x')
const link = '<https://api.example.com/v1/receipts/0123456789abcdef0123456789abcdef>; rel="receipt"; type="application/json"'
const linkTokens = [
  '<',
  '>',
  ';',
  'rel=',
  '"',
  'receipt',
  ' receipt',
  ' ',
  ',',
  'https://a.example/',
  '/r',
  '; rel="receipt"',
  '<x>',
  ';rel= receipt ',
  'a',
]
const linkHeader: Target<Text, string> = {
  name: 'Link',
  make: (random) => ({
    text: random.chance(0.6)
      ? mutateText(random, random.pick([link, `</next>; rel=next, ${link}`, '</r/1>;rel="next receipt"']))
      : rawText(random, linkTokens),
  }),
  // A paying client accepts headers of 64 KB.
  fed: ({ text }) => text.slice(0, 65_536),
  check(text) {
    const found = receiptLink(answerWith({ link: text }), service)
    if (found === null) return 'nothing'
    hold(URL.canParse(found), 'a receipt has an address')
    return 'receipt'
  },
  reaches: ['nothing', 'receipt'],
}

const bodyOfAnswer: Target<Wire, Uint8Array> = {
  name: 'body of an answer, as the paying side reads it',
  make: (random) =>
    random.chance(0.6)
      ? wrapped(random, jsonNear([{ code: 'payment_in_flight', detail: 'x' }])(random), 'none')
      : rawWire(random, jsonTokens, 'none'),
  fed: (wire) => Buffer.from(onWire(wire), 'latin1'),
  check: (bytes) => (Object.keys(parseObject(bytes)).length > 0 ? 'members' : 'nothing'),
  reaches: ['members', 'nothing'],
}

function refused(reason: string): string {
  plain(reason, 'the reason')
  return 'refused'
}

/** An answer with these headers only. */
function answerWith(headers: Readonly<Record<string, string>>): UpstreamResponse {
  const header = (name: string) => headers[name] ?? null
  return { status: 402, header, list: header, body: new Uint8Array(), chunks: [] }
}

export const termTargets = [
  paymentRequired,
  paymentResponse,
  paymentReceipt,
  chargeRequest,
  wwwAuthenticate,
  linkHeader,
  bodyOfAnswer,
] as readonly Target[]
