import { z } from 'zod'
import type { AnyOffer } from './offer.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** JSON Schemas (2020-12, without `$schema`) of an offer's input and answer, as far as it has them. */
export interface OfferSchemas {
  readonly path?: JsonSchema
  readonly query?: JsonSchema
  readonly body?: JsonSchema
  readonly answer?: JsonSchema
}

const parts = ['path', 'query', 'body', 'answer'] as const

/**
 * All offers together take 15 ms, and every document describes them. So each schema is converted once, for all copies of its offer, and
 * the result must not be changed.
 */
const converted = new WeakMap<z.ZodType, JsonSchema>()

/** Input and answer as they are on the wire, before zod's transformations: `io: 'input'`. */
export function schemasOf(offer: AnyOffer): OfferSchemas {
  return Object.fromEntries(
    parts.flatMap((part) => {
      const schema = offer[part] as z.ZodType | null
      return schema ? [[part, jsonSchemaOf(schema)]] : []
    }),
  )
}

/** @throws where zod can't describe the schema */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const known = converted.get(schema)
  if (known) return known
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', override: ({ jsonSchema }) => leaveOutNoise(jsonSchema) })
  converted.set(schema, rest)
  return rest
}

/** Drops what zod adds without telling callers anything: the range of safe integers, and long patterns for what `format` already names. */
function leaveOutNoise(schema: { format?: unknown; pattern?: unknown; minimum?: unknown; maximum?: unknown }): void {
  if (schema.format === 'date' || schema.format === 'date-time') delete schema.pattern
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}
