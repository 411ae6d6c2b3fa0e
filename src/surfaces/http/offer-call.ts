import type { ClientKeys, TrustedProxies } from '../../gate/limits/client-address.ts'
import type { Gate } from '../../gate/gate.ts'
import { bringsOwnKey } from '../../gate/caller-headers.ts'
import { prepareInput, type PreparedInput } from '../../gate/input/prepared-input.ts'
import type { CredentialReading, HeaderReader } from '../../payments/wire/protocol.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import { takesBody } from '../../shared/http-methods.ts'
import { Problem } from '../../shared/problems.ts'
import { callSource } from './call-source.ts'
import { clientKey } from './caller.ts'
import type { HttpAnswer, HttpCall } from './http-call.ts'
import type { BodyLimits } from './read-body.ts'
import { readIdempotencyKey } from './read-query.ts'
import { refusalAnswer, respond, respondSteadily, type RespondParts } from './respond.ts'

export interface OfferCallParts extends RespondParts {
  readonly gate: Gate
  readonly readCredential: (headers: HeaderReader) => CredentialReading
  readonly clientKeys: ClientKeys
  readonly proxies: TrustedProxies
  readonly maxBodyBytes: number
  /** Of this service. */
  readonly hostname: string
  readonly clock: Clock
  readonly log: Log
}

/** Whether the answer is known without I/O: the terms of a fixed-price offer, for a call without payment and without body. */
export function asksForTerms({ method, request, headers, bringsPayment }: HttpCall): boolean {
  const { offer } = request
  return offer.access.kind === 'fixed' && !takesBody(method) && !bringsPayment && !bringsOwnKey({ offer, headers })
}

/** The answer to a call that `asksForTerms`. Never throws. */
export function answerTerms(call: HttpCall, parts: OfferCallParts): HttpAnswer {
  try {
    const client = clientOf(call, parts)
    if (typeof client !== 'string') return client
    const { request, headers } = call
    const input = request.input()
    readIdempotencyKey(headers.get('idempotency-key'))
    return respond(
      parts.gate.terms(request.offer, input, callSource(headers, parts.hostname)),
      { credential: noCredential, headers, offer: request.offer, detail: 'full' },
      parts,
    )
  } catch (error) {
    return failed(error, parts.log)
  }
}

/** Reads any call of an offer, asks the gate and writes its outcome as HTTP. It decides nothing about money, and never throws. */
export async function answerCall(call: HttpCall, parts: OfferCallParts): Promise<HttpAnswer> {
  try {
    const client = clientOf(call, parts)
    if (typeof client !== 'string') return client
    return await askGate(call, client, parts).catch(async (error: unknown) => {
      if (!(error instanceof Problem)) throw error
      return refusalAnswer(error, { quota: await parts.gate.quotaOf(call.request.offer, client) })
    })
  } catch (error) {
    return failed(error, parts.log)
  }
}

/** The answer to an error. */
export function failed(error: unknown, log: Log): HttpAnswer {
  if (error instanceof Problem) return refusalAnswer(error)
  log.error({ err: error }, 'a request failed')
  return refusalAnswer(new Problem('internal_error', 'Something went wrong on our side.'))
}

/** The key of the client, or the answer where it sends too many requests. */
function clientOf({ gone, address, headers }: HttpCall, parts: OfferCallParts): string | HttpAnswer {
  // Without an address a stored answer could never be given again, so nothing is claimed.
  if (gone) return { status: 400, headers: [], body: null }
  const client = clientKey(address, headers.get('x-forwarded-for'), parts)
  const limited = parts.gate.limitRate(client)
  return limited ? refusalAnswer(limited) : client
}

async function askGate(call: HttpCall, client: string, parts: OfferCallParts): Promise<HttpAnswer> {
  const { request, headers, bringsPayment } = call
  const arrivedAt = parts.clock.now()
  const turn = bringsPayment ? parts.gate.enterPaymentQueue(client) : parts.gate.enterUnpaidQueue(client)
  if (turn) await turn
  const input = await readInput(call, { maxBytes: parts.maxBodyBytes, limitRate: (tokens) => parts.gate.limitRate(client, tokens) })
  const credential = bringsPayment ? parts.readCredential(headers) : noCredential
  const idempotencyKey = readIdempotencyKey(headers.get('idempotency-key'))
  const source = callSource(headers, parts.hostname)
  const outcome = await parts.gate.call({ offer: request.offer, input, credential, arrivedAt, client, idempotencyKey, source, headers })
  // The gate has read the input by now, so it can be asked for the detail.
  const detail = outcome.kind === 'answer' ? input.detail() : 'full'
  const answered = { credential, headers, offer: request.offer, detail }
  return (detail === 'full' ? respondSteadily(outcome, headers) : null) ?? respond(outcome, answered, parts)
}

async function readInput({ method, request, body }: HttpCall, limits: BodyLimits): Promise<PreparedInput> {
  const input = request.input()
  return takesBody(method) ? prepareInput(request.offer, { ...input.raw, body: await body(limits) }) : input
}

const noCredential: CredentialReading = { kind: 'none' }
