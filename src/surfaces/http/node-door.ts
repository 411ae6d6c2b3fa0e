import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HeaderReader } from '../../payments/protocol.ts'
import type { HttpAnswer, HttpCall } from './http-call.ts'
import { failed, offerCall, type OfferCallParts } from './offer-call.ts'

/** Takes a request, or says that it is not for this door. */
export type NodeDoor = (request: IncomingMessage, response: ServerResponse) => boolean

/** Paths that mean the same however they are normalised: no empty or dotted segments, no escapes, no backslashes. */
const plainTarget = /^(?:\/[A-Za-z0-9_~:@!$&'()*+,;=-][A-Za-z0-9._~:@!$&'()*+,;=-]*)+(?:\?[A-Za-z0-9._~:@!$&'()*+,;=/?%-]*)?$/
const longestTarget = 2_048
/** Names and IPv4 addresses that nobody reads in two ways; what is odd about others is judged on the long way. */
const plainHost =
  /^(?!.*xn--)(?:(?:[a-z0-9_-]+\.)*[a-z][a-z0-9_-]*|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!:|$)|(?=:|$))){4})(?::(?:[1-5]?\d{1,4}|6[0-4]\d{3}))?$/i

/**
 * A short way in for what is asked most: plain calls of offers that bring no body are read from Node's request and written to its
 * response, without a Request, a Headers and a Response made for each. Everything else goes the long way, which answers the same.
 */
export function createNodeDoor(parts: OfferCallParts): NodeDoor {
  return (request, response) => {
    const call = plainCall(request)
    if (call === null) return false
    const match = parts.catalog.match(call.method, call.path)
    if (match.kind !== 'offer') return false
    const answer = offerCall(call, match, parts)
    if (answer instanceof Promise) void answer.then((ended) => send(ended, response, parts))
    else send(answer, response, parts)
    return true
  }
}

function plainCall(request: IncomingMessage): HttpCall | null {
  const { method, url = '', headers, socket } = request
  if (method !== 'GET' && method !== 'HEAD') return null
  if (url.length > longestTarget || !plainTarget.test(url)) return null
  if (headers.host === undefined || !plainHost.test(headers.host)) return null
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return null
  const mark = url.indexOf('?')
  const { remoteAddress } = socket
  return {
    method,
    path: mark < 0 ? url : url.slice(0, mark),
    // A question mark with nothing behind it asks nothing.
    search: mark < 0 || mark === url.length - 1 ? '' : url.slice(mark),
    headers: readerOf(request.rawHeaders),
    address: remoteAddress,
    gone: remoteAddress === undefined,
    body: () => Promise.resolve(undefined),
  }
}

/** Node leaves out what stands twice in some headers; two payments in one request must be seen as two. */
function readerOf(raw: readonly string[]): HeaderReader {
  const values = new Map<string, string>()
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] as string).toLowerCase()
    const value = raw[index + 1] as string
    const earlier = values.get(name)
    values.set(name, earlier === undefined ? value : `${earlier}, ${value}`)
  }
  return { get: (name) => values.get(name.toLowerCase()) ?? null }
}

function send(answer: HttpAnswer, response: ServerResponse, { log }: Pick<OfferCallParts, 'log'>): void {
  try {
    write(answer, response)
  } catch (error) {
    // What can't be written (a header that is none, say) ends this call, and nothing else.
    const answered = failed(error, log)
    if (response.headersSent) response.destroy()
    else write(answered, response)
  }
}

function write({ status, headers, body }: HttpAnswer, response: ServerResponse): void {
  const length = body === null ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  headers.push('Content-Length', String(length))
  response.writeHead(status, headers)
  response.end(body)
}
