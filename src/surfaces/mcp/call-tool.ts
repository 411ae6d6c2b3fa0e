import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { challengeOptions, nothingToPayOn, type Challenges } from '../payment/challenges.ts'
import { receiptsOf } from '../payment/receipts.ts'
import type { Gate } from '../../gate/gate.ts'
import { workFailed } from '../../gate/credit-refusals.ts'
import { prepareInput } from '../../gate/input/prepared-input.ts'
import { refused, type CallTerms, type GateOutcome, type Refused } from '../../gate/outcome.ts'
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
import { answerResult, outcomeMeta, refusalResult, receiptLink } from './tool-result.ts'
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
    return withMeta(refusalResult(refused(error), tool, publicUrl), outcomeMeta(quota, null, {}, publicUrl))
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
    return refused(payment && isCreditOfOrder(payment) ? workFailed(problem, payment) : problem, payment)
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

function contentOf(tool: OfferTool, outcome: GateOutcome, asked: Asked): CallToolResult {
  switch (outcome.kind) {
    case 'answer':
      return answerResult(tool, outcome, asked.detail, asked.parts.facts.publicUrl, asked.caller.links)
    case 'payment_required':
      return termsResult(tool, outcome.terms, null, asked)
    case 'refused':
      if (outcome.terms) return termsResult(tool, outcome.terms, outcome, asked)
      return refusalResult(outcome, tool, asked.parts.facts.publicUrl)
  }
}

function termsResult(tool: OfferTool, terms: CallTerms, outcome: Refused | null, { caller, credential, parts }: Asked): CallToolResult {
  const refusal = outcome?.refusal ?? null
  const told = toolTerms(tool, terms, refusal, { ...challengeOptions(caller.headers, credential), version1: false }, parts)
  if (told === null) return refusalResult(refused(nothingToPayOn(), outcome?.payment), tool, parts.facts.publicUrl)
  if (caller.paymentErrors && told.mpp) throw paymentError(told, refusal?.code ?? null)
  return paymentRequiredResult(told)
}

function paymentError({ mpp, words }: ToolTerms, code: string | null): RpcError {
  if (code === null) return new RpcError(rpcCodes.paymentRequired, words, mpp)
  return new RpcError(code === 'malformed_credential' ? rpcCodes.invalidParams : rpcCodes.paymentVerificationFailed, words, mpp)
}

function withMeta(result: CallToolResult, meta: Record<string, unknown>): CallToolResult {
  const all = { ...result['_meta'], ...meta }
  return Object.keys(all).length > 0 ? { ...result, _meta: all } : result
}
