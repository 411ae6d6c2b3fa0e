import { Agent } from 'undici'
import type { Clock, Timers } from '../shared/clock.ts'
import { exchange } from './exchange.ts'
import type { HttpAnswer } from './exchange.ts'
import { AddressRefused, guardedConnect, resolveHost } from './guarded-connect.ts'
import type { ResolveHost } from './guarded-connect.ts'
import { redirectOf, userAgentOf } from './http-client.ts'
import { ipLiteral, isPublicAddress } from './public-address.ts'
import { UpstreamUnreachable } from './upstream-errors.ts'

export type RefusedReason = 'not_a_url' | 'scheme' | 'credentials' | 'port' | 'address' | 'too_many_redirects'

/** We don't go there, whatever is there. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused'
  readonly reason: RefusedReason

  constructor(reason: RefusedReason) {
    super(`target refused: ${reason}`)
    this.reason = reason
  }
}

export interface GuardedRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** For the whole exchange with all its redirects; default 5 s. */
  readonly timeoutMs?: number
  /** Default 1 MB. */
  readonly maxBytes?: number
  /** Default 4. */
  readonly maxRedirects?: number
  readonly signal?: AbortSignal
}

export interface GuardedAnswer extends HttpAnswer {
  /** Where the answer came from in the end. */
  readonly url: string
  readonly redirects: readonly string[]
}

/** Fetches addresses that outsiders choose. */
export interface GuardedFetch {
  /**
   * Any status is an answer. Every hop is checked: http or https on port 80 or 443, no credentials in the URL, public
   * addresses only, and what was checked is what is connected to.
   * @throws TargetRefused, UpstreamUnreachable, UpstreamGarbage `too_large`.
   */
  (url: string, request?: GuardedRequest): Promise<GuardedAnswer>
  close(): Promise<void>
}

export interface GuardedFetchSettings {
  readonly contactUrl?: string | undefined
  /** `host:port` pairs exempt from the checks of address and port, so that tests and the sandbox can reach loopback. */
  readonly allowed?: ReadonlySet<string>
  readonly resolve?: ResolveHost
}

export function createGuardedFetch(settings: GuardedFetchSettings, parts: { clock: Clock; timers: Timers }): GuardedFetch {
  const { allowed = new Set<string>(), resolve = resolveHost } = settings
  const agent = new Agent({
    connect: guardedConnect({ resolve, allowed, timeoutMs: 3_000 }),
    keepAliveTimeout: 1_000,
    connections: 8,
    maxHeaderSize: 32_768,
  })
  const userAgent = userAgentOf(settings.contactUrl)

  const guardedFetch = async (url: string, request: GuardedRequest = {}): Promise<GuardedAnswer> => {
    const { timeoutMs = 5_000, maxBytes = 1_000_000, maxRedirects = 4, signal } = request
    const startedAt = parts.clock.now()
    const redirects: string[] = []
    let method = request.method ?? 'GET'
    let body = request.body
    let target = checkTarget(url, null, allowed)
    for (;;) {
      const left = timeoutMs - (parts.clock.now() - startedAt)
      if (left <= 0) throw new UpstreamUnreachable('timeout')
      const answer = await exchange(agent, parts.timers, target, {
        method,
        headers: { accept: '*/*', ...request.headers, 'user-agent': userAgent },
        timeoutMs: left,
        maxBytes,
        ...(body === undefined ? {} : { body }),
        ...(signal === undefined ? {} : { signal }),
      }).catch((error: unknown) => {
        throw isRefusal(error) ? new TargetRefused('address') : error
      })
      const next = redirectOf(answer, target)
      if (next === null) return { ...answer, url: target.href, redirects }
      if (redirects.length >= maxRedirects) throw new TargetRefused('too_many_redirects')
      if (method === 'POST' && answer.status < 307) {
        method = 'GET'
        body = undefined
      }
      redirects.push(next.href)
      target = checkTarget(next.href, target, allowed)
    }
  }
  return Object.assign(guardedFetch, { close: () => agent.destroy() })
}

function checkTarget(text: string, from: URL | null, allowed: ReadonlySet<string>): URL {
  const url = URL.parse(text, from?.href)
  if (url === null) throw new TargetRefused('not_a_url')
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new TargetRefused('scheme')
  if (url.username !== '' || url.password !== '') throw new TargetRefused('credentials')
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  if (allowed.has(`${url.hostname}:${port}`)) return url
  if (port !== '80' && port !== '443') throw new TargetRefused('port')
  const literal = ipLiteral(url.hostname)
  if (literal !== null && !isPublicAddress(literal)) throw new TargetRefused('address')
  return url
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && (error instanceof AddressRefused || isRefusal(error.cause))
}
