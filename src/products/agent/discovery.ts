import { answer, free, offer } from '../../offers/offer.ts'
import { ownMeta } from '../../sources/policy/meta.ts'
import type { CatalogView, OfferContext } from '../../offers/offer.ts'
import { describeCatalog, discoveryPayload } from './describe-catalog.ts'
import type { DiscoveryPayload, DiscoverySettings } from './describe-catalog.ts'

const address = 'https://farthing.example'

const example: DiscoveryPayload = {
  provider: 'Farthing',
  protocols: ['x402'],
  baseUrl: address,
  receipts: `${address}/v1/receipts/{id}`,
  status: `${address}/status`,
  networks: [
    {
      network: 'eip155:8453',
      name: 'Base',
      slug: 'base',
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      decimals: 6,
      domain: { name: 'USD Coin', version: '2' },
    },
  ],
  payment: {
    currency: 'USDC',
    freeCallsPerDay: 25,
    steps: ['Call the route without payment and read the 402 answer.', 'Sign one entry of accepts and send the call again.'],
  },
  endpoints: {
    'market-price': {
      method: 'GET',
      path: '/v1/market/price/{symbol}',
      url: `${address}/v1/market/price/{symbol}`,
      title: 'Market price',
      purpose: 'The price of one crypto asset in US dollars.',
      access: 'fixed',
      price: { usd: '0.0075', baseUnits: '7500' },
      freeCallsPerDay: null,
      input: { path: { type: 'object', properties: { symbol: { type: 'string' } }, required: ['symbol'] }, query: null, body: null },
      output: { type: 'object' },
      example: { request: { path: { symbol: 'BTC' } }, answer: { success: true } },
    },
  },
  planned: ['USDC to GBP settlement estimates'],
  meta: ownMeta(false),
}

/** The free catalog of everything for sale, as agents read it (specification 2.7). It is described once per catalog. */
export function discovery(settings: DiscoverySettings) {
  const described = new WeakMap<CatalogView, DiscoveryPayload>()

  function payload(context: OfferContext): DiscoveryPayload {
    const known = described.get(context.catalog)
    if (known) return known
    const made = describeCatalog(context, settings)
    described.set(context.catalog, made)
    return made
  }

  return offer({
    id: 'discovery',
    route: 'GET /v1/agent/discovery',
    access: free,
    title: 'Catalog of everything for sale',
    purpose: 'Start here: every route with its price, schemas and a worked example, the accepted networks, and how to pay.',
    answer: discoveryPayload,
    example: { answer: example },
    // It has 130 KB. What is available may be as old as this.
    steadyMs: 2_000,
    run: (_input, context) => Promise.resolve(answer(payload(context))),
  })
}
