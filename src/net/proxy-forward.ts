import { request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { duplexPair, type Duplex } from 'node:stream'
import { joinMetered, type TrafficMeter } from './proxy-traffic.ts'

/** Headers for one connection only (RFC 9110, section 7.6.1), and those that would tell the site of a proxy. */
const hopHeaders = new Set(
  'connection keep-alive proxy-connection proxy-authorization proxy-authenticate te trailer transfer-encoding upgrade via forwarded x-forwarded-for'.split(
    ' ',
  ),
)
const maxHeaderBytes = 32_768

/** Joins a browser and a site. */
export function tunnel(client: Duplex, socket: Socket, head: Buffer, meter: TrafficMeter): void {
  client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
  if (head.length > 0) client.unshift(head)
  joinMetered(client, socket, meter)
}

/**
 * Sends a plain request on this socket, with the headers that concern the site. A site may answer anything: what is not HTTP
 * ends the connection to the browser, and nothing is thrown.
 */
export function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { url, socket, meter }: { readonly url: URL; readonly socket: Socket; readonly meter: TrafficMeter },
): void {
  // The request is written to one end of a pair, so that its headers and those of every answer are counted as all else is.
  const [near, far] = duplexPair()
  joinMetered(far, socket, meter)
  far.once('close', () => far.writableFinished || near.destroy())
  near.once('close', () => far.destroy())
  const end = () => {
    response.destroy()
    near.destroy()
    socket.destroy()
  }
  near.on('error', end)
  response.on('error', end)
  try {
    const upstream = sendRequest({
      createConnection: () => near,
      method: request.method ?? 'GET',
      path: url.pathname + url.search,
      headers: [...endToEnd(request.rawHeaders), 'Connection', 'close'],
      setHost: false,
      maxHeaderSize: maxHeaderBytes,
    })
    upstream.on('response', (answer) => {
      if (!writeHead(response, answer)) return end()
      answer.on('error', end)
      answer.pipe(response)
    })
    upstream.on('upgrade', (_, other) => {
      other.destroy()
      end()
    })
    upstream.on('error', end)
    response.once('close', () => upstream.destroy())
    request.pipe(upstream)
  } catch {
    end()
  }
}

/** Whether status and headers could be written: Node reads some from a site that it does not write, such as status 0. */
function writeHead(response: ServerResponse, answer: IncomingMessage): boolean {
  try {
    response.writeHead(answer.statusCode ?? 0, endToEnd(answer.rawHeaders))
    return true
  } catch {
    return false
  }
}

function endToEnd(raw: readonly string[]): string[] {
  return raw.filter((_, index) => !hopHeaders.has((raw[index - (index % 2)] as string).toLowerCase()))
}
