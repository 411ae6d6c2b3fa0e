import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Challenges, ChallengeOptions } from '../../gate/terms/challenges.ts'
import type { Gate } from '../../gate/gate.ts'
import { workFailed } from '../../gate/credit-outcomes.ts'
import { prepareInput } from '../../gate/input/prepared-input.ts'
import { nothingToPayOn, problemOutcome, type GateOutcome } from '../../gate/offer-call.ts'
import { problemReceipt, receiptHeaders, unusedPaymentHeaders } from '../../gate/receipt-headers.ts'
import { isCreditOfOrder } from '../../ledger/payments/payment-states.ts'
import type { Detail } from '../../offers/brief/detail.ts'
import type { CredentialReading, HeaderReader } from '../../payments/wire/protocol.ts'
import { member } from '../../payments/wire/fields.ts'
import { Problem } from '../../shared/problems.ts'
import type { Clock } from '../../shared/clock.ts'
import type { ServiceFacts } from '../discovery/service-facts.ts'
import { toolCallSource } from '../http/call-source.ts'
import { readIdempotencyKey } from '../http/read-query.ts'
import type { MessageTurns } from './message-turns.ts'
import { paymentRequiredResult, toolTerms, type ToolTerms } from './payment-required.ts'
import { readPayment } from './read-payment.ts'
import { rpcCodes, RpcError } from './rpc-error.ts'
import { answerResult, outcomeMeta, problemResult, receiptLink } from './tool-result.ts'
import type { OfferTool } from './tool-definitions.ts'
import type { JsonObject } from './json-object.ts'

export interface CallToolParts {
  readonly tools: ReadonlyMap<string, OfferTool>
  readonly gate: Pick<Gate, 'call' | 'quotaOf'>
  readonly challenges: Challenges
  readonly readCredential: (headers: HeaderReader) => CredentialReading
  readonly facts: ServiceFacts
  readonly clock: Clock
  readonly turns: Pick<MessageTurns, 'finish'>
}

/** The client that calls, and what it can read. */
export interface Caller {
  /** Key of the client's address, see `client-address.ts`. */
  readonly client: string
  readonly headers: HeaderReader
  /** The client wants the errors of the MCP transport of MPP instead of results. */
  readonly paymentErrors: boolean
  /** The client knows resource links and sounds in the content of a result; older clients reject them. */
  readonly links: boolean
}

/** The parameters of `tools/call`. */
export interface ToolCall {
  readonly name: string
  readonly arguments: JsonObject
  readonly meta: JsonObject
}

/**
 * Asks the gate the same question as an HTTP request for the same offer, and turns its outcome into an MCP result.
 * @throws RpcError for an unknown tool, and for the terms where the caller wants them as an error
 */
export async function callTool(call: ToolCall, caller: Caller, parts: CallToolParts): Promise<CallToolResult> {
  const tool = parts.tools.get(call.name)
  if (!tool) throw new RpcError(rpcCodes.invalidParams, 'There is no tool with this name: tools/list names them all.')
  const { publicUrl } = parts.facts
  const arrivedAt = parts.clock.now()
  const credential = readPayment(call.meta, caller.headers, parts.readCredential)
  try {
    const { input: raw, idempotencyKey } = tool.input.read(call.arguments)
    const input = prepareInput(tool.offer, raw)
    // Whoever asks with arguments wants an answer, and hears what is wrong with them before it is asked for money.
    if (Object.keys(call.arguments).length > 0) input.parsed()
    const asked = await parts.gate.call({
      offer: tool.offer,
      input,
      credential,
      arrivedAt,
      client: caller.client,
      source: toolCallSource(caller.headers),
      idempotencyKey: idempotencyKey ?? keyBesideArguments(call.meta, caller.headers),
    })
    const outcome = await wholeOf(asked)
    // Many calls may have waited for the same source or the same commit.
    await parts.turns.finish()
    return resultOf(tool, outcome, { caller, credential, parts, detail: outcome.kind === 'answer' ? input.detail() : 'full' })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const quota = await parts.gate.quotaOf(tool.offer, caller.client)
    return withMeta(problemResult(error, tool, null, publicUrl), outcomeMeta(quota, null, {}, publicUrl))
  }
}

