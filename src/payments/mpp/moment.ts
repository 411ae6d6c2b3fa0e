import { type Clock, unixSeconds } from '../../shared/clock.ts'

/** A second in which challenges are issued, as they say it. */
export interface Moment {
  /** Unix seconds. */
  readonly issuedAt: number
  /** When they end, RFC 3339 of whole seconds; always of `expiresCharacters`. */
  readonly expires: string
  /** The same in ASCII. */
  readonly expiresBytes: Uint8Array
  /**
   * Base64url, in ASCII, of what an opaque ends with: of `1795230481"}`, `"1795230481"}` and `:"1795230481"}`. Base64url takes
   * three bytes at a time, so that what comes before begins to matter at most two bytes ahead.
   */
  readonly endings: readonly [Uint8Array, Uint8Array, Uint8Array]
}

export const expiresCharacters = 20

/** The moment that it is. All of a second get the same object. */
export function createMoments(clock: Clock, ttlSeconds: number): () => Moment {
  let last: Moment | null = null
  return () => {
    const issuedAt = unixSeconds(clock)
    if (last?.issuedAt !== issuedAt) last = moment(issuedAt, issuedAt + ttlSeconds)
    return last
  }
}

function moment(issuedAt: number, expiresAt: number): Moment {
  const expires = `${new Date(expiresAt * 1000).toISOString().slice(0, expiresCharacters - 1)}Z`
  const end = `${issuedAt}"}`
  return { issuedAt, expires, expiresBytes: ascii(expires), endings: [ending(end), ending(`"${end}`), ending(`:"${end}`)] }
}

function ending(text: string): Uint8Array {
  return ascii(Buffer.from(text, 'latin1').toString('base64url'))
}

function ascii(text: string): Uint8Array {
  return Buffer.from(text, 'latin1')
}
