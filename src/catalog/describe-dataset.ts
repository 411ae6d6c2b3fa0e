import { z } from 'zod'
import { baseUnits, foreignText, identifier, quantity, text, uri, usdDecimal } from '../offers/answer-figures.ts'
import type { AnyOffer, OfferContext } from '../offers/offer.ts'
import { sourcesOf } from '../offers/needs.ts'
import { schemasOf } from '../offers/offer-schemas.ts'
import { accessInLists, listedPrice } from '../offers/price-in-words.ts'
import { methods } from '../shared/http-methods.ts'

const parameter = z.object({
  name: identifier,
  in: z.enum(['path', 'query', 'body']),
  required: z.boolean(),
  schema: z.record(z.string(), z.unknown()).describe('JSON Schema'),
  values: z
    .array(z.object({ id: identifier, title: text, coverage: text.optional() }))
    .nullable()
    .describe('All values that it takes now, where they can be listed'),
})

const datasetSource = z.object({
  id: identifier,
  name: text,
  licence: text,
  attribution: foreignText,
  resale: z
    .enum(['open', 'contract', 'no'])
    .describe('contract: used only where the operator of this service has a contract with the source'),
  homepage: uri,
  enabled: z.boolean(),
})

export const dataset = z.object({
  id: identifier,
  method: z.enum(methods),
  path: text.describe('Path template; {names} are path parameters'),
  url: uri.describe('The same with the address of this service'),
  title: text,
  purpose: text,
  access: z.enum(['free', 'daily-quota', 'fixed']),
  price: z
    .object({
      usd: usdDecimal.describe('US dollars, paid in USDC'),
      baseUnits: baseUnits.describe('USDC base units (6 decimals)'),
    })
    .nullable()
    .describe('null for free datasets'),
  available: z.boolean().describe('false while none of its sources answers and the cache holds nothing fresh enough'),
  parameters: z.array(parameter),
  freshness: z
    .object({ renewed: text, maxAgeHours: quantity.describe('Oldest data that it answers with when its sources are down') })
    .nullable(),
  coverage: text.nullable(),
  sources: z.array(datasetSource).describe('In the order in which they are asked'),
  example: z.object({ url: uri, body: z.unknown().optional().describe('JSON of a POST'), answer: z.unknown() }),
})

export type Dataset = z.input<typeof dataset>

type Context = Pick<OfferContext, 'sources' | 'chains' | 'publicUrl'>

/** Everything that a caller must know about one dataset: its declaration, the terms of its sources and which of them are enabled. */
export function describeDataset(offer: AnyOffer, context: Context): Dataset {
  const { sources, publicUrl } = context
  const values = offer.dataset?.values?.() ?? {}
  return {
    id: offer.id,
    method: offer.method,
    path: offer.template,
    url: publicUrl + offer.template,
    title: offer.title,
    purpose: offer.purpose,
    access: accessInLists(offer),
    price: listedPrice(offer),
    available: offer.available(context) === 'available',
    parameters: parametersOf(offer).map((one) => ({ ...one, values: values[one.name]?.map((value) => ({ ...value })) ?? null })),
    freshness: offer.dataset ? { ...offer.dataset.freshness } : null,
    coverage: offer.dataset?.coverage ?? null,
    sources: (offer.dataset?.sources ?? sourcesOf(offer.needs)).flatMap((id) => {
      const adapter = sources.byId.get(id)
      if (!adapter) return []
      const { name, licence, attribution, resale, homepage } = adapter.source.terms
      return [{ id, name, licence, attribution, resale, homepage, enabled: adapter.source.enabled }]
    }),
    example: {
      url: publicUrl + exampleOf(offer),
      ...(offer.example.body === undefined ? {} : { body: offer.example.body }),
      answer: offer.example.answer,
    },
  }
}

type Parameter = Omit<z.input<typeof parameter>, 'values'>

function parametersOf(offer: AnyOffer): readonly Parameter[] {
  const schemas = schemasOf(offer)
  return (['path', 'query', 'body'] as const).flatMap((place) => {
    const { properties = {}, required = [] } = (schemas[place] ?? {}) as { properties?: Record<string, object>; required?: string[] }
    return Object.entries(properties).map(([name, schema]) => {
      return { name, in: place, required: required.includes(name), schema: { ...schema } }
    })
  })
}

function exampleOf({ template, example }: AnyOffer): string {
  const path = template.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(example.path?.[name] ?? ''))
  const query = new URLSearchParams(example.query ?? {}).toString()
  return query === '' ? path : `${path}?${query}`
}
