/** The answer of a stand-in. */
export interface Reply {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A request to a stand-in: path and query below its base URL. */
export interface Asked {
  readonly url: URL
  readonly userAgent: string
  /** The `If-None-Match` of a conditional request. */
  readonly ifNoneMatch?: string | undefined
  /** The body of a POST request. */
  readonly body?: string | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The stand-in of one upstream: its answers in the documented shapes, and its answers when it is rate-limited or broken. */
export interface StandIn {
  answer(asked: Asked): Reply
  readonly rateLimited: Reply
  readonly broken: Reply
}

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body), headers }
}

/** A rate-limited stand-in may be asked again after five seconds. */
export const retryAfter = { 'retry-after': '5' }
