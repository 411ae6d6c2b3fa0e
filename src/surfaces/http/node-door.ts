import { LRUCache } from 'lru-cache'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Catalog } from '../../catalog.ts'
import type { HeaderReader } from '../../payments/protocol.ts'
import type { HttpAnswer, HttpCall, Target } from './http-call.ts'
import { failed, offerCall, type OfferCallParts } from './offer-call.ts'

/** Takes a request, or says that it is not for this door. */
export type NodeDoor = (request: IncomingMessage, response: ServerResponse) => boolean

/** Paths that mean the same however they are normalised: no empty or dotted segments, no escapes, no backslashes. */
const plainTarget = /^(?:\/[A-Za-z0-9_~:@!$&'()*+,;=-][A-Za-z0-9._~:@!$&'()*+,;=-]*)+(?:\?[A-Za-z0-9._~:@!$&'()*+,;=/?%-]*)?$/
const longestTarget = 2_048
/** Names and IPv4 addresses that nobody reads in two ways; what is odd about others is judged on the long way. */
const plainHost =
  /^(?!.*xn--)(?:(?:[a-z0-9_-]+\.)*[a-z][a-z0-9_-]*|(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!:|$)|(?=:|$))){4})(?::(?:[1-5]?\d{1,4}|6[0-4]\d{3}))?$/i

/** How many targets are remembered, of those that were asked for last. */
const rememberedTargets = 500

/**
 * A short way in for what is asked most: plain calls of offers that bring no body are read from Node's request and written to its
 * response, without a Request, a Headers and a Response made for each. Everything else goes the long way, which answers the same.
 */
export function createNodeDoor(parts: OfferCallParts): NodeDoor {
  const targetOf = createTargets(parts.catalog)
  const isPlainHost = createHostCheck()
  return (request, response) => {
    const { method, url = '', headers, socket } = request
    if (method !== 'GET' && method !== 'HEAD') return false
    if (headers.host === undefined || !isPlainHost(headers.host)) return false
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false
    const target = targetOf(url)
    if (target === null) return false
    const { remoteAddress } = socket
    const call: HttpCall = {
      method,
      target,
      headers: readerOf(request.rawHeaders),
      address: remoteAddress,
      gone: remoteAddress === undefined,
      body: noBody,
    }
    const answer = offerCall(call, parts)
    if (answer instanceof Promise) void answer.then((ended) => send(ended, response, parts))
    else send(answer, response, parts)
    return true
  }
}

const noBody = () => Promise.resolve(undefined)

/** What a URL on the wire asks for; null unless it is a plain one that leads to an offer. */
function createTargets(catalog: Catalog): (url: string) => Target | null {
  const known = new LRUCache<string, Target>({ max: rememberedTargets })
  return (url) => {
    const target = known.get(url)
    if (target !== undefined) {
      target.comesAgain = true
      return target
    }
    if (url.length > longestTarget || !plainTarget.test(url)) return null
    const mark = url.indexOf('?')
    // HEAD leads where GET leads.
    const match = catalog.match('GET', mark < 0 ? url : url.slice(0, mark))
    if (match.kind !== 'offer') return null
    // A question mark with nothing behind it asks nothing.
    const search = mark < 0 || mark === url.length - 1 ? '' : url.slice(mark)
    const made = { match, search, comesAgain: false, input: null }
    known.set(url, made)
    return made
  }
}

/** Most requests name the host that the one before has named. */
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
 * Node leaves out what stands twice in some headers; two payments in one request must be seen as two. A request has few headers:
 * to go through them for each of the names that are asked for is cheaper than to bring them in order first.
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
