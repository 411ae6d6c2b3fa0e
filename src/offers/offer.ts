import { z } from 'zod'
import type { Chains } from '../chain/chain.ts'
import type { ByteAnswer } from '../shared/byte-answer.ts'
import type { CallPlace } from '../shared/call-places.ts'
import type { Caller } from '../shared/caller.ts'
import type { Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Method } from '../shared/http-methods.ts'
import { usd } from '../shared/money.ts'
import { isCallersDoing, type DecidedBy, type Problem, type ProblemKind } from '../shared/problems.ts'
import type { TriedEngine } from '../shared/tried-engine.ts'
import type { Sources } from '../sources/sources.ts'
import type { BriefDeclaration } from './brief/detail.ts'
import type { ByteAnswers, StreamedAnswer } from './byte-answers.ts'
import type { ComputedAccess, PriceOfCall } from './computed-price.ts'
import type { DatasetFacts } from './dataset-facts.ts'
import type { DocumentType } from './document-answer.ts'
import { availabilityBy, type Availability, type Needs, type SaleContext } from './needs.ts'
import type { OfferInput } from './offer-input.ts'
import { wholeAnswer, type WatchedAnswer } from './watchlist/watched-answer.ts'

/**
 * How an offer is sold: free, free up to a daily quota and then for a price, or always for a price, which may depend on the input of the call.
 * Prices in USDC base units.
 */
export type Access =
  | { readonly kind: 'free' }
  | { readonly kind: 'daily-quota'; readonly price: bigint }
  | { readonly kind: 'fixed'; readonly price: bigint; /** Of an offer at the price of one call. */ readonly computed?: PriceOfCall }
  | ComputedAccess

export const free: Access = { kind: 'free' }
export function dailyQuota(price: string): Access {
  return { kind: 'daily-quota', price: usd(price) }
}
export function fixedPrice(price: string): Access {
  return { kind: 'fixed', price: usd(price) }
}

/** What a product returns. All that it knows of money is whether this answer is charged. */
export type Outcome<A> =
  | {
      readonly body: A
      readonly charge: true
      /** Of a product with the watchlist rule: the gate chooses what this payer gets of it, and whether that is charged. */
      readonly watched?: WatchedAnswer<A>
      /** Of an offer that answers with bytes: `byteAnswer`, `streamedAnswer`. */
      readonly bytes?: ByteAnswer | StreamedAnswer
    }
  | {
      readonly body: A
      readonly charge: false
      readonly reason: string
      /** The caller's choice of input may be why it can't be charged: such runs are limited. */
      readonly counted: boolean
      readonly bytes?: ByteAnswer
    }

export function answer<A>(body: A): Outcome<A> {
  return { body, charge: true }
}
/** The answer of a product with the watchlist rule. Its body is that of a payer whom nothing was delivered to yet. */
export function watchedAnswer<A, I>(answer: WatchedAnswer<A, I>): Outcome<A> {
  return {
    get body() {
      return wholeAnswer(answer)
    },
    charge: true,
    watched: answer,
  }
}
/**
 * An answer that is not charged; `reason` is a stable snake_case code that goes on the receipt. Such a run counts for its caller where the
 * caller's input may be why.
 */
export function uncharged<A>(body: A, reason: string, decidedBy: DecidedBy): Outcome<A> {
  return { body, charge: false, reason, counted: isCallersDoing(decidedBy) }
}

/** Read-only view of everything for sale, for products that describe it (discovery). */
export interface CatalogView {
  readonly offers: readonly AnyOffer[]
}

/** A purchase, as far as a run may know it. */
export interface Purchase {
  /** The id of its receipt. It is the same whenever the run is repeated, so others can tell a repeated request by it. */
  readonly id: string
  /** An earlier run of it was interrupted, or failed. */
  readonly again: boolean
}

/** A request that a run sends to the API behind it. */
export interface SentRequest {
  /** `https://api.example.com` */
  readonly origin: string
  readonly method: string
  /** Path and query, as they are sent. */
  readonly target: string
  readonly body: Uint8Array | null
}

/** What a product may use besides its input. */
export interface OfferContext {
  readonly sources: Sources
  readonly chains: Chains
  readonly clock: Clock
  /** Who causes the run, for sharing what is scarce. */
  readonly caller: Caller
  /**
   * For an answer without a charge that has a part which is sold elsewhere: takes one of the caller's free calls of the day. False where
   * none is left; always true for a call that pays.
   */
  readonly takeFreeUnit: () => Promise<boolean>
  /** The purchase that the run is for; absent for a call without a payment. */
  readonly purchase?: Purchase
  /** The headers of the request that the offer names in `callerHeaders` or `ownKey`, by those names; absent where the call came without a request of its own, as by MCP. */
  readonly headers?: Readonly<Record<string, string>>
  /**
   * Signs for the API behind an offer what this call is: offer, receipt, payer, amount and state, for one request and for a minute. The keys
   * are at `/.well-known/jwks.json`. Absent in a till without keys.
   */
  readonly sign?: (request: SentRequest) => string
  /** Aborts at the offer's deadline. */
  readonly signal: AbortSignal
  readonly log: Log
  readonly catalog: CatalogView
  /** Absolute base address of the service, without a slash at the end. */
  readonly publicUrl: string
}

