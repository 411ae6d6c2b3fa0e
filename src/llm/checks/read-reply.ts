import type { z } from 'zod'
import { ModelFailure } from '../model-failure.ts'

/** What a model said, by its schema. Other members are refused, since the schemas are strict. @throws ModelFailure `answer_malformed` */
export function readReply<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const read = schema.safeParse(value)
  // The error of the schema may quote the answer, so it goes nowhere.
  if (!read.success) throw new ModelFailure('answer_malformed')
  return read.data
}
