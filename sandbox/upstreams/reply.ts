/** What a stand-in answers. */
export interface Reply {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** What a stand-in is asked: path and query below its base address. */
export interface Asked {
  readonly url: URL
  readonly userAgent: string
  /** The `If-None-Match` of a conditional request. */
  readonly ifNoneMatch?: string | undefined
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** One upstream's stand-in: its answers in the documented shapes, and what it says when one asks too often or it is broken. */
export interface StandIn {
  answer(asked: Asked): Reply
  readonly rateLimited: Reply
  readonly broken: Reply
}

export function json(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body), headers }
}

/** A stand-in that was asked too often may be asked again after five seconds. */
export const retryAfter = { 'retry-after': '5' }