type Shape = z.ZodType

export type { OfferInput } from './offer-input.ts'

/** The declaration of one thing for sale. Everything else is derived from it. */
export interface OfferDeclaration<P extends Shape, Q extends Shape, B extends Shape, A extends Shape> {
  /** Stable, kebab-case; names it in receipts, metrics and tools. */
  readonly id: string
  /** `GET /v1/market/price/{symbol}`. `{+path}` at its end takes one or more segments. */
  readonly route: `${Method} /${string}`
  readonly access: Access
  readonly title: string
  /** What it is for, in one or two sentences; shown to agents. */
  readonly purpose: string
  /** What its answer is made from, as it follows "Rests on": `the day-ahead auction of a bidding zone`. */
  readonly restsOn?: string | undefined
  /** What a buyer might expect of it in vain, as it follows "It cannot know": `intraday prices`. */
  readonly cannotKnow?: string | undefined
  /** Schemas of the raw strings of the path and query, and of the JSON body. They check nothing that depends on sources, engines or time. */
  readonly path?: P
  readonly query?: Q
  readonly body?: B
  readonly answer: A
  /** A real request (raw input, as on the wire) and an answer that fits its schema. */
  readonly example: {
    readonly path?: Record<string, string>
    readonly query?: Record<string, string>
    readonly body?: unknown
    readonly answer: z.input<A>
  }
  /**
   * What `detail=brief` shows: paths of members, `data.prices[].usd`, the most important first, since what does not fit into 600 bytes is cut
   * from the end. `meta` is always there. `{ none }` says why there is no short form: `its answer is a picture`.
   */
  readonly brief?: BriefDeclaration
  /**
   * The answer as a short text. MCP sends it as text beside the structured content, where a second copy of a long answer would cost a
   * model twice its tokens.
   */
  inWords?(answer: z.input<A>): string
  /** For offers under /v1/data: shown in GET /v1/data. */
  readonly dataset?: DatasetFacts
  /** For a free offer: its answer to a call without input is the same for every caller for so long, so it is made and encoded once. */
  readonly steadyMs?: number
  /** Headers of the request that runs get. They are not part of the input: a stored answer is given again whatever they say. */
  readonly callerHeaders?: readonly string[]
  /**
   * The header with which callers show a key of their own. A call with it and without a payment is run unpaid; where the run throws the problem
   * `own_key_refused`, the call is asked for payment like all others.
   */
  readonly ownKey?: string
  /** For a free offer whose runs cost work: how many a client address may have at once, and per minute in the long run. */
  readonly fairUse?: { readonly burst: number; readonly perMinute: number }
  /**
   * `verified`: payers with settled history may get the answer before its payment is settled. Unless given, the service's setting
   * says so. Never for an offer that is settled first.
   */
  readonly answerAfter?: 'confirmed' | 'verified'
  /**
   * Its answer is a picture or a document, with the members of `documentMembers`. The answer is stored as JSON. A caller whose
   * Accept header names one of these types gets the document itself.
   */
  readonly document?: { readonly types: readonly DocumentType[] }
  /** Time limit of one run; 10 s by default. */
  readonly deadlineMs?: number
  /**
   * The id of the offer that answers the same by another engine, or for one thing where this one takes several. The OpenAPI document for crawlers, which is short of room, names this
   * offer in the operation of that one; all other documents describe it like every offer.
   */
  readonly variantOf?: string
  /** `first`: a payment is settled before the work, which costs us money. After it by default: whoever is not answered is not charged. */
  readonly settle?: 'first' | 'after'
  /** It is never sold for less, in base units: a call may cost us that much. */
  readonly minPrice?: bigint
  /** False ends the first call free for this offer. */
  readonly firstCallFree?: boolean
  /**
   * The watchlist rule: its payers are charged only for items that they were not given before, and `run` returns a
   * `watchedAnswer`. Its query has `watchlistParameters`. Never for an offer that is settled first.
   */
  readonly watchlist?: {
    /** What its items are called: `notices`, `events`. */
    readonly items: string
    /** The query that a position is kept for, in one form for all that ask for the same; without the parameters of the rule. */
    subject(input: OfferInput<z.output<P>, z.output<Q>, z.output<B>>): unknown
  }
  /** What its run may throw besides the problems of the till, `shared/problems.ts`. A code has one declaration in all. */
  readonly problems?: readonly ProblemKind[]
  /** What it needs to be sold. Without, it can always be sold. */
  readonly needs?: Needs
  /**
   * What computes its answers, where that is tried before it is sold: calls wait for the first trial before anything is charged. While it
   * has failed, the offer is in no list.
   */
  readonly engine?: TriedEngine
  /**
   * For an offer that serves only so many calls at once: takes a place for a call before its payment is claimed, and null when
   * none is free for this caller (503, and nothing is claimed). The call leaves its place when it has ended.
   */
  admit?(caller: Caller): CallPlace | null
  /**
   * Why an input that its schemas let through is not served, such as a text that would cost more than the price; null where it is. Asked
   * before a payment is read, so it must take a few milliseconds and wait for nothing.
   */
  refuse?(input: OfferInput<z.output<P>, z.output<Q>, z.output<B>>): Problem | null
  /** @throws Problem for what the caller or an upstream did wrong (nothing is charged then). */
  run(input: OfferInput<z.output<P>, z.output<Q>, z.output<B>>, context: OfferContext): Promise<Outcome<z.input<A>>>
}

