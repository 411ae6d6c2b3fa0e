import { z } from 'zod'
import type { AnyOffer } from './offer.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** JSON Schemas (2020-12, without `$schema`) of what an offer takes and gives, where it has them. */
export interface OfferSchemas {
  readonly path?: JsonSchema
  readonly query?: JsonSchema
  readonly body?: JsonSchema
  readonly answer?: JsonSchema
}

const parts = ['path', 'query', 'body', 'answer'] as const

/** Both sides are described as they stand on the wire, before zod's transformations: `io: 'input'`. Some work: keep what it gives. */
export function schemasOf(offer: AnyOffer): OfferSchemas {
  return Object.fromEntries(
    parts.flatMap((part) => {
      const schema = offer[part] as z.ZodType | null
      return schema ? [[part, jsonSchemaOf(schema)]] : []
    }),
  )
}

function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input' })
  return rest
}
