import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { settlementRule } from '../payment/settlement-rule.ts'
import { watchlistRule } from '../payment/watchlist-rule.ts'
import { maxBriefBytes } from '../../offers/brief/brief-answer.ts'
import { briefMeta } from '../../offers/brief/brief-meta.ts'
import { reasonForNoBrief } from '../../offers/brief/detail.ts'
import { isJsonType } from '../../offers/media-types.ts'
import { highestPriceOf, priceOf, type AnyOffer } from '../../offers/offer.ts'
import { dollarsAndHow, dollarsOf } from '../../offers/price-in-words.ts'
import { schemasOf } from '../../offers/offer-schemas.ts'
import { formatUsd } from '../../shared/money.ts'
import { compactSchema } from './compact-schema.ts'
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
      description: `${purposeInBrief(offer.purpose)} ${accessInWords(offer, freeCallsPerDay)}`,
      inputSchema: compactSchema(input.schema) as Tool['inputSchema'],
      ...outputSchema(offer),
      // A call changes nothing of the caller's, but a paid call that is made twice is paid twice.
      annotations: { title: offer.title, readOnlyHint: true, destructiveHint: false, idempotentHint: free, openWorldHint: true },
      _meta: {
        'farthing/access': offer.access.kind,
        'farthing/priceUsd': formatUsd(priceOf(offer)),
        ...(offer.access.kind === 'computed' ? { 'farthing/mostUsd': formatUsd(offer.access.most) } : {}),
        'farthing/route': `${offer.method} ${offer.template}`,
        // Cloudflare's client looks here for a price before it calls. A quota offer has none: its call may be free.
        ...(offer.access.kind === 'fixed' || offer.access.kind === 'computed'
          ? { 'agents-x402/paymentRequired': true, 'agents-x402/priceUSD': Number(formatUsd(highestPriceOf(offer.access))) }
          : {}),
      },
    },
  }
}

/** Models read the descriptions of all tools with every request. `discovery` with the id of an offer has its whole purpose. */
const maxPurpose = 110

/** The sentences that fit; where not even the first does, its parts that fit. */
function purposeInBrief(purpose: string): string {
  if (purpose.length <= maxPurpose) return purpose
  const start = purpose.slice(0, maxPurpose + 1)
  const sentences = start.lastIndexOf('. ')
  if (sentences > 0) return purpose.slice(0, sentences + 1)
  const part = Math.max(start.lastIndexOf(', '), start.lastIndexOf('; '))
  return `${purpose.slice(0, part > 0 ? part : start.lastIndexOf(' '))} …`
}

/** What a call costs, for a model that decides whether to make it. What is the same for all tools is in the instructions of the server. */
function accessInWords(offer: AnyOffer, freeCallsPerDay: number): string {
  const price = offer.access.kind === 'computed' ? dollarsAndHow(offer) : `${dollarsOf(offer)} a call`
  const rule = settlementRule(offer)
  const watched = watchlistRule(offer)
  const rules = [...(rule ? [rule.short] : []), ...(watched ? [watched.short] : [])].map((words) => ` ${words}`).join('')
  switch (offer.access.kind) {
    case 'free':
      return 'Free.'
    case 'daily-quota':
      return `${freeCallsPerDay} free calls a day, then ${price}.${rules}`
    case 'fixed':
    case 'computed':
      return `${price}.${rules}`
  }
}

/**
 * The schema of the answer, of its short form, and of the terms where a call may ask for payment: the official client checks `structuredContent`
 * against it even in a result that is an error. None for answers that need not be an object.
 */
function outputSchema(offer: AnyOffer): { readonly outputSchema?: Tool['outputSchema'] } {
  const { $defs, ...answer } = withoutDocument(offer, schemasOf(offer).answer ?? {})
  // A result without structured content would be wrong, and only JSON has it.
  if (answer['type'] !== 'object' || offer.answers?.types.every(isJsonType) === false) return {}
  const definitions = $defs === undefined ? {} : { $defs }
  const others = [...(reasonForNoBrief(offer) === null ? [shortForm] : []), ...(offer.access.kind === 'free' ? [] : [paymentTerms])]
  if (others.length === 0) return { outputSchema: { ...answer, ...definitions } as Tool['outputSchema'] }
  return { outputSchema: { type: 'object', anyOf: [answer, ...others], ...definitions } }
}

/** A document travels as content, so the structured content goes without its data. */
function withoutDocument({ document }: AnyOffer, schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (!document) return schema
  const { data: _data, ...properties } = (schema['properties'] ?? {}) as Readonly<Record<string, unknown>>
  const required = (schema['required'] ?? []) as readonly string[]
  return { ...schema, properties, required: required.filter((name) => name !== 'data') }
}

const { $schema: _dialect, ...metaOfShortForm } = z.toJSONSchema(briefMeta)

const shortForm = {
  type: 'object',
  description: `With detail brief: some members of the answer, in at most ${maxBriefBytes} bytes`,
  properties: { meta: metaOfShortForm },
  required: ['meta'],
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
