import type { IncomingMessage, ServerResponse } from 'node:http'
import { takesBody } from '../shared/http-methods.ts'

/** What a handler of Node writes, kept back until it is known whether it is sent. */
export interface CapturedResponse {
  /** Resolves when the handler has ended its answer. */
  readonly ended: Promise<Response>
  /** Writes another answer in place of the handler's. */
  send(response: Response): Promise<void>
}

/** Statuses that come without content. */
const withoutContent: ReadonlySet<number> = new Set([101, 204, 205, 304])

/** Keeps back what is written to a response of Node, whatever framework writes it. */
export function captureResponse(response: ServerResponse): CapturedResponse {
  const { write, end, writeHead, flushHeaders } = response
  const chunks: Buffer[] = []
  const before = response.getHeaders()
  let resolve: (made: Response) => void = () => {}
  const ended = new Promise<Response>((done) => (resolve = done))

  const keep = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === 'string') chunks.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'))
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk))
  }
  const callback = (given: readonly unknown[]) => given.find((one): one is () => void => typeof one === 'function')

  Object.assign(response, {
    writeHead(status: number, ...rest: unknown[]) {
      response.statusCode = status
      setHeaders(
        response,
        rest.find((one) => typeof one === 'object' && one !== null) as Record<string, string> | readonly string[] | undefined,
      )
      return response
    },
    flushHeaders() {},
    write(...given: unknown[]) {
      keep(given[0], given[1])
      callback(given)?.()
      return true
    },
    end(...given: unknown[]) {
      keep(given[0], given[1])
      callback(given)?.()
      const headers = new Headers()
      for (const [name, value] of Object.entries(response.getHeaders()))
        for (const one of Array.isArray(value) ? value : [value]) headers.append(name, String(one))
      const body = withoutContent.has(response.statusCode) ? null : Buffer.concat(chunks)
      resolve(new Response(body, { status: response.statusCode, headers }))
      return response
    },
  })

  return {
    ended,
    async send(answer) {
      // Read first: a late handler may write while this waits, and is still kept back.
      const body = Buffer.from(await answer.arrayBuffer())
      Object.assign(response, { write, end, writeHead, flushHeaders })
      for (const name of response.getHeaderNames()) if (!(name in before)) response.removeHeader(name)
      writeWhole(answer, body, response)
      // A handler that took longer than it may still writes its answer, and that must end nothing else.
      const ignored = () => response
      Object.assign(response, { write: () => true, end: ignored, writeHead: ignored, flushHeaders: ignored })
      Object.assign(response, { setHeader: ignored, appendHeader: ignored, removeHeader: ignored })
    },
  }
}

/** Writes an answer of the platform to a response of Node. */
export async function writeResponse(answer: Response, response: ServerResponse): Promise<void> {
  writeWhole(answer, Buffer.from(await answer.arrayBuffer()), response)
}

function writeWhole(answer: Response, body: Buffer, response: ServerResponse): void {
  response.statusCode = answer.status
  for (const [name, value] of answer.headers) response.setHeader(name, value)
  if (!answer.headers.has('content-length') && !withoutContent.has(answer.status)) response.setHeader('content-length', body.byteLength)
  response.end(body)
}

function setHeaders(response: ServerResponse, headers: Readonly<Record<string, string>> | readonly string[] | undefined): void {
  if (headers === undefined) return
  const pairs = Array.isArray(headers)
    ? headers.flatMap((name, index) => (index % 2 === 0 ? [[name as string, headers[index + 1] as string] as const] : []))
    : Object.entries(headers as Record<string, string>)
  for (const [name, value] of pairs) response.setHeader(name, value)
}

/** A request of Node as the platform has it. The body is what a parser before us has read, or what is still to be read. */
export function requestOf(incoming: IncomingMessage & { readonly body?: unknown; readonly originalUrl?: string }, base: string): Request {
  const headers = new Headers()
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    const name = incoming.rawHeaders[index]!
    if (!name.startsWith(':')) headers.append(name, incoming.rawHeaders[index + 1]!)
  }
  const { method = 'GET' } = incoming
  const url = new URL(incoming.originalUrl ?? incoming.url ?? '/', base)
  if (!takesBody(method)) return new Request(url, { method, headers })
  if (incoming.body !== undefined && incoming.readableEnded)
    return new Request(url, { method, headers, body: typeof incoming.body === 'string' ? incoming.body : JSON.stringify(incoming.body) })
  throw new TypeError(
    'the body of a paid route is read before farthing.charge: put express.json(), or the parser of your framework, in front of it',
  )
}
