import { LRUCache } from 'lru-cache'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Catalog } from '../../offers/catalog.ts'
import type { HeaderReader } from '../../payments/wire/protocol.ts'
import { isStreamed, type HttpAnswer, type HttpCall } from './http-call.ts'
import { answerCall, answerTerms, asksForTerms, failed, type OfferCallParts } from './offer-call.ts'
import { writeStream } from './write-stream.ts'
import { prepareRequest, type PreparedRequest } from './prepared-request.ts'

export interface HttpFastPathParts extends OfferCallParts {
  readonly catalog: Catalog
  /** Whether a payment may be in these headers, without reading it. */
  readonly bringsPayment: (headers: HeaderReader) => boolean
}

/** Takes a request, or returns false: then it is for the full path. */
export type HttpFastPath = (request: IncomingMessage, response: ServerResponse) => boolean

/** Paths that every parser normalizes in the same way: no empty or dotted segments, no escapes, no backslashes. */
const plainUrl = /^(?:\/[A-Za-z0-9_~:@!$&'()*+,;=-][A-Za-z0-9._~:@!$&'()*+,;=-]*)+(?:\?[A-Za-z0-9._~:@!$&'()*+,;=/?%-]*)?$/
const maxUrlLength = 2_048
/** Names and IPv4 addresses that every parser reads in one way; the full path judges all others. */
const plainHost =
  /^(?!.*xn--)(?:(?:[a-z0-9_-]+\.)*[a-z][a-z0-9_-]*|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!:|$)|(?=:|$))){4})(?::(?:[1-5]?\d{1,4}|6[0-4]\d{3}))?$/i

/** How many prepared requests are kept, those used last. */
const maxPreparedRequests = 500

/**
 * Calls of offers by GET or HEAD, with a plain URL and without a body, are read from Node's request and written to its response.
 * That saves the Request, Headers and Response that Hono needs: about 15 µs of a call. The full path answers the same.
 */
export function createHttpFastPath(parts: HttpFastPathParts): HttpFastPath {
  const requestFor = createPreparedRequests(parts.catalog)
  const isPlainHost = createHostCheck()
  return (request, response) => {
    const { method, url = '', socket } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    if (request.headers.host === undefined || !isPlainHost(request.headers.host)) return false
    if (request.headers['content-length'] !== undefined || request.headers['transfer-encoding'] !== undefined) return false
    const prepared = requestFor(url)
    if (prepared === null) return false
    const { remoteAddress } = socket
    const headers = readerOf(request.rawHeaders)
    const call: HttpCall = {
      method,
      request: prepared,
      headers,
      bringsPayment: parts.bringsPayment(headers),
      address: remoteAddress,
      gone: remoteAddress === undefined,
      body: noBody,
    }
    if (asksForTerms(call)) send(answerTerms(call, parts), response, parts)
    else void answerCall(call, parts).then((answer) => send(answer, response, parts))
    return true
  }
}

const noBody = () => Promise.resolve(undefined)

/** What a URL asks for; null unless it is a plain one that leads to an offer. */
function createPreparedRequests(catalog: Catalog): (url: string) => PreparedRequest | null {
  const prepared = new LRUCache<string, PreparedRequest>({ max: maxPreparedRequests })
  return (url) => {
    const known = prepared.get(url)
    if (known) return known
    if (url.length > maxUrlLength || !plainUrl.test(url)) return null
    const mark = url.indexOf('?')
    // HEAD has the route of GET.
    const match = catalog.match('GET', mark < 0 ? url : url.slice(0, mark))
    if (match.kind !== 'offer') return null
    // A question mark with nothing behind it is not a query.
    const made = prepareRequest(match, mark < 0 || mark === url.length - 1 ? '' : url.slice(mark), url)
    prepared.set(url, made)
    return made
  }
}

/** Most requests have the same host as the request before. */
function createHostCheck(): (host: string) => boolean {
  let plain: string | null = null
  return (host) => {
    if (host === plain) return true
    if (!plainHost.test(host)) return false
    plain = host
    return true
  }
}

/**
 * Reads the raw headers, since Node drops repeated values of some headers and two payments in one request must be seen as two.
 * A request has few headers, so a loop for each name is cheaper than an index.
 */
function readerOf(raw: readonly string[]): HeaderReader {
  return {
    get(name) {
      let found: string | null = null
      for (let index = 0; index + 1 < raw.length; index += 2) {
        const other = raw[index] as string
        if (other.length !== name.length || (other !== name && other.toLowerCase() !== name.toLowerCase())) continue
        const value = raw[index + 1] as string
        found = found === null ? value : `${found}, ${value}`
      }
      return found
    },
  }
}

function send(answer: HttpAnswer, response: ServerResponse, { log }: Pick<OfferCallParts, 'log'>): void {
  try {
    write(answer, response)
  } catch (error) {
    // An answer that can't be written, such as one with an invalid header, must end this call only.
    const answered = failed(error, log)
    if (response.headersSent) response.destroy()
    else write(answered, response)
  }
}

function write({ status, headers, body }: HttpAnswer, response: ServerResponse): void {
  if (isStreamed(body)) {
    writeStream(status, headers, body, response)
    return
  }
  const length = body === null ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  // The length of a 304 would be that of the answer it stands for, and a 204 has none.
  if (status !== 304 && status !== 204) headers.push('Content-Length', String(length))
  response.writeHead(status, headers)
  response.end(body)
}
