import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { ChallengeOptions, Challenges } from '../payment/challenges.ts'
import type { CallTerms } from '../../gate/outcome.ts'
import { parsePaymentChallenges } from '../../payments/mpp/parse-www-authenticate.ts'
import { paymentIdentifierExtension } from '../../payments/x402/discovery.ts'
import { mppProblemOf, mppProblems, mppProblemType } from '../../payments/mpp/problems.ts'
import { refusalDetails } from '../../payments/wire/refusals.ts'
import type { Refusal } from '../../shared/refusal.ts'
import type { ServiceFacts } from '../discovery/service-facts.ts'
import { paymentSentence, paymentMessage } from './payment-messages.ts'
import { metaKeys } from './read-payment.ts'
import type { OfferTool } from './tool-definitions.ts'

type Json = Record<string, unknown>

/** The terms of a call, in the forms of both payment protocols. */
export interface ToolTerms {
  /** x402 PaymentRequired; null where no network takes a signed payment. */
  readonly x402: Json | null
  /** The data of MPP's `-32042` error: challenges as JSON objects, `problem`, `failure`; null where there is no challenge. */
  readonly mpp: Json | null
  readonly words: string
}

/** The same terms as over HTTP, in the forms of MCP; null where there is nothing to pay on. */
export function toolTerms(
  { input, definition }: OfferTool,
  { offer, input: askedInput, offered }: CallTerms,
  refusal: Refusal | null,
  wish: ChallengeOptions,
  parts: { readonly challenges: Challenges; readonly facts: ServiceFacts },
): ToolTerms | null {
  // The price of this call may be one that was computed from it.
  const tool = { input, definition, offer }
  const challenge = parts.challenges.challenge({ offer, input: askedInput, offered }, refusal, wish)
  if (challenge === null) return null
  const { headers } = challenge
  const x402 = x402Terms(tool, headers['PAYMENT-REQUIRED'], refusal, `${parts.facts.publicUrl}/mcp`)
  const mpp = mppTerms(tool, headers['WWW-Authenticate'], refusal)
  return { x402, mpp, words: paymentMessage(offer, refusal, { x402: x402 !== null, mpp: mpp !== null }, parts.facts) }
}

/** One result for clients of every protocol: each finds its own terms where it looks for them. */
export function paymentRequiredResult({ x402, mpp, words }: ToolTerms): CallToolResult {
  const text = { type: 'text' as const, text: words }
  return {
    isError: true,
    // The x402 specification asks for the same object twice, for clients that do not read structured content.
    content: x402 ? [{ type: 'text', text: JSON.stringify(x402) }, text] : [text],
    ...(x402 ? { structuredContent: x402 } : {}),
    _meta: { ...(x402 ? { [metaKeys.x402Error]: x402 } : {}), ...(mpp ? { [metaKeys.mppRequired]: mpp } : {}) },
  }
}

/** @param url of the MCP endpoint: directories tell its tools apart by the name in the `bazaar` extension. */
function x402Terms({ offer, input }: OfferTool, header: string | undefined, refusal: Refusal | null, url: string): Json | null {
  if (header === undefined) return null
  const { accepts, resource } = JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as Json
  return {
    x402Version: 2,
    error: paymentSentence(offer, refusal),
    resource: { ...(resource as Json), url },
    accepts,
    extensions: { ...bazaar(offer.id, input.schema, input.example), 'payment-identifier': paymentIdentifierExtension },
  }
}

/** Clients send extensions back with the payment, which may have 8 KB in total, so an extension above this size is left out. */
const maxBazaarLength = 2_500

/** The `bazaar` extension in its form for tools (x402 `specs/extensions/bazaar.md`). */
function bazaar(toolName: string, inputSchema: unknown, example: unknown): Json {
  const extension = {
    info: { input: { type: 'mcp', toolName, transport: 'streamable-http', inputSchema, example } },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: {
        input: {
          type: 'object',
          properties: {
            type: { type: 'string', const: 'mcp' },
            toolName: { type: 'string' },
            transport: { type: 'string', enum: ['streamable-http', 'sse'] },
            inputSchema: { type: 'object' },
            example: { type: 'object' },
          },
          required: ['type', 'toolName', 'inputSchema'],
          additionalProperties: false,
        },
      },
      required: ['input'],
    },
  }
  return JSON.stringify(extension).length <= maxBazaarLength ? { bazaar: extension } : {}
}

function mppTerms({ offer }: OfferTool, header: string | undefined, refusal: Refusal | null): Json | null {
  const [challenge] = header === undefined ? [] : parsePaymentChallenges(header)
  if (!challenge) return null
  const { id, realm, method, intent, request, expires, description, opaque } = challenge
  const name = refusal === null ? 'payment-required' : mppProblemOf(refusal.code)
  const detail = paymentSentence(offer, refusal)
  return {
    httpStatus: 402,
    challenges: [
      {
        id,
        realm,
        method,
        intent,
        request: JSON.parse(Buffer.from(request, 'base64url').toString('utf8')) as unknown,
        ...(expires === null ? {} : { expires }),
        ...(description === null ? {} : { description }),
        ...(opaque === null ? {} : { opaque }),
      },
    ],
    problem: { type: mppProblemType(name), title: mppProblems[name].title, status: 402, detail, challengeId: id },
    ...(refusal === null ? {} : { failure: { ...refusalDetails(refusal), detail } }),
  }
}
