import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { networks } from '../../src/chain/networks.ts'
import { briefAnswer } from '../../src/offers/brief/brief-answer.ts'
import type { AnyOffer } from '../../src/offers/offer.ts'
import { inWords } from '../../src/catalog/catalog-in-words.ts'
import { describeCatalog, type DiscoveryPayload } from '../../src/catalog/describe-catalog.ts'
import { describeOffer } from '../../src/catalog/describe-offer.ts'
import { describedOffers } from '../described-offers.ts'
import { instructions } from '../../src/surfaces/mcp/instructions.ts'
import { offerTool } from '../../src/surfaces/mcp/tool-definitions.ts'

/** Bytes of UTF-8, and tokens by `o200k_base` of gpt-tokenizer. */
export interface Size {
  readonly bytes: number
  readonly tokens: number
}

export interface OfferSize {
  readonly id: string
  readonly full: Size
  /** Null for a picture or a document. */
  readonly brief: Size | null
  /** What models see of its tool with every request: name, description and arguments. */
  readonly tool: Size
}

export interface Sizes {
  readonly offers: readonly OfferSize[]
  readonly toolList: Size
  readonly instructions: Size
  readonly discovery: Size
  /** Text and structured content together. */
  readonly discoveryOverMcp: Size
  /** The largest description of one offer, over MCP. */
  readonly largestDescription: Size
}

const publicUrl = 'https://api.example.com'
const freeCallsPerDay = 25

/** The sizes of what models read, from the catalog alone: every offer that can be sold, with its worked example. */
export async function measureSizes(): Promise<Sizes> {
  const settings = { freeCallsPerDay, protocols: ['x402', 'mpp'], networks, playMoney: false }
  const offers = await describedOffers({ discovery: settings })
  const tools = offers.map((offer) => visibleTool(offer))
  const payload = describeCatalog({ catalog: { offers }, sources: { simulated: false } as never, publicUrl }, settings)
  const facts = {
    offers,
    networks: networks.map(({ id, name, asset }) => ({ id, name, asset, settles: true })),
    payTo: `0x${'fee'.padStart(40, '0')}`,
    publicUrl,
    freeCallsPerDay,
    simulated: false,
    playMoney: false,
    version: '0',
    contacts: [],
    legal: null,
    ownershipProofs: [],
    identities: [],
  }
  const described = offers.map((offer) =>
    overMcp({ ...payload, endpoints: { [offer.id]: describeOffer(offer, publicUrl, freeCallsPerDay) } }),
  )
  return {
    offers: offers.map((offer, index) => sizeOfOffer(offer, tools[index])),
    toolList: sizeOf(tools),
    instructions: sizeOf(instructions(facts)),
    discovery: sizeOf(payload),
    discoveryOverMcp: overMcp(payload),
    largestDescription: described.toSorted((one, other) => other.bytes - one.bytes)[0] as Size,
  }
}

function sizeOfOffer(offer: AnyOffer, tool: unknown): OfferSize {
  const answer = offer.example.answer as Readonly<Record<string, unknown>>
  return { id: offer.id, full: sizeOf(answer), brief: offer.document ? null : sizeOf(briefAnswer(offer, answer)), tool: sizeOf(tool) }
}

function visibleTool(offer: AnyOffer): unknown {
  const { name, description, inputSchema } = offerTool(offer, freeCallsPerDay).definition
  return { name, description, inputSchema }
}

function overMcp(payload: DiscoveryPayload): Size {
  return sizeOf({ content: [{ type: 'text', text: inWords(payload) }], structuredContent: payload })
}

function sizeOf(value: unknown): Size {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return { bytes: Buffer.byteLength(text), tokens: countTokens(text) }
}
