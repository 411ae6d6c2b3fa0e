import { Agent, request as send } from 'undici'
import type { Dispatcher } from 'undici'
import { sha256 } from '../shared/sha256.ts'
import { checkRedirect, type TargetRules } from './check-target.ts'
import { headerOf, listOf, reasonOf } from './exchange.ts'
import { FetchFailed, fetchFailureIn } from './fetch-failed.ts'
import { guardedConnect, type ConnectorTo } from './guarded-connect.ts'
import type { GuardedAnswer, GuardedRequest } from './guarded-request.ts'
import { isBelow } from './ipfs-uri.ts'
import { acceptedEncodings, readBoundedBody } from './read-body.ts'
import type { ResolveHost } from './resolve-host.ts'
import type { FetchDeadline } from './fetch-deadline.ts'

interface Hop {
  readonly url: URL
  /** A tree on the operator's own gateway: URLs below it need no check of the address. */
  readonly root?: string
  /** The URI that the caller named, where it is not this URL. */
  readonly named?: string
}

interface Route {
  readonly rules: TargetRules
  readonly watch: FetchDeadline
  readonly userAgent: string
  readonly resolve: ResolveHost
  readonly connectorTo: ConnectorTo
}

const maxHeaderBytes = 16_384
const redirecting = new Set([301, 302, 303, 307, 308])

/** Follows redirects until one URL answers. Each URL is checked before its request, and its address when the connection is made. */
export async function followGuarded(
  start: Hop,
  request: GuardedRequest & { readonly maxBytes: number },
  { rules, watch, userAgent, resolve, connectorTo }: Route,
): Promise<GuardedAnswer> {
  const options = { connections: 1, maxHeaderSize: maxHeaderBytes, headersTimeout: 0, bodyTimeout: 0 }
  // Made for this call only, so that nothing sent to one outsider reaches the next.
  const guarded = new Agent({ ...options, connect: guardedConnect({ resolve, rules, connectorTo, signal: watch.signal }) })
  const own = new Agent({ ...options, connect: { timeout: 3_000 } })
  const { maxRedirects = 4 } = request
  const redirects: string[] = []
  let { method = 'GET', body } = request
  let hop = start
  try {
    for (;;) {
      if (request.beforeRequest?.() === false) throw new FetchFailed('too_many_redirects')
      const answer = await ask(hop.root === undefined ? guarded : own, hop.url, {
        method,
        body: body ?? null,
        headers: { ...headersFor(hop, start, request), 'accept-encoding': acceptedEncodings, 'user-agent': userAgent },
        watch,
      })
      const location = redirecting.has(answer.statusCode) ? locationOf(answer) : null
      if (location === null) return await readAnswer(answer, request, { hop, redirects, watch, method })
      // The body of a redirect is not read.
      answer.body.on('error', () => {}).destroy()
      if (redirects.length >= maxRedirects) throw new FetchFailed('too_many_redirects')
      if (method === 'POST' && answer.statusCode < 307) {
        method = 'GET'
        body = undefined
      }
      hop = nextHop(location, hop, rules)
      redirects.push(hop.named ?? hop.url.href)
    }
  } finally {
    await Promise.all([guarded.destroy(), own.destroy()])
  }
}

/** Node reads headers as Latin-1, but servers write UTF-8. */
function locationOf({ headers }: Dispatcher.ResponseData): string | null {
  const location = headerOf(headers, 'location')
  return location === null ? null : Buffer.from(location, 'latin1').toString('utf8')
}

function nextHop(location: string, { url, root, named }: Hop, rules: TargetRules): Hop {
  const next = URL.parse(location, url.href)
  if (root !== undefined && named !== undefined && next !== null && isBelow(next, root)) return { url: next, root, named }
  return { url: checkRedirect(location, url, rules) }
}

function headersFor(hop: Hop, start: Hop, { headers = {} }: GuardedRequest): Record<string, string> {
  const given = { accept: '*/*', ...headers }
  if (hop.url.origin === start.url.origin) return given
  return Object.fromEntries(Object.entries(given).filter(([name]) => ['accept', 'content-type'].includes(name.toLowerCase())))
}

async function ask(
  dispatcher: Dispatcher,
  url: URL,
  { watch, ...asked }: { method: 'GET' | 'HEAD' | 'POST'; body: string | null; headers: Record<string, string>; watch: FetchDeadline },
): Promise<Dispatcher.ResponseData> {
  // Each hop opens its own connection, so that each address is checked and no closed connection is reused.
  const answer = await send(url, { dispatcher, ...asked, signal: watch.signal, reset: true }).catch(rethrow)
  watch.touch()
  return answer
}

async function readAnswer(
  answer: Dispatcher.ResponseData,
  { maxBytes, contentTypes }: GuardedRequest & { readonly maxBytes: number },
  { hop, redirects, watch, method }: { hop: Hop; redirects: readonly string[]; watch: FetchDeadline; method: string },
): Promise<GuardedAnswer> {
  const { statusCode, headers, body } = answer
  // A destroyed body emits an error, and by then no code listens.
  body.on('error', () => {})
  const mediaType = headerOf(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase() || null
  const good = statusCode >= 200 && statusCode < 300
  if (good && contentTypes && !contentTypes.includes(mediaType ?? '')) throw new FetchFailed('content_type')
  const [encoding, length] = method === 'HEAD' ? [null, null] : [headerOf(headers, 'content-encoding'), headerOf(headers, 'content-length')]
  const bytes = await readBoundedBody(body, { maxBytes, encoding, length, touched: watch.touch }).catch(rethrow)
  if (watch.ended) throw watch.ended
  return {
    status: statusCode,
    header: (name) => headerOf(headers, name),
    list: (name) => listOf(headers, name),
    mediaType,
    body: bytes,
    sha256: sha256(bytes),
    url: hop.named ?? hop.url.href,
    redirects,
  }
}

function rethrow(error: unknown): never {
  throw fetchFailureIn(error) ?? new FetchFailed(isHeaderOverflow(error) ? 'headers_too_large' : reasonOf(error), error)
}

function isHeaderOverflow(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'UND_ERR_HEADERS_OVERFLOW'
}
