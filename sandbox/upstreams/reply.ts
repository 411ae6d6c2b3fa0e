export { json, retryAfter } from '../../src/goods/stand-in.ts'

/** The answer of a stand-in. */
export interface Reply {
  readonly status: number
  readonly contentType: string
  readonly body: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** A request to a stand-in: path and query below its base URL. */
export interface Asked {
  readonly url: URL
  readonly method: string
  /** Empty without one. */
  readonly body: string
  readonly userAgent: string
  /** The `If-None-Match` of a conditional request. */
  readonly ifNoneMatch?: string | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Faults of single parts, such as one member state, by part. */
  readonly faults: Readonly<Record<string, string>>
}

/** The stand-in of one upstream: its answers in the documented shapes, and its answers when it is rate-limited or broken. */
export interface StandIn {
  answer(asked: Asked): Reply
  /** Parts that can fail on their own, and the faults that they can have. */
  readonly partial?: { readonly parts: readonly string[]; readonly faults: readonly string[] }
  readonly rateLimited: Reply
  readonly broken: Reply
}
