import type { Freshness } from '../../../../src/goods/kit/http.ts'

const hourMs = 3_600_000

/** How long an answer of a register may be used. "Not found" is asked again soon, since new companies appear every day. */
export function registerFreshness(value: unknown, fetchedAt: number): Freshness {
  if (value === null) return { refreshAt: fetchedAt + hourMs, freshUntil: fetchedAt + hourMs, staleUntil: fetchedAt + hourMs }
  return { refreshAt: fetchedAt + 6 * hourMs, freshUntil: fetchedAt + 24 * hourMs, staleUntil: fetchedAt + 168 * hourMs }
}

/** The same for changes and searches, of which callers expect the latest. */
export function changesFreshness(_: unknown, fetchedAt: number): Freshness {
  return { refreshAt: fetchedAt + hourMs, freshUntil: fetchedAt + 6 * hourMs, staleUntil: fetchedAt + 24 * hourMs }
}
