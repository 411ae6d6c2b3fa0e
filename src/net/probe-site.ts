import { Agent as PlainAgent, request as plainRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Timers } from '../shared/clock.ts'
import type { Method } from '../shared/http-methods.ts'
import { UpstreamUnreachable } from './upstream-errors.ts'
import { reasonOf } from './exchange.ts'

export interface ProbeRequest {
  readonly method?: Method
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs: number
}

/** An answer as it came, and how it came. */
export interface ProbeAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Bytes of the status line and all headers. */
  readonly headerBytes: number
  readonly body: string
  /** The connection had been used before. */
  readonly reused: boolean
  /** Null without TLS. */
  readonly certificate: { readonly objection: string | null; readonly validUntil: number | null } | null
}

/** A site of the operator, asked over one connection that is kept alive where the site allows it. */
export interface SiteProbe {
  /** @throws UpstreamUnreachable */
  ask(path: string, request: ProbeRequest): Promise<ProbeAnswer>
  close(): void
}

export interface SiteProbeParts {
  readonly timers: Timers
  /** A certificate (PEM) to trust instead of those of the usual authorities. */
  readonly trusted?: string
}

const maxBytes = 2 * 1024 * 1024
const maxHeaderSize = 65_536

/** A certificate that can't be trusted is reported, and the site is asked all the same, so that it hides nothing else. */
export function createSiteProbe(base: string, { timers, trusted }: SiteProbeParts): SiteProbe {
  const secure = base.startsWith('https:')
  const agent = secure
    ? new TlsAgent({ keepAlive: true, maxSockets: 4, rejectUnauthorized: false, ...(trusted === undefined ? {} : { ca: trusted }) })
    : new PlainAgent({ keepAlive: true, maxSockets: 4 })

  return {
    async ask(path, { method = 'GET', headers = {}, body, timeoutMs }) {
      const answered = Promise.withResolvers<ProbeAnswer>()
      const settings = { method, headers: { accept: 'application/json', ...headers }, agent, maxHeaderSize }
      const request = (secure ? tlsRequest : plainRequest)(`${base}${path}`, settings)
      const cancel = timers.after(timeoutMs, () => request.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
      request.on('response', (response) => {
        readAnswer(response, request.reusedSocket, secure).then(answered.resolve, answered.reject)
      })
      request.on('error', answered.reject)
      request.end(body)
      try {
        return await answered.promise
      } catch (cause) {
        throw new UpstreamUnreachable(reasonOf(cause), { cause })
      } finally {
        cancel()
      }
    },
    close: () => agent.destroy(),
  }
}

async function readAnswer(response: IncomingMessage, reused: boolean, secure: boolean): Promise<ProbeAnswer> {
  const { statusCode = 0, statusMessage = '', headers, rawHeaders, socket } = response
  const certificate = secure ? certificateOf(socket) : null
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > maxBytes) break
    chunks.push(chunk)
  }
  const headerBytes = rawHeaders.reduce((sum, text) => sum + text.length + 2, `HTTP/1.1 ${statusCode} ${statusMessage}`.length + 4)
  return { status: statusCode, headers, headerBytes, body: Buffer.concat(chunks).toString('utf8'), reused, certificate }
}

function certificateOf(socket: Socket): ProbeAnswer['certificate'] {
  const { authorized, authorizationError } = socket as TLSSocket
  const validUntil = Date.parse((socket as TLSSocket).getPeerCertificate().valid_to)
  const objection = authorized ? null : authorizationError instanceof Error ? authorizationError.message : authorizationError
  return { objection, validUntil: Number.isNaN(validUntil) ? null : validUntil }
}
