import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'undici'
import type { Dispatcher } from 'undici'
import type { Timers } from '../shared/clock.ts'
import type { Method } from '../shared/http-methods.ts'
import { UpstreamGarbage, UpstreamUnreachable } from './upstream-errors.ts'

export interface ExchangeRequest {
  readonly method: Method | 'HEAD'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** For the whole exchange, up to the last byte of the body. */
  readonly timeoutMs: number
  /** A longer body is not read to its end. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
}

export interface UpstreamResponse {
  readonly status: number
  /** One value of a header, by its lower-case name. */
  header(name: string): string | null
  /** All values of a header that is a list (RFC 9110 section 5.3), joined by commas. */
  list(name: string): string | null
  /** Joined when it is first used: joining tens of megabytes blocks the event loop for a while. */
  readonly body: Uint8Array
  /** The body as it arrived, for readers that take a long one piece by piece. */
  readonly chunks: readonly Uint8Array[]
}

/**
 * One request and one answer with any status. It follows no redirects.
 * @throws UpstreamUnreachable, or UpstreamGarbage `too_large`. The error's text contains nothing from the other side.
 */
export async function exchange(dispatcher: Dispatcher, timers: Timers, url: URL, asked: ExchangeRequest): Promise<UpstreamResponse> {
  const deadline = new AbortController()
  const cancel = timers.after(asked.timeoutMs, () => deadline.abort())
  const signal = asked.signal ? AbortSignal.any([deadline.signal, asked.signal]) : deadline.signal
  try {
    const answer = await request(url, {
      dispatcher,
      method: asked.method,
      headers: asked.headers,
      body: asked.body ?? null,
      signal,
      headersTimeout: asked.timeoutMs,
      bodyTimeout: asked.timeoutMs,
    })
    const chunks = await readChunks(answer, asked.maxBytes)
    let whole: Uint8Array | undefined
    return {
      status: answer.statusCode,
      header: (name) => headerOf(answer.headers, name),
      list: (name) => listOf(answer.headers, name),
      get body() {
        return (whole ??= Buffer.concat(chunks))
      },
      chunks,
    }
  } catch (error) {
    if (error instanceof UpstreamGarbage) throw error
    const reason = deadline.signal.aborted ? 'timeout' : asked.signal?.aborted ? 'aborted' : reasonOf(error)
    throw new UpstreamUnreachable(reason, { cause: error })
  } finally {
    cancel()
  }
}

async function readChunks(answer: Dispatcher.ResponseData, maxBytes: number): Promise<Uint8Array[]> {
  const { body } = answer
  // A destroyed body emits an error, and by then no code listens.
  body.on('error', () => {})
  if (Number(headerOf(answer.headers, 'content-length') ?? 0) > maxBytes) {
    body.destroy()
    throw new UpstreamGarbage('too_large')
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength
    if (length > maxBytes) throw new UpstreamGarbage('too_large')
    chunks.push(chunk)
  }
  return chunks
}

/** One value of a header, by its lower-case name. */
export function headerOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

/** All values of a header that is a list. */
export function listOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value.join(', ') : value) ?? null
}

/** The kind of failure that a socket's error means. */
export function reasonOf(error: unknown): 'timeout' | 'dns' | 'tls' | 'connection' {
  const code = errorCode(error)
  if (/TIMEOUT|ETIMEDOUT/.test(code)) return 'timeout'
  if (/ENOTFOUND|EAI_/.test(code)) return 'dns'
  if (/CERT|TLS|SSL|EPROTO|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY/.test(code)) return 'tls'
  return 'connection'
}

function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? error.code : errorCode(error.cause)
}
