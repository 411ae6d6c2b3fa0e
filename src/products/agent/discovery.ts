import { answer, free, offer } from '../../offer.ts'
import type { CatalogueView, OfferContext } from '../../offer.ts'
import { describeCatalogue, discoveryPayload } from './describe-catalogue.ts'
import type { DiscoveryPayload, DiscoverySettings } from './describe-catalogue.ts'

const address = 'https://farthing.example'

const example: DiscoveryPayload = {
  provider: 'Farthing',
  protocols: ['x402'],
  simulated: false,
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
}

/** The free catalogue of everything for sale, as agents read it (spec 2.7). Described once per catalogue. */
export function discovery(settings: DiscoverySettings) {
  const described = new WeakMap<CatalogueView, DiscoveryPayload>()

  function payload(context: OfferContext): DiscoveryPayload {
    const known = described.get(context.catalogue)
    if (known) return known
    const made = describeCatalogue(context, settings)
    described.set(context.catalogue, made)
    return made
  }

  return offer({
    id: 'discovery',
    route: 'GET /v1/agent/discovery',
    access: free,
    title: 'Catalogue of everything for sale',
    purpose: 'Start here: every route with its price, schemas and a worked example, the networks that are taken, and how to pay.',
    answer: discoveryPayload,
    example: { answer: example },
    run: (_input, context) => Promise.resolve(answer(payload(context))),
  })
}
