import type { Network } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import { formatUsd } from '../../shared/money.ts'
import type { Refusal } from '../../shared/refusal.ts'
import { refusalDetails } from '../wire/refusals.ts'
import {
  bazaarExtension,
  type Discovery,
  exampleInput,
  outputSchema,
  paymentIdentifierExtension,
  shortBazaarExtension,
  shortPaymentIdentifier,
} from './discovery.ts'
import { shortenText } from '../wire/shorten-text.ts'
import { howToPay } from './how-to-pay.ts'

/** The static part of a 402: one per offer, price and set of networks. */
export interface ChallengeTerms {
  /** Base units. */
  readonly price: bigint
  readonly payTo: Hex
  /** Networks that take authorizations, in the order in which they are offered. Empty: the answer is for other protocols only. */
  readonly networks: readonly Network[]
  /** What is sold, in a few words. */
  readonly title: string
  /** The same in a sentence or two, for the body. */
  readonly description: string
  /** The name of our service: printable ASCII, 32 characters at most. */
  readonly serviceName?: string
  readonly discovery: Discovery
  /** The `first_call_free` member; null where the offer has none. */
  readonly firstCallFree: Readonly<Record<string, unknown>> | null
  /** The `settlement` member: when a payment is settled, where that is not after the work. */
  readonly settlement?: Readonly<Record<string, unknown>> | null
  /** The `pricing` member: how the price was computed from the request; absent where all requests cost the same. */
  readonly pricing?: Readonly<Record<string, unknown>>
  /** The `watchlist` member: what of an answer is charged, where that is only what is new. */
  readonly watchlist?: Readonly<Record<string, unknown>> | null
  /** The address of the terms of service; absent where there is none. In the body only, since headers are short. */
  readonly termsOfService?: string
  readonly sandbox: boolean
  /** In a sandbox: answers come from real data, though payments are play money. */
  readonly realData?: boolean
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

/** Seconds for which clients sign. They must cover run and settlement. */
const maxTimeoutSeconds = 300
/**
 * Longest PAYMENT-REQUIRED, in bytes. Stock nginx takes 4 KB of response headers in all; with an MPP challenge of up to 670 bytes and
 * 290 of our other headers a 402 stays under 3.9 KB.
 */
export const maxChallengeHeader = 2_800
const maxTitle = 80
const maxDescription = 200
/** Characters. A longer URL is named without its query, which still names the offer. */
const maxUrl = 512
const title = 'Payment required'
const urlPlaceholder = '"@@resource-url@@"'

/** Builds the static part of a 402 once: per request only the URL, the refusal and the members of other protocols are added. */
export function buildChallenge(terms: ChallengeTerms): Challenge {
  const accepts = terms.networks.map((network) => paymentRequirements(terms, network))
  const resource = {
    description: shortenText(terms.title, maxTitle),
    ...(terms.serviceName === undefined ? {} : { serviceName: terms.serviceName }),
  }
  const headerStarts = headerForms(terms.discovery, accepts).map(({ named, ...form }) =>
    headerStart({ ...form, resource: named ? resource : {} }),
  )
  const body = bodyParts(terms, accepts, resource).map((part) => Buffer.from(part, 'utf8'))

  return {
    price: terms.price,
    answer({ url: asked, refusal = null, problemType, bodyMembers = [] }) {
      const url = JSON.stringify(withinBounds(asked))
      const error = refusal === null ? 'PAYMENT-SIGNATURE header is required' : refusal.code
      const start = Buffer.from(`{${opening(terms.price, refusal, error, problemType)},`, 'utf8')
      const end = Buffer.from([...bodyMembers.map((member) => `,${member}`), '}'].join(''), 'utf8')
      // Whoever paid has read the terms before, and a refusal may come with the headers of a receipt.
      const starts = refusal === null ? headerStarts : headerStarts.slice(formsWithExample)
      return { paymentRequired: headerOf(starts, url, refusal?.code), body: Buffer.concat([start, ...between(body, url), end]) }
    },
  }
}

/** The static parts with the URL between them. */
function between(parts: readonly Buffer[], url: string): Buffer[] {
  const bytes = Buffer.from(url, 'utf8')
  return parts.flatMap((part, index) => (index === 0 ? [part] : [bytes, part]))
}

/** The strict v2 PaymentRequirements of one network. `paymentFlow` says that the payment is settled before the work, so a call that fails may cost. */
export function paymentRequirements(
  { price, payTo, settlement }: Pick<ChallengeTerms, 'price' | 'payTo' | 'settlement'>,
  network: Network,
) {
  const { name, version } = network.domain
  return {
    scheme: 'exact',
    network: network.id,
    amount: String(price),
    asset: network.asset,
    payTo,
    maxTimeoutSeconds,
    extra: { name, version, ...(settlement?.['when'] === 'before_work' ? { paymentFlow: 'upfront' } : {}) },
  }
}

/** How many of the first `headerForms` have an example of the call. */
const formsWithExample = 3

/**
 * What the header may say, most first: the first form that fits is sent. First the schema of a payment identifier is left out, then the
 * identifier with the names of offer and service, then the example of the call, then the last networks. The body has all of it.
 */
function headerForms<Entry>(discovery: Discovery, accepts: readonly Entry[]) {
  const [short, full] = [shortPaymentIdentifier, paymentIdentifierExtension].map((identifier) => ({ 'payment-identifier': identifier }))
  const bazaar = shortBazaarExtension(discovery)
  const fewer = accepts.slice(1).map((_, index) => accepts.slice(0, -1 - index))
  return [
    { extensions: { bazaar, ...full }, accepts, named: true },
    { extensions: { bazaar, ...short }, accepts, named: true },
    { extensions: { bazaar }, accepts, named: false },
    { extensions: { ...full }, accepts, named: true },
    ...[accepts, ...fewer].map((some) => ({ extensions: { ...short }, accepts: some, named: true })),
  ]
}

/**
 * Base64 of the header's JSON up to the value of `resource.url`. Blanks before the value make the length a multiple of three,
 * so that the base64 of the rest can be appended.
 */
function headerStart({ accepts, extensions, resource }: { accepts: unknown; extensions: unknown; resource: object }): string {
  const members = inner(resource)
  const parts = `{"x402Version":2,"accepts":${JSON.stringify(accepts)},"extensions":${JSON.stringify(extensions)},"resource":{${members}${members === '' ? '' : ','}"url":`
  const text = Buffer.from(parts, 'utf8')
  return Buffer.concat([text, Buffer.alloc((3 - (text.length % 3)) % 3, ' ')]).toString('base64')
}

/** @param reason why a payment was refused */
function headerOf(starts: readonly string[], url: string, reason: string | undefined): string {
  const [bare, telling] = [undefined, reason ?? title].map((error) => headerEnd(url, error)) as [string, string]
  // Without a payment the status says all, so the text leaves nothing else out.
  const needed = reason === undefined ? bare : telling
  const start = starts.find((candidate) => candidate.length + needed.length <= maxChallengeHeader) ?? starts[starts.length - 1]!
  return start + (start.length + telling.length <= maxChallengeHeader ? telling : needed)
}

function headerEnd(url: string, error: string | undefined): string {
  return Buffer.from(`${url}}${error === undefined ? '' : `,"error":${JSON.stringify(error)}`}}`, 'utf8').toString('base64')
}

function opening(price: bigint, refusal: Refusal | null, error: string, problemType: string | undefined): string {
  const code = refusal === null ? 'payment_required' : refusal.code
  const asks = `This call costs ${formatUsd(price)} USDC.`
  return inner({
    x402Version: 2,
    error,
    type: problemType ?? `urn:farthing:problem:${code}`,
    title,
    status: 402,
    code,
    detail: refusal === null ? `${asks} Send the payment in PAYMENT-SIGNATURE; howToPay says how.` : `${refusal.message} ${asks}`,
    ...(refusal === null ? {} : { refusal: refusalDetails(refusal) }),
  })
}

/** The static members of the body, split at each place of the URL. */
function bodyParts(terms: ChallengeTerms, accepts: readonly ReturnType<typeof paymentRequirements>[], resource: object): string[] {
  const url = urlPlaceholder.slice(1, -1)
  const description = shortenText(terms.description, maxDescription)
  const aliases = {
    maxAmountRequired: String(terms.price),
    resource: url,
    description,
    mimeType: terms.discovery.output?.mimeType ?? 'application/json',
    outputSchema: outputSchema(terms.discovery),
  }
  const members = {
    ...(terms.sandbox ? { sandbox: true, simulated: !terms.realData } : {}),
    resource: {
      url,
      ...resource,
      mimeType: terms.discovery.output?.mimeType ?? 'application/json',
      ...(terms.termsOfService ? { termsOfService: terms.termsOfService } : {}),
    },
    description,
    // Terms of another protocol only are not an empty list of terms.
    ...(accepts.length === 0 ? {} : { accepts: accepts.map((entry) => ({ ...entry, ...aliases })) }),
    extensions: { bazaar: bazaarExtension(terms.discovery), 'payment-identifier': paymentIdentifierExtension },
    example_request: exampleInput(terms.discovery),
    example_response: terms.discovery.example.answer,
    ...(terms.firstCallFree === null ? {} : { first_call_free: terms.firstCallFree }),
    ...(terms.settlement ? { settlement: terms.settlement } : {}),
    ...(terms.pricing ? { pricing: terms.pricing } : {}),
    ...(terms.watchlist ? { watchlist: terms.watchlist } : {}),
    howToPay: howToPay({ price: terms.price, sandbox: terms.sandbox, realData: terms.realData ?? false, signed: accepts.length > 0 }),
  }
  return inner(members).split(urlPlaceholder)
}

/** The members of an object as JSON text, without its braces. */
function inner(value: object): string {
  return JSON.stringify(value).slice(1, -1)
}

function withinBounds(url: string): string {
  return url.length <= maxUrl ? url : (url.split('?', 1)[0] ?? '').slice(0, maxUrl)
}
