import { z } from 'zod'
import { answer, free, offer, type CatalogView, type OfferContext } from '../offers/offer.ts'
import { lineOf } from '../offers/line-of.ts'
import { Problem } from '../shared/problems.ts'
import { ownMeta } from '../sources/policy/meta.ts'
import { inWords } from './catalog-in-words.ts'
import { describeCatalog, discoveryPayload, listedRoutes, type DiscoveryPayload, type DiscoverySettings } from './describe-catalog.ts'
import { describeOffer } from './describe-offer.ts'

const address = 'https://farthing.example'

const example: DiscoveryPayload = {
  provider: 'Farthing',
  protocols: ['x402', 'mpp'],
  baseUrl: address,
  receipts: `${address}/v1/receipts/{id}`,
  status: `${address}/status`,
  networks: [{ network: 'eip155:8453', name: 'Base', asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }],
  payment: {
    currency: 'USDC',
    freeCallsPerDay: 25,
    steps: ['Call a route without payment and read the 402.', 'Sign one entry of accepts and send the call again.'],
  },
  endpoints: {
    discovery: { method: 'GET', path: '/v1/agent/discovery', access: 'free', price: null },
    'trust-tier': { method: 'GET', path: '/v1/agent/tier/{address}', access: 'daily-quota', price: { usd: '0.0075' } },
    'market-price': { method: 'GET', path: '/v1/market/price/{symbol}', access: 'fixed', price: { usd: '0.0075' } },
  },
  planned: ['USDC to GBP settlement estimates'],
  meta: ownMeta(false),
}

const query = z.object({
  offer: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/, 'the id of an offer, such as market-price')
    .optional()
    .describe('The id of one offer: its schemas and a worked example; or a line: its routes'),
})

/**
 * The free catalog of everything for sale, as agents read it (specification 2.7): short enough for a model, with one offer in full where
 * that is asked for. It is described once per list of offers, which is new when a price changes.
 */
export function discovery(settings: DiscoverySettings) {
  const described = new WeakMap<CatalogView['offers'], DiscoveryPayload>()

  function catalogOf(context: OfferContext): DiscoveryPayload {
    const known = described.get(context.catalog.offers)
    if (known) return known
    const made = describeCatalog(context, settings)
    described.set(context.catalog.offers, made)
    return made
  }

  return offer({
    id: 'discovery',
    route: 'GET /v1/agent/discovery',
    access: free,
    title: 'Catalog of everything for sale',
    purpose: 'Start here: every route with its price, and how to pay. With offer: the schemas and a worked example of one.',
    restsOn: 'the catalogue of the running service',
    cannotKnow: 'whether a source answers in the next minute',
    query,
    answer: discoveryPayload,
    brief: ['baseUrl', 'protocols', 'payment.freeCallsPerDay', 'endpoints{}.price.usd'],
    inWords,
    example: { query: {}, answer: example },
    // What is available may be as old as this.
    steadyMs: 2_000,
    run({ query: { offer: id } }, context) {
      const whole = catalogOf(context)
      if (id === undefined) return Promise.resolve(answer(whole))
      const one = context.catalog.offers.find((each) => each.id === id)
      if (!one) {
        const ofLine = context.catalog.offers.filter((each) => lineOf(each) === id)
        if (ofLine.length === 0) throw unknownOffer(id)
        return Promise.resolve(answer({ ...withoutLines(whole), ...listedRoutes(ofLine) }))
      }
      return Promise.resolve(
        answer({ ...withoutLines(whole), endpoints: { [id]: describeOffer(one, context.publicUrl, settings.freeCallsPerDay) } }),
      )
    },
  })
}

function withoutLines({ lines: _lines, ...whole }: DiscoveryPayload): DiscoveryPayload {
  return whole
}

function unknownOffer(id: string): Problem {
  return new Problem('invalid_input', `query.offer: there is no offer "${id}".`, {
    field: 'query.offer',
    expected: 'a name in endpoints, which a call without offer lists, or of a line',
  })
}
