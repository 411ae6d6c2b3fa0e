import type { ReadResourceResult, Resource, ResourceTemplate } from '@modelcontextprotocol/sdk/types.js'
import type { Ledger } from '../../ledger/ledger.ts'
import { priceOf } from '../../offers/offer.ts'
import { isReceiptId } from '../../shared/ids.ts'
import { formatUsd } from '../../shared/money.ts'
import type { ServiceFacts } from '../discovery/service-facts.ts'
import { receiptBody, receiptUrl } from '../http/receipt.ts'
import { rpcCodes, RpcError } from './rpc-error.ts'

const pricesUri = 'farthing://prices'
const receiptScheme = 'farthing://receipts/'
const mimeType = 'application/json'

export function receiptUri(id: string): string {
  return receiptScheme + id
}

export const resources: readonly Resource[] = [
  {
    uri: pricesUri,
    name: 'prices',
    title: 'Price list',
    description: 'What every tool costs, how many calls a day are free, and which networks take USDC.',
    mimeType,
  },
]

export const resourceTemplates: readonly ResourceTemplate[] = [
  {
    uriTemplate: `${receiptScheme}{id}`,
    name: 'receipt',
    title: 'Receipt of a payment',
    description:
      'What a payment bought, what was charged, and its transaction. The paid answer names the id; anyone who has it may read the receipt.',
    mimeType,
  },
]

/** @throws RpcError for a resource that does not exist */
export async function readResource(
  uri: string,
  parts: { readonly facts: ServiceFacts; readonly ledger: Pick<Ledger, 'find'> },
): Promise<ReadResourceResult> {
  const { facts, ledger } = parts
  if (uri === pricesUri) return contents(uri, prices(facts))
  // The HTTP address of a receipt works too.
  const id = [receiptScheme, receiptUrl('', facts.publicUrl)].flatMap((start) =>
    uri.startsWith(start) ? [uri.slice(start.length)] : [],
  )[0]
  const payment = id !== undefined && isReceiptId(id) ? await ledger.find(id) : undefined
  if (!payment) {
    throw new RpcError(
      rpcCodes.resourceNotFound,
      `There is no such resource: read ${pricesUri}, or ${receiptScheme}{id} with the id of a receipt.`,
    )
  }
  return contents(uri, receiptBody(payment, facts.publicUrl))
}

function prices({ offers, networks, freeCallsPerDay, publicUrl, simulated, playMoney }: ServiceFacts): unknown {
  return {
    currency: 'USDC',
    playMoney,
    simulated,
    freeCallsPerDay,
    freeCallsPerDayMean: 'per client address and UTC day, one pool for all tools whose access is daily-quota',
    tools: offers.map((offer) => ({
      tool: offer.id,
      title: offer.title,
      access: offer.access.kind,
      priceUsd: formatUsd(priceOf(offer)),
      priceBaseUnits: priceOf(offer).toString(),
      ...(offer.access.kind === 'computed' ? { mostUsd: formatUsd(offer.access.most), how: offer.access.words } : {}),
      http: `${offer.method} ${publicUrl}${offer.template}`,
    })),
    networks: networks.map(({ id, name, asset, settles }) => ({ network: id, name, asset, signedPaymentsTaken: settles })),
  }
}

function contents(uri: string, value: unknown): ReadResourceResult {
  return { contents: [{ uri, mimeType, text: JSON.stringify(value) }] }
}
