/** A request to the stand-in of a source: path and query below its base address. */
export interface StandInRequest {
  readonly url: URL
  readonly method: string
  /** Empty without one. */
  readonly body: string
  readonly userAgent: string
  /** The `If-None-Match` of a conditional request. */
  readonly ifNoneMatch?: string | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Faults that parts of it have now, by part. */
  readonly faults: Readonly<Record<string, string>>
}

/** The answer of a stand-in. A `body` that is neither text nor bytes is sent as JSON. */
export interface StandInReply {
  /** 200 unless given. */
  readonly status?: number
  /** `application/json` unless given. */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A stand-in that fails as its upstream does, where that has a form of its own. */
export interface FailingStandIn {
  answer(request: StandInRequest): StandInReply
  /** Parts that can fail on their own, and the faults that they can have. */
  readonly partial?: { readonly parts: readonly string[]; readonly faults: readonly string[] }
  readonly rateLimited: StandInReply
  readonly broken: StandInReply
}

/** What the sandbox asks instead of a real upstream: its answers in the documented shapes. */
export type StandIn = ((request: StandInRequest) => StandInReply) | FailingStandIn

/** An answer in JSON. */
export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}) {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body), headers }
}

/** A stand-in that refuses too many requests may be asked again after five seconds. */
export const retryAfter = { 'retry-after': '5' }

/** What a sandbox hands to the stand-ins of all lines, by name, so that they agree on it: its `market`, its `population`. A line says what it takes. */
export type StandInWorld = Readonly<Record<string, unknown>>
