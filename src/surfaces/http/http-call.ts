import type { HeaderReader } from '../../payments/wire/protocol.ts'
import type { PreparedRequest } from './prepared-request.ts'
import type { BodyLimits } from './read-body.ts'

/** A request for an offer, from the fast path or the full path. */
export interface HttpCall {
  readonly method: string
  readonly request: PreparedRequest
  readonly headers: HeaderReader
  /** Whether a payment may be in the headers. */
  readonly bringsPayment: boolean
  /** Of the connection's other end; undefined without a socket, as in tests. */
  readonly address: string | undefined
  /** Whether the connection was reset before its address was read. */
  readonly gone: boolean
  /** The JSON body, `undefined` when there is none. @throws Problem */
  body(limits: BodyLimits): Promise<unknown>
}

export interface HttpAnswer {
  readonly status: number
  /** Names and values in turn, as `ServerResponse.writeHead` takes them, each name once. The caller may append to it. */
  readonly headers: string[]
  readonly body: string | Uint8Array | AsyncIterable<Uint8Array> | null
}

/** Whether the body is sent while it is made. */
export function isStreamed(body: HttpAnswer['body']): body is AsyncIterable<Uint8Array> {
  return body !== null && typeof body === 'object' && Symbol.asyncIterator in body
}

export function responseOf({ status, headers, body }: HttpAnswer): Response {
  const named: Record<string, string> = {}
  for (let index = 0; index < headers.length; index += 2) named[headers[index] as string] = headers[index + 1] as string
  return new Response(status === 204 ? null : contentOf(body), { status, headers: named })
}

function contentOf(body: HttpAnswer['body']): string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null {
  return isStreamed(body) ? ReadableStream.from(body) : (body as string | Uint8Array<ArrayBuffer> | null)
}
