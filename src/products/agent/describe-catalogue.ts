import { z } from 'zod'
import { priceOf } from '../../offer.ts'
import type { AnyOffer, OfferContext } from '../../offer.ts'
import { schemasOf } from '../../offer-schemas.ts'
import { formatUsd, usdcDecimals } from '../../shared/money.ts'

const jsonSchema = z.record(z.string(), z.unknown())

const endpoint = z.object({
  method: z.enum(['GET', 'POST']),
  path: z.string().describe('Path template; {names} are path parameters'),
  url: z.string().describe('The same with the address of this service'),
  title: z.string(),
  purpose: z.string(),
  access: z
    .enum(['free', 'daily-quota', 'fixed'])
    .describe('Free; a number of free calls a day and then the price; or the price for every call'),
  price: z
    .object({
      usd: z.string().describe('Decimal US dollars, paid in USDC'),
      baseUnits: z.string().describe('USDC base units (6 decimals)'),
    })
    .nullable()
    .describe('null for free routes'),
  freeCallsPerDay: z.int().nullable().describe('Per client address and UTC day, one pool for all routes that have it; null elsewhere'),
  input: z
    .object({ path: jsonSchema.nullable(), query: jsonSchema.nullable(), body: jsonSchema.nullable() })
    .describe('JSON Schemas of what is sent; null where nothing is taken'),
  output: jsonSchema.describe('JSON Schema of the answer'),
  example: z.object({ request: z.record(z.string(), z.unknown()), answer: z.unknown() }),
})

const network = z.object({
  network: z.string().describe('CAIP-2 id'),
  name: z.string(),
  slug: z.string(),
  asset: z.string().describe('The USDC contract'),
  decimals: z.int(),
  domain: z.object({ name: z.string(), version: z.string() }).describe('EIP-712 domain of the asset, for signing'),
})

export const discoveryPayload = z.object({
  provider: z.string(),
  protocols: z.array(z.string()).describe('Payment protocols'),
  simulated: z.boolean().describe('true in the sandbox: answers are made from stand-in data, payments are play money'),
  baseUrl: z.string(),
  receipts: z.string().describe('Where the receipt of a paid call is read; its id is in the Link header of the answer'),
  status: z.string().describe('Where it is read how sources and networks stand'),
  networks: z.array(network),
  payment: z.object({ currency: z.literal('USDC'), freeCallsPerDay: z.int(), steps: z.array(z.string()) }),
  endpoints: z.record(z.string(), endpoint).describe('Every route, by the id of its offer'),
  planned: z.array(z.string()).describe('Not offered anywhere yet'),
})

export type DiscoveryPayload = z.infer<typeof discoveryPayload>

export interface DiscoverySettings {
  /** Free calls that a client address has per UTC day on all quota routes together. */
  readonly freeCallsPerDay: number
  /** Payment protocols that the surfaces speak. */
  readonly protocols: readonly string[]
}

/** Tells everything that a caller must know about the catalogue. Some work: keep what it gives. */
export function describeCatalogue(
  context: Pick<OfferContext, 'catalogue' | 'chains' | 'sources' | 'publicUrl'>,
  settings: DiscoverySettings,
): DiscoveryPayload {
  const { catalogue, chains, sources, publicUrl } = context
  return {
    provider: 'Farthing',
    protocols: [...settings.protocols],
    simulated: sources.simulated,
    baseUrl: publicUrl,
    receipts: `${publicUrl}/v1/receipts/{id}`,
    status: `${publicUrl}/status`,
    networks: [...chains.values()].map(({ network: { id, name, slug, asset, domain } }) => ({
      network: id,
      name,
      slug,
      asset,
      decimals: usdcDecimals,
      domain: { name: domain.name, version: domain.version },
    })),
    payment: { currency: 'USDC', freeCallsPerDay: settings.freeCallsPerDay, steps: howToPay(sources.simulated) },
    endpoints: Object.fromEntries(catalogue.offers.map((offer) => [offer.id, describeOffer(offer, publicUrl, settings)])),
    planned: ['USDC to GBP settlement estimates'],
  }
}

function describeOffer(offer: AnyOffer, publicUrl: string, settings: DiscoverySettings): z.infer<typeof endpoint> {
  const { answer, ...request } = offer.example
  const price = priceOf(offer)
  const schemas = schemasOf(offer)
  return {
    method: offer.method,
    path: offer.template,
    url: publicUrl + offer.template,
    title: offer.title,
    purpose: offer.purpose,
    access: offer.access.kind,
    price: offer.access.kind === 'free' ? null : { usd: formatUsd(price), baseUnits: price.toString() },
    freeCallsPerDay: offer.access.kind === 'daily-quota' ? settings.freeCallsPerDay : null,
    input: { path: schemas.path ?? null, query: schemas.query ?? null, body: schemas.body ?? null },
    output: schemas.answer ?? {},
    example: { request, answer },
  }
}

function howToPay(sandbox: boolean): string[] {
  return [
    'Call the route without payment. The answer is 402; its PAYMENT-REQUIRED header (base64 JSON) and its body hold the terms.',
    'Choose one entry of accepts and sign an EIP-3009 transferWithAuthorization of exactly its amount of USDC to its payTo, in the EIP-712 domain of its asset (extra.name, extra.version).',
    'Send the same request again with the x402 v2 payment payload, base64-encoded, in PAYMENT-SIGNATURE. Any x402 client does both steps.',
    'One payment buys one call. Nothing is charged when the call fails. Send the same payment again after a lost connection or a 503: it is never charged twice.',
    'Where the terms say first_call_free, the first paid call of a wallet is verified and not charged.',
    ...(sandbox ? ['This is a sandbox: only wallets funded by POST /sandbox/faucet may pay.'] : []),
  ]
}
