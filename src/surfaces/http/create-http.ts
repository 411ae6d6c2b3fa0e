import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context } from 'hono'
import type { ServerResponse } from 'node:http'
import type { Ledger } from '../../ledger/ledger.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import type { RouteMatch } from '../../offers/match-route.ts'
import { isReceiptId } from '../../shared/ids.ts'
import { expectedAt } from '../../shared/issue-messages.ts'
import { Problem } from '../../shared/problems.ts'
import { callerHasGone, clientOf, requestTarget, socketAddress } from './caller.ts'
import { preflightHeaders } from './headers.ts'
import { isStreamed, responseOf, type HttpAnswer, type HttpCall } from './http-call.ts'
import type { HttpFastPathParts } from './http-fast-path.ts'
import { answerCall, answerTerms, asksForTerms, failed } from './offer-call.ts'
import { owedRoutes, type OwedRoutesParts } from './owed-routes.ts'
import { prepareRequest } from './prepared-request.ts'
import { readJsonBody } from './read-body.ts'
import { receiptBody } from './receipt.ts'
import type { PageFacts } from '../console/page-frame.ts'
import { pageResponse } from '../console/page-response.ts'
import { noReceiptPage, receiptPage } from '../console/pages/receipt-page.ts'
import { wantsPage } from '../console/wants-page.ts'
import { jsonResponse, refusalAnswer, refusalResponse } from './respond.ts'
import { writeStream } from './write-stream.ts'
import { switchedOff } from '../../shared/switched-off.ts'

export interface HttpParts extends HttpFastPathParts {
  readonly ledger: Ledger
  readonly owedPayments: OwedRoutesParts['owedPayments']
  /** What the caller may set so that an offer is sold, where the caller is the operator, as in a sandbox; null where that is not known. */
  readonly missingSetting?: (offer: AnyOffer) => string | null
  /** What every page says of the service. */
  readonly page: PageFacts
  /** Routes outside of the catalog: health, metrics, and those of the sandbox. */
  readonly extraRoutes?: (app: Hono) => void
}

const maxUrlLength = 8_192
/** Of what has a form for browsers, so that no cache gives one form for the other. */
const varies = { Vary: 'Accept' }

/** The HTTP surface: it matches, reads and writes. It decides nothing about money. */
export function createHttp(parts: HttpParts): Hono {
  const app = new Hono()
  parts.extraRoutes?.(app)
  app.options('*', () => new Response(null, { status: 204, headers: preflightHeaders }))
  app.get('/v1/receipts/:id', async (context) => {
    const limited = parts.gate.limitRate(clientOf(context, parts))
    if (limited) return refusalResponse(limited)
    const id = context.req.param('id')
    const payment = isReceiptId(id) ? await parts.ledger.find(id) : undefined
    const asPage = wantsPage(context.req.raw.headers.get('accept'))
    if (!payment)
      return asPage
        ? noReceiptPage(parts.page)
        : refusalResponse(new Problem('receipt_not_found', 'No receipt has this id.'), { headers: varies })
    const refund = payment.timing === 'first' ? await parts.ledger.refundOf(id) : undefined
    const receipt = receiptBody(payment, parts.publicUrl, refund)
    return asPage ? pageResponse(receiptPage(receipt, parts.page), parts.publicUrl) : jsonResponse(receipt, 200, varies)
  })
  owedRoutes(app, parts, (context) => clientOf(context, parts))
  app.all('*', (context) => throughHono(context, parts))
  app.onError((error) => responseOf(failed(error, parts.log)))
  return app
}

/** The full path: any URL, with or without a body. */
async function throughHono(context: Context, parts: HttpParts): Promise<Response> {
  const request = context.req.raw
  if (request.url.length > maxUrlLength)
    return refusalResponse(new Problem('uri_too_long', `The URL may have ${maxUrlLength} characters at most.`))
  // The URL was made from the Host header and the path.
  const url = URL.parse(request.url)
  if (url === null) return refusalResponse(new Problem('invalid_input', 'The Host header does not name a valid host.', { field: 'Host' }))
  const match = parts.catalog.match(request.method, url.pathname)
  if (match.kind !== 'offer') return responseOf(unmatched(match, parts))
  const call: HttpCall = {
    method: request.method,
    request: prepareRequest(match, url.search, askedFor(context, url)),
    headers: request.headers,
    bringsPayment: parts.bringsPayment(request.headers),
    address: socketAddress(context),
    gone: callerHasGone(context),
    body: (limits) => readJsonBody(request, limits),
  }
  const answer = asksForTerms(call) ? answerTerms(call, parts) : await answerCall(call, parts)
  const { outgoing } = context.env as { readonly outgoing?: ServerResponse }
  if (!isStreamed(answer.body) || outgoing === undefined) return responseOf(answer)
  // Hono would print an error of every stream that fails.
  writeStream(answer.status, answer.headers, answer.body, outgoing)
  return RESPONSE_ALREADY_SENT
}

/** Path and query in the caller's own spelling; as the URL has them where the request line holds more or other characters. */
function askedFor(context: Context, url: URL): string {
  const line = requestTarget(context)
  return line !== undefined && /^\/[!-~]*$/.test(line) && !line.includes('#') ? line : url.pathname + url.search
}

function nothingAt(near: string | undefined): string {
  return `There is nothing at this path.${near === undefined ? '' : ` A slash inside its last part is sent as %2F: ${near}`}`
}

function unmatched(match: Exclude<RouteMatch, { readonly kind: 'offer' }>, { missingSetting }: HttpParts): HttpAnswer {
  switch (match.kind) {
    case 'unknown':
      return refusalAnswer(new Problem('not_found', nothingAt(match.near)))
    case 'wrong_method':
      return refusalAnswer(new Problem('method_not_allowed', `This path takes ${match.allow.join(', ')}.`), {
        headers: { Allow: match.allow.join(', ') },
      })
    case 'disabled':
      return refusalAnswer(switchedOff(`${match.offer.title} is switched off here.`, missingSetting?.(match.offer) ?? null))
    case 'malformed': {
      const expected = match.reason === 'encoding' ? 'UTF-8, percent-encoded' : 'a shorter value'
      const field = `path.${match.parameter}`
      return refusalAnswer(new Problem('invalid_input', expectedAt(field, expected), { field, expected }))
    }
  }
}
