import type { Hono } from 'hono'
import { documentAnswer, type WholeAnswer } from '../http/document-answer.ts'
import { commonHeaders } from '../http/headers.ts'
import { responseOf, type HttpAnswer } from '../http/http-call.ts'

/** A document that is the same for every caller. */
export interface Served {
  readonly contentType: string
  readonly body: string | Uint8Array
  /** The body compressed by gzip, if it exists already. */
  readonly packed?: Uint8Array
  /** How long clients may use it without a new request; default five minutes. */
  readonly maxAgeSeconds?: number
  /** The name contains a hash of the content, so the content never changes. */
  readonly immutable?: boolean
  /** A request header on which the document depends. */
  readonly vary?: string
  /** Added to the standing headers, or replacing them. */
  readonly headers?: Readonly<Record<string, string>>
}

export type Answering = (request: Request) => Response | Promise<Response>

/** A document that exists, or makes it. */
export type Document = Served | (() => Served | Promise<Served>)

/** Answers `GET` and `HEAD` of a path with a document that is built once: now, or at the first request. */
export function serveDocument(app: Hono, path: string, document: Document): void {
  const answering = answeringWith(document)
  app.get(path, async (context) => (await answering())(context.req.raw))
}

/** All requests that come while the document is made wait for it. A failure is that of their requests; the next one makes it again. */
function answeringWith(document: Document): () => Promise<Answering> {
  if (typeof document !== 'function') {
    const made = Promise.resolve(answerWith(document))
    return () => made
  }
  let making: Promise<Answering> | undefined
  return () => {
    making ??= (async () => answerWith(await document()))().catch((error: unknown) => {
      making = undefined
      throw error
    })
    return making
  }
}

/** Answers with a document, compressed if the caller accepts gzip, or 304 if the caller has it already. */
export function answerWith({ contentType, body, packed, ...document }: Served): Answering {
  const lifetime = document.immutable ? 'public, max-age=31536000, immutable' : `max-age=${document.maxAgeSeconds ?? 300}`
  const headers = { ...commonHeaders, 'Content-Type': contentType, 'Cache-Control': lifetime, ...document.headers }
  const answer = documentAnswer({
    body: typeof body === 'string' ? Buffer.from(body, 'utf8') : body,
    packed,
    vary: document.vary,
    headers: Object.entries(headers).flat(),
  })
  return async (request) => responseOf(withLength(await answer(request.headers)))
}

/** So that the answer to HEAD has it too. */
function withLength(answer: WholeAnswer): HttpAnswer {
  if (answer.body !== null) answer.headers.push('Content-Length', String(answer.body.length))
  return answer
}