/** The declaration of an offer that answers with bytes of any media type, exactly as they were made: with `byteAnswer` or `streamedAnswer`. */
export interface ByteOfferDeclaration<P extends Shape, Q extends Shape, B extends Shape> extends Omit<
  OfferDeclaration<P, Q, B, z.ZodType<unknown, null>>,
  'answer' | 'example' | 'brief' | 'inWords' | 'document' | 'watchlist' | 'dataset' | 'steadyMs'
> {
  readonly answers: ByteAnswers
  /** The answer of the example is its JSON or its text; absent where it is neither. */
  readonly example: Omit<OfferDeclaration<P, Q, B, Shape>['example'], 'answer'> & { readonly answer?: unknown }
}

const nothing = z.looseObject({})
type Nothing = typeof nothing

/** An offer with its defaults filled in. */
export interface Offer<P extends Shape = Shape, Q extends Shape = Shape, B extends Shape = Shape, A extends Shape = Shape> extends Omit<
  OfferDeclaration<P, Q, B, A>,
  'path' | 'query' | 'body' | 'deadlineMs' | 'problems' | 'needs' | 'settle' | 'firstCallFree'
> {
  /** Null where the answer is JSON that its product makes. */
  readonly answers: ByteAnswers | null
  readonly method: Method
  /** `/v1/market/price/{symbol}` */
  readonly template: string
  readonly path: P | null
  readonly query: Q | null
  readonly body: B | null
  readonly deadlineMs: number
  readonly settle: 'first' | 'after'
  readonly firstCallFree: boolean
  readonly problems: readonly ProblemKind[]
  readonly needs: Needs
  /** Whether it can be sold now, by its needs. It asks no source. */
  available(context: SaleContext): Availability
}

// oxlint-disable-next-line typescript/no-explicit-any -- one list holds offers of all shapes
export type AnyOffer = Offer<any, any, any, any>

/** Declares an offer. The catalog checks it at start (ids, routes, prices, examples against schemas). */
export function offer<P extends Shape = Nothing, Q extends Shape = Nothing, B extends Shape = Nothing, A extends Shape = Shape>(
  declaration: OfferDeclaration<P, Q, B, A>,
): Offer<P, Q, B, A> {
  return filledIn(declaration, null)
}

/** Declares an offer that answers with bytes. */
export function byteOffer<P extends Shape = Nothing, Q extends Shape = Nothing, B extends Shape = Nothing>(
  declaration: ByteOfferDeclaration<P, Q, B>,
): Offer<P, Q, B> {
  const { answers, ...rest } = declaration
  return filledIn<P, Q, B, Shape>(
    { ...rest, answer: answers.schema ?? z.unknown(), brief: noBrief, example: { answer: undefined, ...rest.example } },
    answers,
  )
}

const noBrief = { none: 'its answer is passed on as it was sent' }

function filledIn<P extends Shape, Q extends Shape, B extends Shape, A extends Shape>(
  declaration: OfferDeclaration<P, Q, B, A>,
  answers: ByteAnswers | null,
): Offer<P, Q, B, A> {
  const space = declaration.route.indexOf(' ')
  const { needs = {} } = declaration
  return {
    ...declaration,
    answers,
    method: declaration.route.slice(0, space) as Method,
    template: declaration.route.slice(space + 1),
    path: declaration.path ?? null,
    query: declaration.query ?? null,
    body: declaration.body ?? null,
    deadlineMs: declaration.deadlineMs ?? 10_000,
    settle: declaration.settle ?? 'after',
    firstCallFree: declaration.firstCallFree ?? true,
    problems: declaration.problems ?? [],
    needs,
    available: (context) => availabilityBy(needs, context),
  }
}

/** Price in base units: 0n for a free offer, the least price where it is computed from the input of each call. */
export function priceOf(offer: Pick<AnyOffer, 'access'>): bigint {
  return offer.access.kind === 'free' ? 0n : offer.access.price
}

/** What one call costs at most. */
export function highestPriceOf(access: Exclude<Access, { readonly kind: 'free' }>): bigint {
  return access.kind === 'computed' ? access.most : access.price
}
