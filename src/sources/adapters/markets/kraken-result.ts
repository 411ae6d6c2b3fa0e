import { z } from 'zod'
import type { UpstreamResponse } from '../../../net/exchange.ts'
import { UpstreamGarbage, UpstreamRejected } from '../../../net/upstream-errors.ts'
import { checkShape, readJson } from '../../formats/read-json.ts'

const envelope = z.object({ error: z.array(z.string()), result: z.record(z.string(), z.unknown()).optional() })

/**
 * The single result of an answer; null for a pair that Kraken does not have. Errors have status 200. The result is under Kraken's
 * own name of the pair (XXBTZUSD for XBTUSD), next to `last` in candles.
 */
export function readResult<S extends z.ZodType>(answer: UpstreamResponse, schema: S): z.output<S> | null {
  const { error, result } = readJson(answer, envelope)
  const [first] = error
  if (first !== undefined) {
    if (first.startsWith('EQuery:Unknown asset pair')) return null
    throw new UpstreamRejected(statusOf(first))
  }
  const name = Object.keys(result ?? {}).find((key) => key !== 'last')
  if (name === undefined) throw new UpstreamGarbage('wrong_shape')
  return checkShape(result?.[name], schema)
}

/** The HTTP status that matches an error. */
function statusOf(error: string): number {
  if (/Too many requests|Rate limit exceeded/.test(error)) return 429
  if (error.startsWith('EService:')) return 503
  return error.startsWith('EGeneral:Internal') ? 500 : 400
}
