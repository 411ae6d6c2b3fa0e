import { z } from 'zod'
import { priceOf } from '../../offer.ts'
import type { AnyOffer, OfferContext } from '../../offer.ts'
import { schemasOf } from '../../offer-schemas.ts'
import { formatUsd } from '../../shared/money.ts'
import { sourceCatalogue } from '../../sources/source-catalogue.ts'
import type { SourceId } from '../../sources/source-catalogue.ts'

const parameter = z.object({
  name: z.string(),
  in: z.enum(['path', 'query', 'body']),
  required: z.boolean(),
  schema: z.record(z.string(), z.unknown()).describe('JSON Schema'),
  values: z
    .array(z.object({ id: z.string(), title: z.string(), coverage: z.string().optional() }))
    .nullable()
    .describe('all values that it takes now, where they can be listed'),
})

const doorSource = z.object({
  id: z.string(),
  name: z.string(),
  licence: z.string(),
  attribution: z.string(),
  resale: z.enum(['open', 'contract', 'no']).describe('contract: asked only where the operator of this service has one'),
  homepage: z.string(),
  enabled: z.boolean(),
})

export const dataDoor = z.object({
  id: z.string(),
  method: z.enum(['GET', 'POST']),
  path: z.string().describe('Path template; {names} are path parameters'),
  url: z.string().describe('The same with the address of this service'),
  title: z.string(),
  purpose: z.string(),
  access: z.enum(['free', 'daily-quota', 'fixed']),
  price: z
    .object({
      usd: z.string().describe('Decimal US dollars, paid in USDC'),
      baseUnits: z.string().describe('USDC base units (6 decimals)'),
    })
    .nullable()
    .describe('null for free doors'),
  available: z.boolean().describe('false while none of its sources answers and nothing fresh enough is in hand'),
  parameters: z.array(parameter),
  freshness: z
    .object({ renewed: z.string(), oldestHours: z.number().describe('oldest data that it answers with when its sources are down') })
    .nullable(),
  coverage: z.string().nullable(),
  sources: z.array(doorSource).describe('whom it asks, the first choice first'),
  example: z.object({ url: z.string(), answer: z.unknown() }),
})

export type DataDoor = z.input<typeof dataDoor>

type Context = Pick<OfferContext, 'sources' | 'chains' | 'publicUrl'>

/** Everything that a caller must know about one data door: from its declaration, the terms of its sources and how they stand. */
export function describeDoor(offer: AnyOffer, context: Context): DataDoor {
  const { sources, publicUrl } = context
  const price = priceOf(offer)
  const values = offer.door?.values?.(sources) ?? {}
  const enabled = new Set(sources.state().flatMap((one) => (one.enabled ? [one.id] : [])))
  return {
    id: offer.id,
    method: offer.method,
    path: offer.template,
    url: publicUrl + offer.template,
    title: offer.title,
    purpose: offer.purpose,
    access: offer.access.kind,
    price: offer.access.kind === 'free' ? null : { usd: formatUsd(price), baseUnits: price.toString() },
    available: offer.available(context) === 'available',
    parameters: parametersOf(offer).map((one) => ({ ...one, values: values[one.name]?.map((value) => ({ ...value })) ?? null })),
    freshness: offer.door ? { ...offer.door.freshness } : null,
    coverage: offer.door?.coverage ?? null,
    sources: sourcesOf(offer).map((id) => {
      const { name, licence, attribution, resale, homepage } = sourceCatalogue[id].terms
      return { id, name, licence, attribution, resale, homepage, enabled: enabled.has(id) }
    }),
    example: { url: publicUrl + exampleOf(offer), answer: offer.example.answer },
  }
}

type Parameter = Omit<z.input<typeof parameter>, 'values'>

/** JSON Schemas are some work, and a declaration does not change. */
const described = new WeakMap<AnyOffer, readonly Parameter[]>()

function parametersOf(offer: AnyOffer): readonly Parameter[] {
  const known = described.get(offer)
  if (known) return known
  const schemas = schemasOf(offer)
  const parameters = (['path', 'query', 'body'] as const).flatMap((place) => {
    const { properties = {}, required = [] } = (schemas[place] ?? {}) as { properties?: Record<string, object>; required?: string[] }
    return Object.entries(properties).map(([name, schema]) => {
      return { name, in: place, required: required.includes(name), schema: { ...schema } }
    })
  })
  described.set(offer, parameters)
  return parameters
}

/** As the declaration says, else those that its example names. */
function sourcesOf(offer: AnyOffer): readonly SourceId[] {
  if (offer.door) return offer.door.sources
  const { meta } = (offer.example.answer ?? {}) as { meta?: { sources?: readonly { id?: unknown }[] } }
  return (meta?.sources ?? []).flatMap(({ id }) => (isSource(id) ? [id] : []))
}

function isSource(id: unknown): id is SourceId {
  return typeof id === 'string' && Object.hasOwn(sourceCatalogue, id)
}

function exampleOf({ template, example }: AnyOffer): string {
  const path = template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(example.path?.[name] ?? ''))
  const query = new URLSearchParams(example.query ?? {}).toString()
  return query === '' ? path : `${path}?${query}`
}
