import { z } from 'zod'
import { baseUnits, count, evmAddress, identifier, networkId, ordinal, text, uri, usdDecimal } from '../../offers/answer-figures.ts'
import { answerMeta } from '../../offers/answer-meta.ts'
import { priceOf } from '../../offers/offer.ts'
import type { AnyOffer, OfferContext } from '../../offers/offer.ts'
import { schemasOf } from '../../offers/offer-schemas.ts'
import { ownMeta } from '../../sources/policy/meta.ts'
import { formatUsd, usdcDecimals } from '../../shared/money.ts'

const jsonSchema = z.record(z.string(), z.unknown())

const endpoint = z.object({
  method: z.enum(['GET', 'POST']),
  path: text.describe('Path template; {names} are path parameters'),
  url: uri.describe('The same with the address of this service'),
  title: text,
  purpose: text,
  access: z
    .enum(['free', 'daily-quota', 'fixed'])
    .describe('Free; a number of free calls a day and then the price; or the price for every call'),
  price: z
    .object({
      usd: usdDecimal.describe('US dollars, paid in USDC'),
      baseUnits: baseUnits.describe('USDC base units (6 decimals)'),
    })
    .nullable()
    .describe('null for free routes'),
  freeCallsPerDay: count.nullable().describe('Per client address and UTC day, one pool for all routes that have it; null elsewhere'),
  input: z
    .object({ path: jsonSchema.nullable(), query: jsonSchema.nullable(), body: jsonSchema.nullable() })
    .describe('JSON Schemas of the request; null for a part that the route does not take'),
  output: jsonSchema.describe('JSON Schema of the answer'),
  example: z.object({ request: z.record(z.string(), z.unknown()), answer: z.unknown() }),
})

const network = z.object({
  network: networkId.describe('CAIP-2 id'),
  name: text,
  slug: identifier,
  asset: evmAddress.describe('The USDC contract'),
  decimals: ordinal,
  domain: z.object({ name: text, version: identifier }).describe('EIP-712 domain of the asset, for signing'),
})

export const discoveryPayload = z.object({
  provider: text,
  protocols: z.array(identifier).describe('Payment protocols'),
  baseUrl: uri,
  receipts: uri.describe('The address of a receipt; the Link header of a paid answer holds its id'),
  status: uri.describe('The state of sources and networks'),
  networks: z.array(network),
  payment: z.object({ currency: z.literal('USDC'), freeCallsPerDay: count, steps: z.array(text) }),
  endpoints: z.record(z.string(), endpoint).describe('Every route, by the id of its offer'),
  planned: z.array(text).describe('Not offered yet'),
  meta: answerMeta,
})

export type DiscoveryPayload = z.infer<typeof discoveryPayload>

export interface DiscoverySettings {
  /** Free calls that a client address has per UTC day on all quota routes together. */
  readonly freeCallsPerDay: number
  /** Payment protocols that the surfaces speak. */
  readonly protocols: readonly string[]
}

/** Describes the catalog for callers. This takes some work, so keep the result. */
export function describeCatalog(
  context: Pick<OfferContext, 'catalog' | 'chains' | 'sources' | 'publicUrl'>,
  settings: DiscoverySettings,
): DiscoveryPayload {
  const { catalog, chains, sources, publicUrl } = context
  return {
    provider: 'Farthing',
    protocols: [...settings.protocols],
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
    endpoints: Object.fromEntries(catalog.offers.map((offer) => [offer.id, describeOffer(offer, publicUrl, settings)])),
    planned: ['USDC to GBP settlement estimates'],
    meta: ownMeta(sources.simulated),
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
    'One payment buys one call. Nothing is charged when the call fails, unless the terms say in settlement that the payment is settled before the work. Send the same payment again after a lost connection or a 503: it is never charged twice.',
    'Where the terms say first_call_free, the first paid call of a wallet is verified and not charged.',
    ...(sandbox ? ['This is a sandbox: only wallets funded by POST /sandbox/faucet may pay.'] : []),
  ]
}
