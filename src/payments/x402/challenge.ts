import type { Network } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import { formatUsd } from '../../shared/money.ts'
import { type Refusal, refusalDetails, refusalSentence } from '../wire/refusals.ts'
import { bazaarExtension, type Discovery, exampleInput, outputSchema, paymentIdentifierExtension } from './discovery.ts'
import { howToPay } from './how-to-pay.ts'

/** The static part of a 402: one per offer, price and set of networks. */
export interface ChallengeTerms {
  /** Base units. */
  readonly price: bigint
  readonly payTo: Hex
  /** Networks that take authorizations, in the order in which they are offered. Empty: the answer is for other protocols only. */
  readonly networks: readonly Network[]
  readonly description: string
  /** The name of our service: printable ASCII, 32 characters at most. */
  readonly serviceName?: string
  readonly discovery: Discovery
  /** The `first_call_free` member; null where the offer has none. */
  readonly firstCallFree: Readonly<Record<string, unknown>> | null
  readonly sandbox: boolean
}

export interface ChallengeRequest {
  /** Absolute URL of the requested resource, made from PUBLIC_URL. */
  readonly url: string
  /** What was wrong with the payment; null or absent when the request had none. */
  readonly refusal?: Refusal | null
  /** URI of the problem type of another protocol; ours when it is absent. */
  readonly problemType?: string
  /** Members that another protocol adds to the body, as JSON text without braces. */
  readonly bodyMembers?: readonly string[]
}

export interface ChallengeAnswer {
  /** Value of PAYMENT-REQUIRED. */
  readonly paymentRequired: string
  /** The body's JSON in UTF-8. Bytes, since Node would encode a string again for every answer: 10 µs for 13 KB. */
  readonly body: Uint8Array
}

export interface Challenge {
  readonly price: bigint
  answer(request: ChallengeRequest): ChallengeAnswer
}

/** Clients sign for this many seconds, which must cover run and settlement. */
const maxTimeoutSeconds = 300
/** Longest PAYMENT-REQUIRED, in bytes; with an MPP challenge of up to 1,000 and our standing headers a 402 stays under 7.5 KB. */
export const maxChallengeHeader = 5632
const maxDescription = 200
const maxUrl = 1024
const urlPlaceholder = '"@@resource-url@@"'
const mimeType = 'application/json'

/** Builds the static part of a 402 once: per request only the URL, the refusal and the members of other protocols are added. */
export function buildChallenge(terms: ChallengeTerms): Challenge {
  const description = cut(terms.description, maxDescription)
  const accepts = terms.networks.map((network) => requirement(terms, network))
  const resource = { description, mimeType, ...(terms.serviceName === undefined ? {} : { serviceName: terms.serviceName }) }
  const headerStarts = headerExtensions(terms.discovery).map((extensions) => headerStart({ accepts, extensions, resource }))
  const body = bodyParts(terms, accepts, resource).map((part) => Buffer.from(part, 'utf8'))

  return {
    price: terms.price,
    answer({ url: asked, refusal = null, problemType, bodyMembers = [] }) {
      const url = JSON.stringify(withinBounds(asked))
      const error = refusal === null ? 'PAYMENT-SIGNATURE header is required' : refusal.reason
      const start = Buffer.from(`{${opening(terms.price, refusal, error, problemType)},`, 'utf8')
      const end = Buffer.from([...bodyMembers.map((member) => `,${member}`), '}'].join(''), 'utf8')
      return { paymentRequired: headerOf(headerStarts, url, error), body: Buffer.concat([start, ...between(body, url), end]) }
    },
  }
}

/** The static parts with the URL between them. */
function between(parts: readonly Buffer[], url: string): Buffer[] {
  const bytes = Buffer.from(url, 'utf8')
  return parts.flatMap((part, index) => (index === 0 ? [part] : [bytes, part]))
}

