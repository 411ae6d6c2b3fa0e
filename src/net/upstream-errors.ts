import type { DecidedBy } from '../shared/problems.ts'

/**
 * The failures of an upstream. Messages contain only our own words, never the upstream's, so they may be logged anywhere.
 * `code` is stable and appears on the status page.
 */
export abstract class UpstreamError extends Error {
  abstract readonly code: string
  readonly decidedBy: DecidedBy = 'upstream'
  /** Milliseconds after which a retry makes sense; null where unknown. */
  readonly retryAfterMs: number | null

  constructor(message: string, retryAfterMs: number | null = null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = new.target.name
    this.retryAfterMs = retryAfterMs
  }
}

/** `paused` and `breaker_open`: no request was sent, because the upstream asked us to wait or failed too often. */
export type UnreachableReason = 'timeout' | 'connection' | 'dns' | 'tls' | 'aborted' | 'breaker_open' | 'paused' | 'disabled'

/** The upstream did not answer. */
export class UpstreamUnreachable extends UpstreamError {
  readonly reason: UnreachableReason
  get code(): string {
    return `unreachable_${this.reason}`
  }

  constructor(reason: UnreachableReason, options: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(`upstream unreachable: ${reason}`, options.retryAfterMs ?? null, options.cause)
    this.reason = reason
  }
}

/** The upstream answered with a status that is not accepted. */
export class UpstreamRejected extends UpstreamError {
  readonly status: number
  get code(): string {
    return `rejected_${this.status}`
  }

  constructor(status: number, retryAfterMs: number | null = null) {
    super(`upstream answered with status ${status}`, retryAfterMs)
    this.status = status
  }
}

export type GarbageReason = 'too_large' | 'not_text' | 'not_json' | 'too_deep' | 'wrong_shape' | 'not_xml' | 'not_zip' | 'outdated'

/** The upstream answered something that its documentation does not describe, or (`outdated`) data that is too old to be used. */
export class UpstreamGarbage extends UpstreamError {
  readonly reason: GarbageReason
  get code(): string {
    return `garbage_${this.reason}`
  }

  constructor(reason: GarbageReason, cause?: unknown) {
    super(`upstream answer not understood: ${reason}`, null, cause)
    this.reason = reason
  }
}
