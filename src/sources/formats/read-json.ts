import type { z } from 'zod'
import type { UpstreamResponse } from '../../net/exchange.ts'
import { parseJson } from '../../net/parse-json.ts'
import { UpstreamGarbage } from '../../net/upstream-errors.ts'

/** Reads an answer's body as JSON of this shape. @throws UpstreamGarbage */
export function readJson<S extends z.ZodType>(answer: UpstreamResponse, schema: S): z.output<S> {
  return checkShape(parseJson(answer.body), schema)
}

/** Checks that a value has this shape, and returns it. @throws UpstreamGarbage `wrong_shape` */
export function checkShape<S extends z.ZodType>(value: unknown, schema: S): z.output<S> {
  const parsed = schema.safeParse(value)
  // The issues name members of the upstream's answer. They are for debugging only.
  if (!parsed.success) throw new UpstreamGarbage('wrong_shape', parsed.error)
  return parsed.data
}