/** The strict v2 PaymentRequirements of one network. */
function requirement({ price, payTo }: ChallengeTerms, network: Network) {
  const { name, version } = network.domain
  return {
    scheme: 'exact',
    network: network.id,
    amount: String(price),
    asset: network.asset,
    payTo,
    maxTimeoutSeconds,
    extra: { name, version },
  }
}

/** From the most to the least detailed: the first that fits the header is sent. The body always has the most detailed form. */
function headerExtensions(discovery: Discovery): Record<string, unknown>[] {
  const identifier = { 'payment-identifier': paymentIdentifierExtension }
  return [
    { bazaar: bazaarExtension(discovery, 'full'), ...identifier },
    { bazaar: bazaarExtension(discovery, 'slim'), ...identifier },
    { bazaar: bazaarExtension(discovery, 'bare'), ...identifier },
    identifier,
  ]
}

/**
 * Base64 of the header's JSON up to the value of `resource.url`. Blanks before the value make the length a multiple of three,
 * so that the base64 of the rest can be appended.
 */
function headerStart({ accepts, extensions, resource }: { accepts: unknown; extensions: unknown; resource: object }): string {
  const parts = `{"x402Version":2,"accepts":${JSON.stringify(accepts)},"extensions":${JSON.stringify(extensions)},"resource":{${inner(resource)},"url":`
  const text = Buffer.from(parts, 'utf8')
  return Buffer.concat([text, Buffer.alloc((3 - (text.length % 3)) % 3, ' ')]).toString('base64')
}

function headerOf(starts: readonly string[], url: string, error: string): string {
  const rest = Buffer.from(`${url}},"error":${JSON.stringify(error)}}`, 'utf8').toString('base64')
  const start = starts.find((candidate) => candidate.length + rest.length <= maxChallengeHeader) ?? starts[starts.length - 1]
  return start + rest
}

function opening(price: bigint, refusal: Refusal | null, error: string, problemType: string | undefined): string {
  const code = refusal === null ? 'payment_required' : refusal.reason
  const asks = `This call costs ${formatUsd(price)} USDC.`
  return inner({
    x402Version: 2,
    error,
    type: problemType ?? `urn:farthing:problem:${code}`,
    title: 'Payment required',
    status: 402,
    code,
    detail: refusal === null ? `${asks} Send the payment in PAYMENT-SIGNATURE; howToPay says how.` : `${refusalSentence(refusal)} ${asks}`,
    ...(refusal === null ? {} : { refusal: refusalDetails(refusal) }),
  })
}

/** The static members of the body, split at each place of the URL. */
function bodyParts(terms: ChallengeTerms, accepts: readonly ReturnType<typeof requirement>[], resource: { description: string }): string[] {
  const url = urlPlaceholder.slice(1, -1)
  const aliases = {
    maxAmountRequired: String(terms.price),
    resource: url,
    description: resource.description,
    mimeType,
    outputSchema: outputSchema(terms.discovery),
  }
  const members = {
    ...(terms.sandbox ? { sandbox: true } : {}),
    resource: { url, ...resource },
    description: resource.description,
    accepts: accepts.map((entry) => ({ ...entry, ...aliases })),
    extensions: { bazaar: bazaarExtension(terms.discovery, 'full'), 'payment-identifier': paymentIdentifierExtension },
    example_request: exampleInput(terms.discovery),
    example_response: terms.discovery.example.answer,
    ...(terms.firstCallFree === null ? {} : { first_call_free: terms.firstCallFree }),
    howToPay: howToPay(terms.price, terms.sandbox),
  }
  return inner(members).split(urlPlaceholder)
}

/** The members of an object as JSON text, without its braces. */
function inner(value: object): string {
  return JSON.stringify(value).slice(1, -1)
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`
}

/** A long query is left out: the URL without it still names the offer. */
function withinBounds(url: string): string {
  return url.length <= maxUrl ? url : (url.split('?', 1)[0] ?? '').slice(0, maxUrl)
}
