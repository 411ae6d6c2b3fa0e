import { z } from 'zod'
import { baseUnits, count, evmAddress, identifier, networkId, text, uri, usdDecimal } from '../offers/answer-figures.ts'
import type { Network } from '../chain/chain.ts'
import { answerMeta } from '../offers/answer-meta.ts'
import { lineOf, linesOf } from '../offers/line-of.ts'
import { priceOf, type AnyOffer, type OfferContext } from '../offers/offer.ts'
import { formatUsd } from '../shared/money.ts'
import { accessInLists, listedPrice } from '../offers/price-in-words.ts'
import { ownMeta } from '../sources/policy/meta.ts'
import { methods } from '../shared/http-methods.ts'

const jsonSchema = z.record(z.string(), z.unknown())

const endpoint = z.object({
  method: z.enum(methods),
  path: text.describe('Path template; {names} are path parameters'),
  access: z
    .enum(['free', 'daily-quota', 'fixed'])
    .describe('Free; a number of free calls a day and then the price; or the price for every call'),
  price: z
    .object({
      usd: usdDecimal.describe('US dollars, paid in USDC'),
      baseUnits: baseUnits.optional().describe('USDC base units (6 decimals)'),
    })
    .nullable()
    .describe('null for free routes'),
  url: uri
    .optional()
    .describe('The path with the address of this service; it and all members below come only for the offer that was asked for'),
  title: text.optional(),
  purpose: text.optional(),
  restsOn: text.optional().describe('What its answer is made from'),
  cannotKnow: text.optional().describe('What its answer does not say, and why a buyer should not count on it'),
  freeCallsPerDay: count.nullish().describe('Per client address and UTC day, one pool for all routes that have it; null elsewhere'),
  input: z
    .object({ path: jsonSchema.nullable(), query: jsonSchema.nullable(), body: jsonSchema.nullable() })
    .optional()
    .describe('JSON Schemas of the request; null for a part that the route does not take'),
  output: jsonSchema.optional().describe('JSON Schema of the answer; in outline where it is long'),
  example: z
    .object({ request: z.record(z.string(), z.unknown()), answer: z.unknown() })
    .optional()
    .describe('A request that works, and its answer; in its short form where it is long'),
})

export type Endpoint = z.infer<typeof endpoint>

const network = z.object({
  network: networkId.describe('CAIP-2 id'),
  name: text,
  asset: evmAddress.describe('The USDC contract'),
})

export const discoveryPayload = z.object({
  provider: text,
  protocols: z.array(identifier).describe('Payment protocols'),
  baseUrl: uri,
  receipts: uri.describe('The address of a receipt; the Link header of a paid answer holds its id'),
  status: uri.describe('The state of sources and networks'),
  networks: z.array(network),
  payment: z.object({ currency: z.literal('USDC'), freeCallsPerDay: count, steps: z.array(text) }),
  endpoints: z
    .record(z.string(), endpoint)
    .describe('Every route, by the id of its offer; or the one that was asked for, with its schemas'),
  lines: z
    .record(z.string(), z.object({ offerCount: count, prices: text.nullable() }))
    .optional()
    .describe(
      'Where endpoints has no room for every route: each line with its number of offers and its prices. offer with the name of a line lists it',
    ),
  planned: z.array(text).describe('Not offered yet'),
  meta: answerMeta,
})

export type DiscoveryPayload = z.infer<typeof discoveryPayload>

export interface DiscoverySettings {
  /** Free calls that a client address has per UTC day on all quota routes together. */
  readonly freeCallsPerDay: number
  /** Payment protocols that the surfaces speak. */
  readonly protocols: readonly string[]
  /** Those on which payments are taken, in the order of the 402. */
  readonly networks: readonly Network[]
  readonly playMoney: boolean
}

/** Characters of the routes that are listed at once. The whole answer has at most 8 KB, over MCP too, where they are also in words. */
const maxCharacters = 5_500

/**
 * The catalog for callers: every route with its price, in a few thousand bytes. A longer one has as many routes as there is room for, and the lines
 * of all. `describe-offer.ts` has one route in full.
 */
export function describeCatalog(
  { catalog, sources, publicUrl }: Pick<OfferContext, 'catalog' | 'sources' | 'publicUrl'>,
  settings: DiscoverySettings,
): DiscoveryPayload {
  return {
    provider: 'Farthing',
    protocols: [...settings.protocols],
    baseUrl: publicUrl,
    receipts: `${publicUrl}/v1/receipts/{id}`,
    status: `${publicUrl}/status`,
    networks: settings.networks.map(({ id, name, asset }) => ({ network: id, name, asset })),
    payment: {
      currency: 'USDC',
      freeCallsPerDay: settings.freeCallsPerDay,
      steps: howToPay({ playMoney: settings.playMoney, simulated: sources.simulated }),
    },
    ...listedRoutes(catalog.offers),
    planned: ['USDC to GBP settlement estimates'],
    meta: ownMeta(sources.simulated),
  }
}

/** The routes of one line, as far as there is room for them. */
export function listedRoutes(offers: readonly AnyOffer[]): Pick<DiscoveryPayload, 'endpoints' | 'lines'> {
  const entries = offers.map((offer) => [offer.id, entryOf(offer)] as const)
  if (JSON.stringify(Object.fromEntries(entries)).length <= maxCharacters) return { endpoints: Object.fromEntries(entries) }
  const lines = Object.fromEntries(linesOf(offers).map((line) => [line, describeLine(offers.filter((offer) => lineOf(offer) === line))]))
  let left = maxCharacters - JSON.stringify(lines).length
  const shown = entries.filter(([id, entry]) => (left -= JSON.stringify({ [id]: entry }).length * 1.4) > 0)
  return { endpoints: Object.fromEntries(shown), lines }
}

function describeLine(offers: readonly AnyOffer[]) {
  const prices = offers.flatMap((offer) => (offer.access.kind === 'free' ? [] : [priceOf(offer)])).toSorted((a, b) => (a < b ? -1 : 1))
  const usd = [...new Set([prices[0], prices.at(-1)].flatMap((price) => (price === undefined ? [] : [formatUsd(price)])))]
  return { offerCount: offers.length, prices: usd.length === 0 ? null : `$${usd.join(' to $')}` }
}

function entryOf(offer: AnyOffer): Endpoint {
  const { method, template: path } = offer
  const listed = listedPrice(offer)
  if (listed === null) return { method, path, access: accessInLists(offer), price: null }
  const { baseUnits: _, ...price } = listed
  return { method, path, access: accessInLists(offer), price }
}

function howToPay({ playMoney, simulated }: { readonly playMoney: boolean; readonly simulated: boolean }): string[] {
  return [
    'Call a route without payment: the 402 has the terms, and says how to pay by x402 or MPP.',
    'Sign one of the USDC transfers that it offers, and send the same request again with the payment.',
    'One payment buys one call. Send it again after a lost connection or a 503: it is never charged twice.',
    ...(playMoney
      ? [`This is a sandbox${simulated ? '' : ' with real data and play money'}: only wallets funded by POST /sandbox/faucet may pay.`]
      : []),
  ]
}
