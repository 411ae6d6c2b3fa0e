import type { OfferRow } from '../file/offers-file.ts'
import { limitsOf } from '../pricing/token-limits.ts'

/**
 * The body of a call as the API gets it: with the members that the file sets, and with a bound of the output of a language model that was paid
 * for. Prices are computed from it too.
 */
export function bodySent(body: unknown, { body: shape, pricing }: Pick<OfferRow, 'body' | 'pricing'>): unknown {
  const set = shape?.set ?? {}
  if (body === undefined || body === null) return set
  if (typeof body !== 'object' || Array.isArray(body)) return body
  const whole: Readonly<Record<string, unknown>> = { ...body, ...set }
  const tokens = pricing?.tokens
  return tokens === undefined || limitsOf(whole).length > 0 ? whole : { ...whole, [tokens.limit]: tokens.unlessGiven }
}
