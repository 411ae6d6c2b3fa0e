import type { ByteAnswer } from './byte-answer.ts'

/**
 * Every error of the till that a caller can see: one table, RFC 9457 on the wire (`application/problem+json`). An error that only goods have is
 * declared with them (`problem`), and in the offers that may end with it.
 * `code` is stable; `fix` says how to correct the request; `retryable` says whether the same request may succeed later.
 * The first word of each says who decides it, and so whether a run that ends with it counts for its caller (docs/limits.md).
 * The codes of a refused payment (402) are in `payments/wire/refusals.ts`, since they are sent with new terms.
 */
export interface ProblemKind {
  /** Stable, snake_case. */
  readonly code: string
  readonly decidedBy: DecidedBy
  readonly status: number
  readonly title: string
  readonly fix: string
  readonly retryable: boolean
}

/**
 * Who decides that a run ends so: the caller by its input, or by a site or a text that it chose; a source, node or provider that we chose;
 * or us. `unknown` is nobody that we know of, and so it may be the caller.
 */
export type DecidedBy = 'caller' | 'upstream' | 'us' | 'unknown'

const kind = (decidedBy: DecidedBy, status: number, title: string, fix: string, retryable = false): Omit<ProblemKind, 'code'> => ({
  decidedBy,
  status,
  title,
  fix,
  retryable,
})

