import type { Catalog } from '../../catalog.ts'
import type { ClientKeys, TrustedProxies } from '../../gate/client-address.ts'
import type { Gate } from '../../gate/gate.ts'
import type { RawInput } from '../../gate/question.ts'
import type { AnyOffer } from '../../offer.ts'
import type { CredentialReading, HeaderReader } from '../../payments/protocol.ts'
import type { Log } from '../../shared/log.ts'
import { Problem } from '../../shared/problems.ts'
import { clientKey } from './caller.ts'
import type { HttpAnswer, HttpCall, Target } from './http-call.ts'
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

/**
 * Reads the call of a route, asks the gate and says its answer in HTTP. It decides nothing about money, and never throws.
 * What waits for nothing is answered at once: promises made for it would cost as much as the gate.
 */
export function offerCall(call: HttpCall, parts: OfferCallParts): HttpAnswer | Promise<HttpAnswer> {
  try {
    const answer = answerTo(call, parts)
    return answer instanceof Promise ? answer.catch((error: unknown) => failed(error, parts.log)) : answer
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

function answerTo(call: HttpCall, parts: OfferCallParts): HttpAnswer | Promise<HttpAnswer> {
  const { match } = call.target
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
      return answerOffer(call, match.offer, parts)
  }
}

function answerOffer(call: HttpCall, offer: AnyOffer, parts: OfferCallParts): HttpAnswer | Promise<HttpAnswer> {
  // Nothing is claimed for an address that nobody knows: its answer could be given again to nobody.
  if (call.gone) return { status: 400, headers: [], body: null }
  const client = clientKey(call.address, call.headers.get('x-forwarded-for'), parts)
  const limited = parts.gate.admit(client)
  if (limited) return problemAnswer(limited)
  const refused = (error: unknown) => refusedAnswer(error, offer, client, parts)
  try {
    const pays = parts.bringsPayment(call.headers)
    const answer =
      pays || call.method === 'POST'
        ? readAndAsk(call, offer, pays, client, parts)
        : ask(call, offer, inputOf(call.target), noCredential, client, parts)
    return answer instanceof Promise ? answer.catch(refused) : answer
  } catch (error) {
    return refused(error)
  }
}

/** Reads what takes time to come or to be read: a body, a payment. */
async function readAndAsk(call: HttpCall, offer: AnyOffer, pays: boolean, client: string, parts: OfferCallParts): Promise<HttpAnswer> {
  const turn = pays ? parts.gate.turn() : null
  if (turn) await turn
  const asked = inputOf(call.target)
  const input = call.method === 'POST' ? { ...asked, body: await call.body(parts.maxBodyBytes) } : asked
  return ask(call, offer, input, pays ? parts.readCredential(call.headers) : noCredential, client, parts)
}

function ask(
  { headers }: HttpCall,
  offer: AnyOffer,
  input: RawInput,
  credential: CredentialReading,
  client: string,
  parts: OfferCallParts,
): HttpAnswer | Promise<HttpAnswer> {
  const idempotencyKey = readIdempotencyKey(headers.get('idempotency-key'))
  const outcome = parts.gate.call({ offer, input, credential, client, idempotencyKey })
  const asked = { credential, headers }
  return outcome instanceof Promise ? outcome.then((ended) => respond(ended, asked, parts)) : respond(outcome, asked, parts)
}

async function refusedAnswer(error: unknown, offer: AnyOffer, client: string, parts: OfferCallParts): Promise<HttpAnswer> {
  if (!(error instanceof Problem)) throw error
  return problemAnswer(error, { quota: await parts.gate.quotaOf(offer, client) })
}

const noCredential: CredentialReading = { kind: 'none' }
const noQuery = Object.freeze({})

/** What is kept is frozen, since calls share it. @throws Problem for a query that can't be read. */
function inputOf(target: Target): RawInput {
  if (target.input) return target.input
  const path = target.match.kind === 'offer' ? target.match.path : {}
  const query = target.search === '' ? noQuery : readQuery(new URLSearchParams(target.search))
  const input = { path, query, body: undefined }
  if (!target.comesAgain) return input
  Object.freeze(path)
  Object.freeze(query)
  target.input = Object.freeze(input)
  return input
}

function malformedParameter(parameter: string, reason: 'encoding' | 'length'): Problem {
  const expected = reason === 'encoding' ? 'UTF-8, percent-encoded' : 'a shorter value'
  return new Problem('invalid_input', `path.${parameter}: ${expected} is expected.`, { field: `path.${parameter}`, expected })
}