/** A result of MCP is whole, so an answer that is streamed is read to its end first. */
async function wholeOf(outcome: GateOutcome): Promise<GateOutcome> {
  if (outcome.kind !== 'answer' || !outcome.stream) return outcome
  const { stream, ...answer } = outcome
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of stream.read()) chunks.push(chunk)
  } catch (error) {
    const payment = await stream.ended
    const problem =
      error instanceof Problem ? error : new Problem('upstream_failed', 'The answer ended before it was whole.', { cause: error })
    return problemOutcome(payment && isCreditOfOrder(payment) ? workFailed(problem, payment) : problem, payment)
  }
  return { ...answer, body: Buffer.concat(chunks), payment: (await stream.ended) ?? answer.payment }
}

/** Hosts that cannot add arguments send the key in `_meta` or in a header. */
function keyBesideArguments(meta: JsonObject, headers: HeaderReader): string | null {
  const given = member(meta, 'farthing/idempotency-key')
  if (given === undefined || given === null) return readIdempotencyKey(headers.get('idempotency-key'))
  return readIdempotencyKey(typeof given === 'string' ? given : '')
}

interface Asked {
  readonly caller: Caller
  readonly credential: CredentialReading
  readonly parts: CallToolParts
  readonly detail: Detail
}

function resultOf(tool: OfferTool, outcome: GateOutcome, asked: Asked): CallToolResult {
  const { caller, credential, parts } = asked
  const { publicUrl } = parts.facts
  const { quota } = outcome
  const payment = outcome.kind === 'answer' && outcome.unused ? outcome.unused.credit : outcome.payment
  const result = contentOf(tool, outcome, asked)
  const replay = outcome.kind === 'answer' && outcome.replay ? { 'farthing/replay': true } : {}
  const meta = { ...outcomeMeta(quota, payment, receiptsOf(outcome, credential), publicUrl), ...replay }
  return withMeta(payment && caller.links ? { ...result, content: [...result.content, receiptLink(payment)] } : result, meta)
}

function contentOf(tool: OfferTool, outcome: GateOutcome, { caller, credential, parts, detail }: Asked): CallToolResult {
  switch (outcome.kind) {
    case 'answer':
      return answerResult(tool, outcome, detail, parts.facts.publicUrl, caller.links)
    case 'payment_required': {
      const terms = toolTerms(tool, outcome, wishOf(caller.headers, credential), parts)
      if (terms === null) return problemResult(nothingToPayOn(), tool, outcome.payment, parts.facts.publicUrl)
      if (caller.paymentErrors && terms.mpp) throw paymentError(terms, outcome.refusal?.reason ?? null)
      return paymentRequiredResult(terms)
    }
    case 'problem':
      return problemResult(outcome.problem, tool, outcome.payment, parts.facts.publicUrl)
  }
}

/** The receipts that HTTP sends in headers. */
function receiptsOf(outcome: GateOutcome, credential: CredentialReading): Record<string, string> {
  const { payment } = outcome
  if (outcome.kind === 'answer' && outcome.unused) return unusedPaymentHeaders(outcome.unused, credential)
  if (!payment) return {}
  switch (outcome.kind) {
    case 'answer':
      return receiptHeaders(payment, null, credential)
    case 'payment_required':
      return receiptHeaders(payment, outcome.refusal?.reason ?? 'settlement_refused', credential)
    case 'problem':
      return problemReceipt(outcome.problem, payment, credential)
  }
}

function wishOf(headers: HeaderReader, credential: CredentialReading): ChallengeOptions {
  return {
    network: headers.get('payment-network'),
    acceptPayment: headers.get('accept-payment'),
    version1: false,
    mpp: credential.kind === 'malformed' || (credential.kind === 'credential' && credential.credential.kind === 'mpp'),
  }
}

function paymentError({ mpp, words }: ToolTerms, refused: string | null): RpcError {
  if (refused === null) return new RpcError(rpcCodes.paymentRequired, words, mpp)
  return new RpcError(refused === 'malformed_credential' ? rpcCodes.invalidParams : rpcCodes.paymentVerificationFailed, words, mpp)
}

function withMeta(result: CallToolResult, meta: Record<string, unknown>): CallToolResult {
  const all = { ...result['_meta'], ...meta }
  return Object.keys(all).length > 0 ? { ...result, _meta: all } : result
}