export const problems = {
  invalid_input: kind('caller', 400, 'Invalid input', 'Correct the named field and send the request again; nothing was charged.'),
  invalid_json: kind('caller', 400, 'Body is not JSON', 'Send a JSON body with Content-Type: application/json.'),
  malformed_payment: kind(
    'caller',
    400,
    'Malformed payment header',
    'Build the header from the 402 answer again: standard base64 of the x402 v2 payment payload.',
  ),
  method_unsupported: kind(
    'caller',
    400,
    'Payment method not offered',
    'Pay by a method that WWW-Authenticate offers: evm or evmhash, intent charge.',
  ),
  several_payments: kind('caller', 400, 'More than one payment credential', 'Send exactly one of the payment headers.'),
  payment_identifier_required: kind(
    'caller',
    400,
    'Payment identifier required',
    'Add extensions["payment-identifier"].info.id to the payment payload.',
  ),
  invalid_idempotency_key: kind('caller', 400, 'Invalid Idempotency-Key', 'Use 8 to 128 characters of A-Z, a-z, 0-9, "_" and "-".'),
  payer_sanctioned: kind(
    'caller',
    403,
    'Payer is sanctioned',
    'Nothing was charged. Pay from another wallet. If you have already sent a transfer, ask the operator about it, with the transaction hash.',
  ),
  not_found: kind('caller', 404, 'Not found', 'GET /v1/agent/discovery lists every route.'),
  answer_expired: kind('caller', 410, 'Answer no longer kept', 'Stored answers are kept for a day; the receipt says what was paid.'),
  payer_barred: kind(
    'caller',
    429,
    'Payer barred for a while',
    'A payment of this wallet failed to settle. Wait for the seconds in Retry-After.',
    true,
  ),
  nothing_owed: kind('caller', 409, 'Nothing is owed', 'The receipt says what happened to its payment.'),
  receipt_not_found: kind('caller', 404, 'No such receipt', 'Use the id from the Link header of the paid answer.'),
  unknown_country: kind('caller', 404, 'Unknown country', 'Use an ISO 3166 code of two letters such as DE, or EA or EU.'),
  no_data: kind('caller', 404, 'No data for this', 'Ask for another date or place; GET /v1/data lists the available data.'),
  unknown_name: kind('caller', 404, 'Unknown name', 'Use an ENS name that leads to an address on Ethereum, or the address itself.'),
  unsupported_network: kind('caller', 404, 'Network not offered', 'Use one of the networks that the 402 answer lists.'),
  method_not_allowed: kind('caller', 405, 'Method not allowed', 'Use one of the methods in the Allow header.'),
  proof_already_used: kind(
    'caller',
    403,
    'Proof of payment already used',
    'This payment bought another call, whose answer the same request gets again. To buy this call, send it without a credential and pay its terms.',
  ),
  answer_delivered: kind(
    'caller',
    409,
    'Answer already delivered',
    'The stored answer is repeated only to the client address of the first call, or with its Idempotency-Key or payment-identifier.',
  ),
  payment_in_flight: kind(
    'caller',
    409,
    'Payment in use by another request',
    'Wait for the first request to end; one payment buys one call.',
    true,
  ),
  credit_not_yours: kind(
    'caller',
    409,
    'Credit of another caller',
    'Send the payment from the client address of its first call, with its Idempotency-Key or payment-identifier, or with a proof of its payer.',
  ),
  credit_used_up: kind(
    'caller',
    409,
    'Credit used up',
    'Do not pay again for this answer: its receipt says whether the payment is given back.',
  ),
  idempotency_key_reused: kind(
    'caller',
    409,
    'Idempotency key used for another request',
    'Use one key per purchase; the same key with the same request returns the same answer.',
  ),
  payload_too_large: kind('caller', 413, 'Request body too large', 'Send a smaller body.'),
  uri_too_long: kind('caller', 414, 'URI too long', 'Shorten the path or query.'),
  text_too_long: kind(
    'caller',
    422,
    'Text too long for this engine',
    'Nothing was charged. Send a shorter text, or use the embedded engine of this tool.',
  ),
  unsupported_content_encoding: kind('caller', 415, 'Unsupported content coding', 'Send the body as it is, without Content-Encoding.'),
  unsupported_media_type: kind('caller', 415, 'Unsupported media type', 'Send Content-Type: application/json.'),
  rate_limited: kind('caller', 429, 'Too many requests', 'Wait for the seconds in Retry-After.', true),
  polled_too_soon: kind(
    'caller',
    429,
    'Polled too soon',
    'Nothing was charged. Wait for the seconds in Retry-After, then send the same payment again.',
    true,
  ),
  watchlist_full: kind(
    'caller',
    409,
    'Wallet watches too much',
    'Nothing was charged. Use another wallet for further queries; what was delivered is forgotten after 431 days.',
  ),
  too_many_uncharged_runs: kind(
    'caller',
    429,
    'Too many uncharged runs',
    'Wait for the seconds in Retry-After: failed and uncharged runs are limited to keep the service free of abuse.',
    true,
  ),
  too_many_unsettled_payments: kind(
    'caller',
    429,
    'Too many unsettled payments',
    'Wait until earlier payments of this wallet are settled; the same payment may be sent again. The limit grows with what the wallet settles.',
    true,
  ),
  header_too_large: kind(
    'caller',
    431,
    'Request header too large',
    'Send a payment header of 8 KB at most, and an address and headers of 16 KB together at most; nothing was charged.',
  ),
  answer_refused: kind(
    'caller',
    502,
    'Answer of the language model refused',
    'A payment that was settled is a credit: send it again, or ask for fallback: embedded.',
    true,
  ),
  internal_error: kind('us', 500, 'Internal error', 'Nothing was charged unless a receipt says so. Try again later.', true),
  invalid_answer: kind(
    'us',
    500,
    'Answer not of the promised form',
    'Nothing was charged; the same payment may be used again. The operator is told of it.',
    true,
  ),
  run_failed: kind('unknown', 500, 'The product failed', 'Nothing was charged; the same payment may be used again.', true),
  upstream_unavailable: kind(
    'upstream',
    503,
    'Upstream sources unavailable',
    'Nothing was charged. Try again after Retry-After seconds.',
    true,
  ),
  upstream_failed: kind('upstream', 502, 'Upstream failed', 'Nothing was charged; the same payment may be used again.', true),
  upstream_misfit: kind(
    'upstream',
    502,
    'Upstream answer not of the promised form',
    'Nothing was charged; the same payment may be used again.',
    true,
  ),
  /** Never on the wire: the caller gets the terms instead. */
  own_key_refused: kind('caller', 402, 'Key refused', 'Pay for the call, or send a key that the API takes.'),
  upstream_refused: kind(
    'caller',
    422,
    'Upstream refused the request',
    'Nothing was charged; the same payment may be used again. Correct the request as upstreamStatus and detail say.',
  ),
  ens_unavailable: kind(
    'upstream',
    503,
    'Names cannot be looked up',
    'Nothing was charged. Send the address itself, or try again later.',
    true,
  ),
  engine_failed: kind(
    'unknown',
    503,
    'Text engine failed',
    'Nothing was charged. Try again after Retry-After seconds, or send a shorter text.',
    true,
  ),
  offer_unavailable: kind('us', 503, 'Offer not available', 'Nothing was charged. Try again later or use another offer.', true),
  network_unavailable: kind(
    'upstream',
    503,
    'Payment network unreachable',
    'Nothing was charged; the same payment may be sent again after Retry-After seconds.',
    true,
  ),
  transaction_not_found: kind(
    'upstream',
    503,
    'Transaction not found or not deep enough',
    'Do not pay again. Send the identical request after Retry-After seconds.',
    true,
  ),
  screening_unavailable: kind(
    'upstream',
    503,
    'Payer cannot be screened',
    'Nothing was charged. Do not pay again: send the identical request after Retry-After seconds.',
    true,
  ),
  settlement_pending: kind(
    'upstream',
    503,
    'Settlement pending',
    'Do not pay again. Send the identical request with the same payment after Retry-After seconds, or read the receipt.',
    true,
  ),
  credit_waiting: kind(
    'upstream',
    503,
    'Paid, and not answered yet',
    'Do not pay again. Send the same payment again after Retry-After seconds: it is a credit for this offer.',
    true,
  ),
  ledger_unavailable: kind(
    'us',
    503,
    'Ledger unavailable',
    'Do not pay again. Send the identical request, with the same payment if there was one, after Retry-After seconds: it is charged once at most.',
    true,
  ),
  overloaded: kind('us', 503, 'Service overloaded', 'Nothing was charged. Send the same request again after Retry-After seconds.', true),
  shutting_down: kind('us', 503, 'Shutting down', 'Try again after Retry-After seconds.', true),
  deadline_exceeded: kind('unknown', 504, 'The product took too long', 'Nothing was charged; the same payment may be used again.', true),
} as const satisfies Record<string, Omit<ProblemKind, 'code'>>

