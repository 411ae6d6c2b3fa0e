import { z } from '../../../src/goods/door.ts'
import type { DevtoolsSession } from '../process/devtools-pipe.ts'

/** A request of a page. */
export interface PageRequest {
  /** As the page asked for it, before redirects. */
  readonly url: string
  /** Chromium's resource type, such as `Image`. */
  readonly type: string
  /** The document of the main frame that was shown when it was made. */
  readonly document: string
  /** Why the request failed; null while it is under way, and after its answer. */
  failure: 'failed' | 'blocked' | number | null
  ended: boolean
}

/** What a page asked the network for. */
export interface PageRequests {
  /** Of those that were blocked, the hosts. */
  readonly blockedHosts: ReadonlySet<string>
  /** Requests that one document of the main frame caused. */
  of(document: string): readonly PageRequest[]
}

const sent = z.object({ requestId: z.string(), type: z.string().optional(), request: z.object({ url: z.string() }) })
const response = z.object({ requestId: z.string(), response: z.object({ status: z.int() }) })
const finished = z.object({ requestId: z.string() })
const failed = z.object({ requestId: z.string(), blockedReason: z.string().optional(), canceled: z.boolean().optional() })
const maxRemembered = 2_000
const maxHosts = 50
const maxUrlLength = 2_048

/** Follows the requests of a page. `limitReached` is called once it has made `maxRequests` requests. */
export function watchRequests(
  session: DevtoolsSession,
  options: { readonly maxRequests: number; readonly limitReached: () => void; readonly document: () => string },
): PageRequests {
  const byId = new Map<string, PageRequest>()
  const blockedHosts = new Set<string>()
  let made = 0

  session.on('Network.requestWillBeSent', (params) => {
    made += 1
    if (made === options.maxRequests) options.limitReached()
    const { success, data } = sent.safeParse(params)
    // A redirect has the id of what was redirected.
    if (!success || byId.size >= maxRemembered || byId.has(data.requestId)) return
    const { requestId, type = 'Other', request } = data
    byId.set(requestId, { url: request.url.slice(0, maxUrlLength), type, document: options.document(), failure: null, ended: false })
  })
  session.on('Network.responseReceived', (params) => {
    const { success, data } = response.safeParse(params)
    const request = success ? byId.get(data.requestId) : undefined
    if (request && success && data.response.status >= 400) request.failure = data.response.status
  })
  session.on('Network.loadingFinished', (params) => {
    const { success, data } = finished.safeParse(params)
    const request = success ? byId.get(data.requestId) : undefined
    if (request) request.ended = true
  })
  session.on('Network.loadingFailed', (params) => {
    const { success, data } = failed.safeParse(params)
    const request = success ? byId.get(data.requestId) : undefined
    if (!request) return
    // That is how requests end which the caller wants blocked, and those above the limit.
    const isBlocked = success && data.blockedReason === 'inspector'
    request.ended = true
    if (isBlocked) request.failure = 'blocked'
    // What the page itself gave up it does not lack. Scripts and styles that are answered with an error end so too.
    else if (!data?.canceled) request.failure ??= 'failed'
    const host = isBlocked ? URL.parse(request.url)?.hostname : undefined
    if (host && blockedHosts.size < maxHosts) blockedHosts.add(host)
  })

  return {
    blockedHosts,
    of: (document) => [...byId.values()].filter((request) => request.document === document),
  }
}
