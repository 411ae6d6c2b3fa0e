import { Hono, type Context } from 'hono'
import type { Catalog } from '../../catalog.ts'
import type { ClientKeys, TrustedProxies } from '../../gate/client-address.ts'
import type { ChallengeWish } from '../../gate/challenges.ts'
import type { Gate } from '../../gate/gate.ts'
import type { Question, RawInput } from '../../gate/question.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { CredentialReading } from '../../payments/protocol.ts'
import { isReceiptId } from '../../shared/ids.ts'
import type { Log } from '../../shared/log.ts'
import { Problem } from '../../shared/problems.ts'
import { callerHasGone, clientOf } from './caller.ts'
import { preflightHeaders } from './headers.ts'
import { readJsonBody } from './read-body.ts'
import { readIdempotencyKey, readQuery } from './read-query.ts'
import { receiptBody } from './receipt.ts'
import { jsonResponse, problemResponse, respond, type RespondParts } from './respond.ts'

export interface HttpParts extends RespondParts {
  readonly catalog: Catalog
  readonly gate: Gate
  readonly ledger: Ledger
  readonly readCredential: (headers: { get(name: string): string | null }) => CredentialReading
  /** Whether a payment may stand in these headers, without reading it. */
  readonly bringsPayment: (headers: { get(name: string): string | null }) => boolean
  readonly clientKeys: ClientKeys
  readonly proxies: TrustedProxies
  readonly maxBodyBytes: number
  readonly log: Log
  /** Routes beside the catalogue: health, metrics, and the sandbox's. */
  readonly extraRoutes?: (app: Hono) => void
}

const maxUrlLength = 8_192

/** The HTTP surface: matching, reading and writing. It decides nothing about money. */
export function createHttp(parts: HttpParts): Hono {
  const app = new Hono()
  parts.extraRoutes?.(app)
  app.options('*', () => new Response(null, { status: 204, headers: preflightHeaders }))
  app.get('/v1/receipts/:id', async (context) => {
    const limited = parts.gate.admit(clientOf(context, parts))
    if (limited) return problemResponse(limited)
    const id = context.req.param('id')
    const payment = isReceiptId(id) ? await parts.ledger.find(id) : undefined
    if (!payment) return problemResponse(new Problem('receipt_not_found', 'No receipt has this id.'))
    return jsonResponse(receiptBody(payment, parts.publicUrl))
  })
  app.all('*', (context) => offerCall(context, parts))
  app.onError((error) => {
    if (error instanceof Problem) return problemResponse(error)
    parts.log.error({ err: error }, 'a request failed')
    return problemResponse(new Problem('internal_error', 'Something went wrong on our side.'))
  })
  return app
}

async function offerCall(context: Context, parts: HttpParts): Promise<Response> {
  const request = context.req.raw
  if (request.url.length > maxUrlLength)
    return problemResponse(new Problem('uri_too_long', `The URL may have ${maxUrlLength} characters at most.`))
  const url = new URL(request.url)
  // HEAD is GET without a body, and is paid for like it.
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const match = parts.catalog.match(method, url.pathname)
  switch (match.kind) {
    case 'unknown':
      return problemResponse(new Problem('not_found', 'There is nothing at this path.'))
    case 'wrong_method':
      return problemResponse(new Problem('method_not_allowed', `This path takes ${match.allow.join(', ')}.`), {
        headers: { Allow: match.allow.join(', ') },
      })
    case 'disabled':
      return problemResponse(new Problem('offer_unavailable', `${match.offer.title} is switched off here.`, { retryAfter: 3600 }))
    case 'malformed':
      return problemResponse(malformedParameter(match.parameter, match.reason))
    case 'offer':
      break
  }
  // Nothing is claimed for an address that nobody knows: its answer could be given again to nobody.
  if (callerHasGone(context)) return new Response(null, { status: 400 })
  const client = clientOf(context, parts)
  const limited = parts.gate.admit(client)
  if (limited) return problemResponse(limited)
  try {
    const turn = parts.bringsPayment(request.headers) ? parts.gate.turn() : null
    if (turn) await turn
    const question: Question = {
      offer: match.offer,
      input: await readInput(match.path, url, request, method, parts.maxBodyBytes),
      credential: parts.readCredential(request.headers),
      client,
      idempotencyKey: readIdempotencyKey(request.headers.get('idempotency-key')),
    }
    return respond(
      await parts.gate.call(question),
      { credential: question.credential, wish: wishOf(request.headers, question.credential) },
      parts,
    )
  } catch (error) {
    if (error instanceof Problem) return problemResponse(error, { quota: await parts.gate.quotaOf(match.offer, client) })
    throw error
  }
}

/** What the request says of the terms that it wants, should it get any. */
function wishOf(headers: Headers, credential: CredentialReading): ChallengeWish {
  return {
    network: headers.get('payment-network'),
    acceptPayment: headers.get('accept-payment'),
    version1: headers.get('x402-version')?.trim() === '1',
    mpp: credential.kind === 'malformed' || (credential.kind === 'credential' && credential.credential.kind === 'mpp'),
  }
}

async function readInput(
  path: Readonly<Record<string, string>>,
  url: URL,
  request: Request,
  method: string,
  maxBytes: number,
): Promise<RawInput> {
  return {
    path,
    query: url.search === '' ? {} : readQuery(url.searchParams),
    body: method === 'POST' ? await readJsonBody(request, maxBytes) : undefined,
  }
}

function malformedParameter(parameter: string, reason: 'encoding' | 'length'): Problem {
  const expected = reason === 'encoding' ? 'UTF-8, percent-encoded' : 'a shorter value'
  return new Problem('invalid_input', `path.${parameter}: ${expected} is expected.`, { field: `path.${parameter}`, expected })
}
