import { readJson, z } from '../../../src/goods/door.ts'
import { checkShape, UpstreamGarbage, UpstreamRejected, type UpstreamResponse } from '../../../src/goods/kit/http.ts'

const envelope = z.object({ error: z.array(z.string()), result: z.record(z.string(), z.unknown()).nullish() })

/**
 * The result for a pair; null for a pair that Kraken does not have. Errors have status 200, and warnings may stand beside a result.
 * The result is under Kraken's own name of the pair (XXBTZUSD for XBTUSD), next to `last` in candles.
 * @throws UpstreamGarbage `wrong_shape` where it is not clear which of several results is that of the pair
 */
export function readResult<S extends z.ZodType>(answer: UpstreamResponse, schema: S, pair: string): z.output<S> | null {
  const { error, result } = readJson(answer, envelope)
  const fault = error.find((text) => !text.startsWith('W'))
  if (fault !== undefined) {
    if (/^EQuery:(?:Unknown|Invalid) asset pair/.test(fault)) return null
    throw new UpstreamRejected(statusOf(fault))
  }
  const names = Object.keys(result ?? {}).filter((key) => key !== 'last')
  const [name] = names.length > 1 ? names.filter((one) => one === pair || plainPair(one) === plainPair(pair)) : names
  if (name === undefined) throw new UpstreamGarbage('wrong_shape')
  return checkShape(result?.[name], schema)
}

/** Kraken's older names mark coins with X and currencies with Z: XXBTZUSD, USDTZUSD. */
function plainPair(name: string): string {
  const [, base, quote] = /^[XZ]([A-Z]{3})[XZ]([A-Z]{3})$/.exec(name) ?? /^(\w{3,})Z([A-Z]{3})$/.exec(name) ?? []
  return base === undefined || quote === undefined ? name : base + quote
}

/** The HTTP status that matches an error. */
function statusOf(error: string): number {
  if (/Too many requests|Rate limit exceeded/.test(error)) return 429
  if (error.startsWith('EService:')) return 503
  return error.startsWith('EGeneral:Internal') ? 500 : 400
}
