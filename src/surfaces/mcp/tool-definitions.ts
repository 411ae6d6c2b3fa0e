import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { isChargedBeforeWork, settlementRule } from '../../gate/settlement-rule.ts'
import { hasFreeFirstCall } from '../../gate/terms.ts'
import { priceOf, type AnyOffer } from '../../offers/offer.ts'
import { schemasOf } from '../../offers/offer-schemas.ts'
import { formatUsd } from '../../shared/money.ts'
import { toolInput, type ToolInput } from './tool-input.ts'

/** An offer as a tool. */
export interface OfferTool {
  readonly offer: AnyOffer
  readonly input: ToolInput
  /** As `tools/list` has it. */
  readonly definition: Tool
}

/** Makes the tool of an offer; its name is the offer's id. This takes some work, so keep the result. */
export function offerTool(offer: AnyOffer, freeCallsPerDay: number): OfferTool {
  const input = toolInput(offer)
  const free = offer.access.kind === 'free'
  return {
    offer,
    input,
    definition: {
      name: offer.id,
      title: offer.title,
      description: `${offer.purpose} ${accessInWords(offer, freeCallsPerDay)}`,
      inputSchema: input.schema as Tool['inputSchema'],
      ...outputSchema(offer),
      // A call changes nothing of the caller's, but a paid call that is made twice is paid twice.
      annotations: { title: offer.title, readOnlyHint: true, destructiveHint: false, idempotentHint: free, openWorldHint: true },
      _meta: {
        'farthing/access': offer.access.kind,
        'farthing/priceUsd': formatUsd(priceOf(offer)),
        'farthing/route': `${offer.method} ${offer.template}`,
        // Cloudflare's client looks here for a price before it calls. A quota offer has none: its call may be free.
        ...(offer.access.kind === 'fixed'
          ? { 'agents-x402/paymentRequired': true, 'agents-x402/priceUSD': Number(formatUsd(priceOf(offer))) }
          : {}),
      },
    },
  }
}

/** What a call costs, for a model that decides whether to make it. */
function accessInWords(offer: AnyOffer, freeCallsPerDay: number): string {
  const price = `$${formatUsd(priceOf(offer))}`
  const first = hasFreeFirstCall(offer) ? " A wallet's first call is free." : ''
  const rule = settlementRule(offer)
  const settled = rule ? ` ${rule.words}` : ''
  const failed = isChargedBeforeWork(offer) ? '' : ' A call that fails is not charged.'
  switch (offer.access.kind) {
    case 'free':
      return 'Free.'
    case 'daily-quota':
      return `The first ${freeCallsPerDay} calls a day of tools with a quota are free, without a wallet; then ${price} in USDC a call, paid by the MCP client.${settled}${first}`
    case 'fixed':
      return `Costs ${price} in USDC a call, paid by the MCP client (x402 or MPP).${failed}${settled}${first}`
  }
}

/**
 * The schema of the answer, and of the terms where a call may ask for payment: the official client checks `structuredContent`
 * against it even in a result that is an error. None for answers that need not be an object.
 */
function outputSchema(offer: AnyOffer): { readonly outputSchema?: Tool['outputSchema'] } {
  const { $defs, ...answer } = schemasOf(offer).answer ?? {}
  if (answer['type'] !== 'object') return {}
  const definitions = $defs === undefined ? {} : { $defs }
  if (offer.access.kind === 'free') return { outputSchema: { ...answer, ...definitions } as Tool['outputSchema'] }
  return { outputSchema: { type: 'object', anyOf: [answer, paymentTerms], ...definitions } }
}

const paymentTerms = {
  type: 'object',
  description: 'Instead of an answer: the terms of payment (x402 version 2), in a result that is an error',
  properties: {
    x402Version: { type: 'integer', const: 2 },
    error: { type: 'string' },
    accepts: { type: 'array', items: { type: 'object' } },
  },
  required: ['x402Version', 'accepts'],
}