export type ProblemCode = keyof typeof problems

const ofTill = new Map<string, ProblemKind>(Object.entries(problems).map(([code, one]) => [code, { code, ...one }]))

/** Declares a problem of goods. It is thrown as `new Problem(tooFar, 'what was wrong')`, and the offers that throw it name it in `problems`. */
export function problem(declared: Omit<ProblemKind, 'retryable'> & { readonly retryable?: boolean }): ProblemKind {
  return { retryable: false, ...declared }
}

/** The kind of problem with this code: one of the till, or one of those that an offer declares; null for another text. */
export function problemKind(code: string, declared: readonly ProblemKind[] = []): ProblemKind | null {
  return ofTill.get(code) ?? declared.find((one) => one.code === code) ?? null
}

/**
 * Whether a run that ends so uses up what its caller may have without a charge. A run that may have been the caller's doing counts until
 * it is known whose doing it was.
 */
export function countsForCaller(kind: ProblemCode | ProblemKind): boolean {
  return isCallersDoing((typeof kind === 'string' ? problems[kind] : kind).decidedBy)
}

/** The same of the word that says who decides it. */
export function isCallersDoing(decidedBy: DecidedBy): boolean {
  return decidedBy === 'caller' || decidedBy === 'unknown'
}

export interface ProblemDetails {
  type: string
  title: string
  status: number
  code: string
  detail: string
  fix: string
  retryable: boolean
  field?: string
  expected?: string
  [extra: string]: unknown
}

export interface ProblemOptions {
  /** The field that is wrong, as a path: `query.amount`. */
  field?: string
  /** What was expected of it. */
  expected?: string
  /** What came instead. */
  received?: string
  /** How to mend it, where this case needs other words than its kind. */
  fix?: string
  /** Seconds for Retry-After. */
  retryAfter?: number
  /** Further members of the body. */
  extra?: Record<string, unknown>
  /** Overrides the kind's own where trying again is no use. */
  retryable?: false
  /**
   * What the upstream of an offer sent in place of an answer, with a status from 400 to 499: it goes out instead of the problem where the
   * declaration of the offer (`answers.refusals`) lets it through.
   */
  passed?: ByteAnswer
  /** For logs only, never on the wire. */
  cause?: unknown
}

/** Throw it anywhere; the surface turns it into an answer. Callers read `detail`, so it must not hold internal text. */
export class Problem extends Error {
  readonly kind: ProblemKind
  readonly code: string
  readonly options: ProblemOptions

  constructor(kind: ProblemCode | ProblemKind, detail: string, options: ProblemOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Problem'
    this.kind = typeof kind === 'string' ? { code: kind, ...problems[kind] } : kind
    this.code = this.kind.code
    this.options = options
  }

  get status(): number {
    return this.kind.status
  }
}

/** The body of a problem: the members of RFC 9457 and our own. */
export function problemDetails(problem: Pick<Problem, 'kind' | 'code' | 'message' | 'options'>): ProblemDetails {
  const { status, title, retryable } = problem.kind
  const { field, expected, received, retryAfter, extra, fix = problem.kind.fix, retryable: override = retryable } = problem.options
  return {
    type: `urn:farthing:problem:${problem.code}`,
    title,
    status,
    code: problem.code,
    detail: problem.message,
    fix,
    retryable: override,
    ...(field === undefined ? {} : { field }),
    ...(expected === undefined ? {} : { expected }),
    ...(received === undefined ? {} : { received }),
    ...(retryAfter === undefined ? {} : { retryAfterSeconds: retryAfter }),
    ...extra,
  }
}
