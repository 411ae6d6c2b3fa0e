import { gzip } from 'node:zlib'
import { promisify } from 'node:util'
import type { Hono } from 'hono'
import { sha256 } from '../../shared/sha256.ts'
import { commonHeaders } from '../http/headers.ts'

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
  /** Added to the standing headers, or replacing them. */
  readonly headers?: Readonly<Record<string, string>>
}

export type Answering = (request: Request) => Response | Promise<Response>

/** Answers `GET` and `HEAD` of a path with a document that is built once: now, or at the first request. */
export function serveDocument(app: Hono, path: string, document: Served | (() => Served)): void {
  let answering = typeof document === 'function' ? undefined : answerWith(document)
  app.get(path, (context) => {
    answering ??= answerWith((document as () => Served)())
    return answering(context.req.raw)
  })
}

const zip: (body: Uint8Array) => Promise<Uint8Array> = promisify(gzip)
/** Below this size, compression saves almost nothing. */
const minBytesToPack = 1_000

/** Answers with a document, compressed if the caller accepts gzip, or 304 if the caller has it already. */
export function answerWith(document: Served): Answering {
  const body = typeof document.body === 'string' ? Buffer.from(document.body, 'utf8') : document.body
  const tag = `"${sha256(document.packed ?? body).slice(0, 32)}"`
  const lifetime = document.immutable ? 'public, max-age=31536000, immutable' : `max-age=${document.maxAgeSeconds ?? 300}`
  const headers = {
    ...commonHeaders,
    'Content-Type': document.contentType,
    'Cache-Control': lifetime,
    // A weak tag, because plain and compressed are the same document in different bytes.
    ETag: `W/${tag}`,
    Vary: 'Accept-Encoding',
    ...document.headers,
  }
  let packed = document.packed === undefined ? undefined : Promise.resolve(document.packed)
  return async (request) => {
    if (matchesTag(request.headers.get('if-none-match'), tag)) {
      const { 'Content-Type': _, ...rest } = headers
      return new Response(null, { status: 304, headers: rest })
    }
    if (body.length < minBytesToPack || !acceptsGzip(request.headers.get('accept-encoding'))) return respond(body, headers)
    packed ??= zip(body)
    return respond(await packed, { ...headers, 'Content-Encoding': 'gzip' })
  }
}

function respond(body: Uint8Array, headers: Record<string, string>): Response {
  return new Response(body as Uint8Array<ArrayBuffer>, { headers: { ...headers, 'Content-Length': String(body.length) } })
}

function matchesTag(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch === null) return false
  return ifNoneMatch.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')))
}

function acceptsGzip(acceptEncoding: string | null): boolean {
  return (acceptEncoding ?? '').split(',').some((one) => {
    const [name, ...parameters] = one.split(';').map((part) => part.trim().toLowerCase())
    return name === 'gzip' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}
