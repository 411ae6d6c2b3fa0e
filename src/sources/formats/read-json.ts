import type { z } from 'zod'
import type { UpstreamResponse } from '../../net/exchange.ts'
import { parseJson } from '../../net/parse-json.ts'
import { UpstreamGarbage } from '../../net/upstream-errors.ts'

/** Reads an answer's body as JSON of this shape. @throws UpstreamGarbage */
export function readJson<S extends z.ZodType>(answer: UpstreamResponse, schema: S): z.output<S> {
  return checkShape(parseJson(answer.body), schema)
}

/**
 * The rows that have this shape. An odd row is a mistake of the upstream about one subject, and must not close the others.
 * @throws UpstreamGarbage `wrong_shape` where a larger share of the rows is odd: then the answer is something else.
 */
export function validRows<S extends z.ZodType>(rows: readonly unknown[], schema: S, maxOddShare = 0.5): z.output<S>[] {
  const valid = rows.flatMap((row) => {
    const read = schema.safeParse(row)
    return read.success ? [read.data] : []
  })
  if (rows.length - valid.length > maxOddShare * rows.length) throw new UpstreamGarbage('wrong_shape')
  return valid
}

/** Checks that a value has this shape, and returns it. @throws UpstreamGarbage `wrong_shape` */
export function checkShape<S extends z.ZodType>(value: unknown, schema: S): z.output<S> {
  const parsed = schema.safeParse(value)
  // The issues name members of the upstream's answer. They are for debugging only.
  if (!parsed.success) throw new UpstreamGarbage('wrong_shape', parsed.error)
  return parsed.data
}
