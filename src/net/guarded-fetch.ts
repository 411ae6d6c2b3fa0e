import type { Timers } from '../shared/clock.ts'
import { silentMetrics, type Metrics } from '../shared/metrics.ts'
import { sha256 } from '../shared/sha256.ts'
import { checkTarget, type TargetRules } from './check-target.ts'
import { readDataUri } from './data-uri.ts'
import { FetchFailed, fetchFailureIn } from './fetch-failed.ts'
import { followGuarded } from './follow-guarded.ts'
import { socketsTo, type ConnectorTo } from './guarded-connect.ts'
import type { GuardedAnswer, GuardedRequest } from './guarded-request.ts'
import { userAgentOf } from './http-client.ts'
import { ipfsTarget } from './ipfs-uri.ts'
import { createResolveHost, type ResolveHost } from './resolve-host.ts'
import { startFetchDeadline } from './fetch-deadline.ts'

/**
 * Fetches a URL from an outsider. Any status is an answer. It uses no cookies, proxies, referrers, caches or shared
 * connections; the rules are in docs/guarded-fetch.md.
 * @throws FetchFailed and nothing else
 */
export type GuardedFetch = (url: string, request?: GuardedRequest) => Promise<GuardedAnswer>

export interface GuardedFetchSettings {
  /** A page about this client, for the User-Agent. */
  readonly contactUrl?: string | undefined
  /** The operator chose it, so it may be on a private network. Without one, `ipfs:` URIs are refused. */
  readonly ipfsGateway?: string | null
  /**
   * `address:port` pairs on this machine that count as public, with http too, for tests and the sandbox. They loosen no
   * other rule.
   */
  readonly allowedEndpoints?: ReadonlySet<string>
}

export interface GuardedFetchParts {
  readonly timers: Timers
  readonly metrics?: Metrics
  /** Default: the DNS of this machine. */
  readonly resolve?: ResolveHost
  /** Default: real sockets. */
  readonly connectorTo?: ConnectorTo
}

const noEndpoints: ReadonlySet<string> = new Set()

export function createGuardedFetch(settings: GuardedFetchSettings, parts: GuardedFetchParts): GuardedFetch {
  const { ipfsGateway = null, allowedEndpoints: places = noEndpoints } = settings
  const { timers, metrics = silentMetrics, resolve = createResolveHost(), connectorTo = socketsTo({ timeoutMs: 3_000 }) } = parts
  const userAgent = userAgentOf(settings.contactUrl)
  const fetches = metrics.counter('farthing_guarded_fetches_total', 'Fetches of URLs from outsiders, by outcome', ['outcome'])

  const fetchNamed = async (text: string, request: GuardedRequest): Promise<GuardedAnswer> => {
    const { schemes = ['https'], maxBytes = 1_000_000, ports = [] } = request
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text.slice(0, 32))?.[1]?.toLowerCase()
    if (scheme === 'data' && schemes.includes('data')) return dataAnswer(text, maxBytes, request)
    const rules: TargetRules = { http: schemes.includes('http'), ports: new Set(ports), allowedEndpoints: places }
    const start =
      scheme === 'ipfs' && schemes.includes('ipfs') ? { ...ipfsTarget(text, ipfsGateway), named: text } : { url: checkTarget(text, rules) }
    const watch = startFetchDeadline(timers, { timeoutMs: request.timeoutMs ?? 5_000, idleMs: request.idleMs ?? 3_000 }, request.signal)
    try {
      return await followGuarded(start, { ...request, maxBytes }, { rules, watch, userAgent, resolve, connectorTo })
    } catch (error) {
      // When the time is over, other errors are its consequence.
      throw watch.ended ?? error
    } finally {
      watch.stop()
    }
  }

  return async (url, request = {}) => {
    try {
      const answer = await fetchNamed(url, request)
      fetches.add({ outcome: 'ok' })
      return answer
    } catch (error) {
      const failed = fetchFailureIn(error) ?? new FetchFailed('connection', error)
      fetches.add({ outcome: failed.reason })
      throw failed
    }
  }
}

function dataAnswer(text: string, maxBytes: number, { contentTypes }: GuardedRequest): GuardedAnswer {
  const { mediaType, bytes } = readDataUri(text, maxBytes)
  if (contentTypes && !contentTypes.includes(mediaType)) throw new FetchFailed('content_type')
  return {
    status: 200,
    header: () => null,
    list: () => null,
    mediaType,
    body: bytes,
    sha256: sha256(bytes),
    url: `data:${mediaType}`,
    redirects: [],
  }
}
