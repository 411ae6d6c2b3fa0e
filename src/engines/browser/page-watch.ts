import { z } from 'zod'
import type { DevtoolsSession } from './devtools-pipe.ts'

/** What became of a page while it was loaded. */
export interface PageWatch {
  /** The status of the last answer for the page itself; null before, and for documents that were given as text. */
  readonly status: number | null
  /** Requests of the page; of those that were blocked, the hosts. */
  readonly requests: number
  readonly blockedHosts: ReadonlySet<string>
  /** Aborts when the page's process has crashed. */
  readonly crashed: AbortSignal
  /** The document whose moments count from now on, by the id of its loader. A document that replaces it counts after it. */
  expect(loaderId: string): void
  /** Resolves with a moment of the document in the main frame. */
  until(moment: 'load' | 'networkIdle'): Promise<void>
}

const lifecycle = z.object({ frameId: z.string(), loaderId: z.string(), name: z.string() })
const response = z.object({ type: z.string(), frameId: z.string(), response: z.object({ status: z.int() }) })
const request = z.object({ requestId: z.string(), request: z.object({ url: z.string() }) })
const failure = z.object({ requestId: z.string(), blockedReason: z.string().optional() })
const maxRemembered = 2_000
const maxHosts = 50

/** Follows the events of a page. `limitReached` is called once the page has made `maxRequests` requests. */
export function watchPage(
  session: DevtoolsSession,
  options: { readonly frameId: string; readonly maxRequests: number; readonly limitReached: () => void },
): PageWatch {
  const crashed = new AbortController()
  const moments = new Set<string>()
  const waiting = new Map<string, (() => void)[]>()
  const hostOf = new Map<string, string>()
  const blockedHosts = new Set<string>()
  let status: number | null = null
  let requests = 0
  let loader = ''

  function expect(loaderId: string): void {
    if (loaderId !== loader) moments.clear()
    loader = loaderId
  }

  session.on('Inspector.targetCrashed', () => crashed.abort(new Error('the page crashed')))
  session.on('Page.lifecycleEvent', (params) => {
    const { success, data } = lifecycle.safeParse(params)
    if (!success || data.frameId !== options.frameId) return
    expect(data.loaderId)
    moments.add(data.name)
    for (const done of waiting.get(data.name) ?? []) done()
    waiting.delete(data.name)
  })
  session.on('Network.responseReceived', (params) => {
    const { success, data } = response.safeParse(params)
    if (success && data.type === 'Document' && data.frameId === options.frameId) status = data.response.status
  })
  session.on('Network.requestWillBeSent', (params) => {
    requests += 1
    if (requests === options.maxRequests) options.limitReached()
    const { success, data } = request.safeParse(params)
    if (success && hostOf.size < maxRemembered) hostOf.set(data.requestId, URL.parse(data.request.url)?.hostname ?? '')
  })
  session.on('Network.loadingFailed', (params) => {
    const { success, data } = failure.safeParse(params)
    const host = success && data.blockedReason === 'inspector' ? hostOf.get(data.requestId) : undefined
    if (host && blockedHosts.size < maxHosts) blockedHosts.add(host)
  })

  return {
    get status() {
      return status
    },
    get requests() {
      return requests
    },
    blockedHosts,
    crashed: crashed.signal,
    expect,
    until: (moment) =>
      moments.has(moment) ? Promise.resolve() : new Promise((done) => waiting.set(moment, [...(waiting.get(moment) ?? []), done])),
  }
}
