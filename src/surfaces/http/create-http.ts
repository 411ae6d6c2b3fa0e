import { Hono, type Context } from 'hono'
import type { Ledger } from '../../ledger/ledger.ts'
import { isReceiptId } from '../../shared/ids.ts'
import { Problem } from '../../shared/problems.ts'
import { callerHasGone, clientOf, socketAddress } from './caller.ts'
import { preflightHeaders } from './headers.ts'
import { responseOf } from './http-call.ts'
import { failed, offerCall, type OfferCallParts } from './offer-call.ts'
import { readJsonBody } from './read-body.ts'
import { receiptBody } from './receipt.ts'
import { jsonResponse, problemResponse } from './respond.ts'

export interface HttpParts extends OfferCallParts {
  readonly ledger: Ledger
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
  app.all('*', (context) => throughHono(context, parts))
  app.onError((error) => responseOf(failed(error, parts.log)))
  return app
}

/** The long way in: whatever the path looks like, with or without a body. */
async function throughHono(context: Context, parts: HttpParts): Promise<Response> {
  const request = context.req.raw
  if (request.url.length > maxUrlLength)
    return problemResponse(new Problem('uri_too_long', `The URL may have ${maxUrlLength} characters at most.`))
  // Half of it is the Host header.
  const url = URL.parse(request.url)
  if (url === null) return problemResponse(new Problem('invalid_input', 'The Host header names no host.', { field: 'Host' }))
  const { pathname, search } = url
  const answer = await offerCall(
    {
      method: request.method,
      target: { match: parts.catalog.match(request.method, pathname), search, comesAgain: false, input: null },
      headers: request.headers,
      address: socketAddress(context),
      gone: callerHasGone(context),
      body: (maxBytes) => readJsonBody(request, maxBytes),
    },
    parts,
  )
  return responseOf(answer)
}
