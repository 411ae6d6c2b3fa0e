import type { Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'

/** What commands do with files of offers. */
export interface OfferFiles {
  /** What is wrong with the text of a file, a sentence each with line and column; or what it sells, in lines for people. */
  check(file: string, text: string, hasSecret: (name: string) => boolean): OfferFileCheck
  /** A file that sells the API at an address, or what is wrong with a price. */
  write(wanted: WantedOffers): { readonly text: string } | { readonly fault: string }
  /** A file that sells the operations of an OpenAPI document, and what was left out. @throws OperatorError where the document can't be used */
  importOpenapi(document: OpenapiSource): ImportedOffers
  /** Asks the API behind each offer of a file once, to say whether it answers. */
  askOnce(text: string, parts: AskingParts): Promise<readonly AskedOffer[]>
  /** The JSON Schema of files of offers. */
  schema(): string
}

export type OfferFileCheck =
  | { readonly kind: 'right'; readonly name: string | null; readonly offers: readonly CheckedOffer[] }
  | { readonly kind: 'wrong'; readonly faults: readonly string[] }

export interface CheckedOffer {
  readonly id: string
  /** `GET /tides/*` */
  readonly route: string
  /** Dollars; null where it is free. */
  readonly usd: string | null
}

export interface WantedOffers {
  readonly url: string
  /** `GET /tides/*=0.01`, the price in dollars or `free`. */
  readonly prices: readonly string[]
  readonly examples: readonly string[]
  readonly name: string | null
}

export interface OpenapiSource {
  readonly text: string
  /** Where it came from, for addresses in it that are relative; null for a file. */
  readonly url: string | null
  /** Dollars for each operation. */
  readonly price: string
  /** The address of the API, instead of the one in the document. */
  readonly upstream: string | null
}

export interface ImportedOffers {
  readonly text: string
  readonly offers: number
  /** Sentences about what the document has and the file has not. */
  readonly leftOut: readonly string[]
}

export interface AskingParts {
  readonly secretOf: (name: string) => string | null
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
}

export interface AskedOffer {
  readonly title: string
  readonly route: string
  /** In dollars; null where it is free. */
  readonly usd: string | null
  /** What came of asking: `the upstream answered 200 in 12 ms`. */
  readonly said: string
  /** An address to try, below that of the service. */
  readonly path: string
}
