import type { Catalog } from '../../catalog.ts'
import type { ChallengeWish } from '../../gate/challenges.ts'
import type { ClientKeys, TrustedProxies } from '../../gate/client-address.ts'
import type { Gate } from '../../gate/gate.ts'
import type { Question, RawInput } from '../../gate/question.ts'
import type { CredentialReading, HeaderReader } from '../../payments/protocol.ts'
import type { Log } from '../../shared/log.ts'
import { Problem } from '../../shared/problems.ts'
import { clientKey } from './caller.ts'
import type { HttpAnswer, HttpCall } from './http-call.ts'
import { readIdempotencyKey, readQuery } from './read-query.ts'
import { problemAnswer, respond, type RespondParts } from './respond.ts'

export interface OfferCallParts extends RespondParts {
  readonly catalog: Catalog
  readonly gate: Gate
  readonly readCredential: (headers: HeaderReader) => CredentialReading
  /** Whether a payment may stand in these headers, without reading it. */
  readonly bringsPayment: (headers: HeaderReader) => boolean
  readonly clientKeys: ClientKeys
  readonly proxies: TrustedProxies
  readonly maxBodyBytes: number
  readonly log: Log
}

/** Reads the call of a route, asks the gate and says its answer in HTTP. It decides nothing about money, and never throws. */
export async function offerCall(call: HttpCall, match: ReturnType<Catalog['match']>, parts: OfferCallParts): Promise<HttpAnswer> {
  try {
    return await answerTo(call, match, parts)
  } catch (error) {
    return failed(error, parts.log)
  }
}

/** What is answered when something was thrown. */
export function failed(error: unknown, log: Log): HttpAnswer {
  if (error instanceof Problem) return problemAnswer(error)
  log.error({ err: error }, 'a request failed')
  return problemAnswer(new Problem('internal_error', 'Something went wrong on our side.'))
}

async function answerTo(call: HttpCall, match: ReturnType<Catalog['match']>, parts: OfferCallParts): Promise<HttpAnswer> {
  switch (match.kind) {
    case 'unknown':
      return problemAnswer(new Problem('not_found', 'There is nothing at this path.'))
    case 'wrong_method':
      return problemAnswer(new Problem('method_not_allowed', `This path takes ${match.allow.join(', ')}.`), {
        headers: { Allow: match.allow.join(', ') },
      })
    case 'disabled':
      return problemAnswer(new Problem('offer_unavailable', `${match.offer.title} is switched off here.`, { retryAfter: 3600 }))
    case 'malformed':
      return problemAnswer(malformedParameter(match.parameter, match.reason))
    case 'offer':
      break
  }
  // Nothing is claimed for an address that nobody knows: its answer could be given again to nobody.
  if (call.gone) return { status: 400, headers: {}, body: null }
  const { headers } = call
  const client = clientKey(call.address, headers.get('x-forwarded-for'), parts)
  const limited = parts.gate.admit(client)
  if (limited) return problemAnswer(limited)
  try {
    const pays = parts.bringsPayment(headers)
    const turn = pays ? parts.gate.turn() : null
    if (turn) await turn
    const input: RawInput = {
      path: match.path,
      query: call.search === '' ? {} : readQuery(new URLSearchParams(call.search)),
      body: call.method === 'POST' ? await call.body(parts.maxBodyBytes) : undefined,
    }
    const credential: CredentialReading = pays ? parts.readCredential(headers) : { kind: 'none' }
    const idempotencyKey = readIdempotencyKey(headers.get('idempotency-key'))
    const question: Question = { offer: match.offer, input, credential, client, idempotencyKey }
    return respond(await parts.gate.call(question), { credential, wish: wishOf(headers, credential) }, parts)
  } catch (error) {
    if (error instanceof Problem) return problemAnswer(error, { quota: await parts.gate.quotaOf(match.offer, client) })
    throw error
  }
}

/** What the request says of the terms that it wants, should it get any. */
function wishOf(headers: HeaderReader, credential: CredentialReading): ChallengeWish {
  return {
    network: headers.get('payment-network'),
    acceptPayment: headers.get('accept-payment'),
    version1: headers.get('x402-version')?.trim() === '1',
    mpp: credential.kind === 'malformed' || (credential.kind === 'credential' && credential.credential.kind === 'mpp'),
  }
}

function malformedParameter(parameter: string, reason: 'encoding' | 'length'): Problem {
  const expected = reason === 'encoding' ? 'UTF-8, percent-encoded' : 'a shorter value'
  return new Problem('invalid_input', `path.${parameter}: ${expected} is expected.`, { field: `path.${parameter}`, expected })
}
