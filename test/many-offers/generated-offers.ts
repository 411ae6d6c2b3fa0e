import { z } from 'zod'
import { computedPrice } from '../../src/offers/computed-price.ts'
import { pageSchema } from '../../src/offers/watchlist/page-fields.ts'
import { watchlistParameters } from '../../src/offers/watchlist/watchlist-query.ts'
import { answer, dailyQuota, fixedPrice, free, offer, type Access, type AnyOffer, type OfferInput } from '../../src/offers/offer.ts'

const lines = [
  'weather',
  'ports',
  'trains',
  'flights',
  'geo',
  'energy',
  'health',
  'legal',
  'patents',
  'science',
  'sports',
  'media',
  'jobs',
  'housing',
  'farming',
  'space',
]
const things = [
  'forecast',
  'history',
  'alerts',
  'search',
  'profile',
  'ranking',
  'outlook',
  'summary',
  'index',
  'changes',
  'batch',
  'prices',
  'map',
]
const prices = ['0.0015', '0.0075', '0.01', '0.02', '0.05', '0.15']

const answerSchema = z.object({
  place: z.string().describe('The place that was asked for, as it was understood'),
  items: z
    .array(
      z.object({
        id: z.string().describe('Stable: the same item has the same id in each answer'),
        name: z.string(),
        value: z.number().nullable().describe('Null where no source has it; missing says why'),
        unit: z.enum(['m', 'kg', 's', 'usd', 'percent']),
        observedAt: z.iso.datetime(),
      }),
    )
    .describe('The newest first'),
  confidence: z.number().min(0).max(1),
  missing: z.array(z.object({ field: z.string(), reason: z.string() })),
  meta: z.object({
    simulated: z.boolean(),
    sources: z.array(z.object({ id: z.string(), name: z.string(), licence: z.string(), asOf: z.iso.datetime() })),
  }),
})

const meta = { simulated: false, sources: [{ id: 'generated', name: 'Generated', licence: 'CC0', asOf: '2026-11-28T00:00:00.000Z' }] }
const example = {
  place: 'Kiel',
  items: [{ id: 'a1', name: 'First', value: 1.5, unit: 'm' as const, observedAt: '2026-11-28T00:00:00.000Z' }],
  confidence: 0.9,
  missing: [],
  meta,
}

type OfferParts = Parameters<typeof offer>[0]

const accessOf = (index: number): Access => {
  if (index % 11 === 0) return free
  if (index % 19 === 4)
    return computedPrice({
      least: '0.002',
      most: '0.2',
      words: '$0.001 for each value',
      priceOf: () => ({ price: 2_000n, words: '2 values' }),
    })
  return index % 7 === 0 ? dailyQuota(prices[index % prices.length]!) : fixedPrice(prices[index % prices.length]!)
}

/** As many offers as asked for, of several lines: every kind of access, with and without path, query and body, settled first, answered early, watchlists. */
export function generatedOffers(count: number): AnyOffer[] {
  return Array.from({ length: count }, (_, index) => generatedOffer(index))
}

function generatedOffer(index: number): AnyOffer {
  const line = lines[index % lines.length]!
  const thing = `${things[Math.floor(index / lines.length) % things.length]!}${index >= lines.length * things.length ? `-${index}` : ''}`
  const access = accessOf(index)
  const common = {
    id: `${line}-${thing}`,
    access,
    title: `${thing[0]!.toUpperCase()}${thing.slice(1)} of ${line}, by place and day`,
    purpose: `What is known of ${line} at a place: the ${thing}, with values, units, the time of each observation and its source. Run it before you decide anything that depends on ${line}.`,
    brief: ['place', 'items[].value', 'confidence'],
  } as const
  if (access.kind === 'fixed' && index % 13 === 5) return watchlist(line, thing, common)
  const answered = {
    answer: answerSchema.extend({
      [`of${line[0]!.toUpperCase()}${line.slice(1)}`]: z.string().optional(),
    }) as unknown as typeof answerSchema,
    example: { answer: example },
  }
  if (index % 5 === 3) return withBody(line, thing, { ...common, ...answered }, index)
  return offer({
    ...common,
    ...answered,
    route: `GET /v1/${line}/${thing}/{place}`,
    path: z.object({ place: z.string().min(1).max(80).describe('A name, or latitude and longitude') }),
    query: z.object({
      day: z.iso.date().optional().describe('Default: today'),
      unit: z.enum(['metric', 'imperial']).default('metric').describe('Of all values'),
    }),
    example: { path: { place: 'kiel' }, query: { unit: 'metric' }, answer: example },
    ...(access.kind === 'fixed' && index % 17 === 1 ? { answerAfter: 'verified' as const } : {}),
    run: async () => answer(example),
  }) as AnyOffer
}

function withBody(line: string, thing: string, common: object, index: number): AnyOffer {
  const declared = {
    ...common,
    route: `POST /v1/${line}/${thing}`,
    ...(index % 2 === 0 ? { settle: 'first' as const } : {}),
    body: z.object({
      places: z
        .array(
          z.object({
            name: z.string().min(1).max(80).describe('A name, or latitude and longitude'),
            country: z.string().length(2).optional(),
          }),
        )
        .min(1)
        .max(20),
      from: z.iso.date().optional().describe('The first day; default: today'),
      to: z.iso.date().optional().describe('The last day; at most a year after from'),
      values: z
        .array(z.enum(['level', 'count', 'share']))
        .default(['level'])
        .describe('Which values each item has'),
    }),
    example: { body: { places: [{ name: 'Kiel', country: 'DE' }], values: ['level'] }, answer: example },
    run: async () => answer(example),
  }
  return offer(declared as unknown as OfferParts)
}

function watchlist(line: string, thing: string, common: object): AnyOffer {
  const page = { items: [], next_since: '2026-11-28', has_more: false, cursor: null, leftOutCount: 0, meta }
  const declared = {
    ...common,
    brief: ['items'],
    route: `GET /v1/${line}/${thing}`,
    query: z.object({ region: z.string().max(40).optional().describe('Of the items; default: all'), ...watchlistParameters }),
    answer: z.object({ items: z.array(z.object({ id: z.string(), day: z.iso.date() })), ...pageSchema, meta: answerSchema.shape.meta }),
    watchlist: { items: 'events', subject: ({ query }: OfferInput<unknown, { region?: string }, unknown>) => query.region ?? null },
    example: { query: {}, answer: page },
    // Nothing in the tests of documents runs it.
    run: async () => Promise.reject(new Error('a watchlist of generated offers has no items')),
  }
  return offer(declared as unknown as OfferParts)
}
