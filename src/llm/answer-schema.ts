import { z } from 'zod'
import type { AnswerSchema } from './dialects/dialect.ts'

/** Keywords that strict modes of providers refuse or ignore. The limits hold here, when the answer is read. */
const localKeywords = new Set(['$schema', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', 'pattern'])

/**
 * A schema as providers take it. Every member must be required there, and no other may come: build it of `z.strictObject` without
 * optional members.
 */
export function answerSchemaOf(schema: z.ZodType): AnswerSchema {
  return withoutLocalKeywords(z.toJSONSchema(schema)) as AnswerSchema
}

function withoutLocalKeywords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLocalKeywords)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).filter(([name]) => !localKeywords.has(name))
  return Object.fromEntries(members.map(([name, member]) => [name, withoutLocalKeywords(member)]))
}
