import { z } from '../../../src/goods/door.ts'
import type { DevtoolsSession } from '../process/devtools-pipe.ts'
import { watchMainFrame, type MainFrame } from './main-frame.ts'
import { watchRequests, type PageRequests } from './page-requests.ts'

/** What became of a page while it was loaded. */
export interface PageWatch {
  /** The status of the answer for the document that is shown; null for documents that were given as text. */
  readonly status: number | null
  readonly main: MainFrame
  readonly requests: PageRequests
  /** Aborts when the page's process has crashed. */
  readonly crashed: AbortSignal
}

const response = z.object({ requestId: z.string(), loaderId: z.string(), response: z.object({ status: z.int() }) })
const maxDocuments = 100

/** Follows the events of a page. `limitReached` is called once the page has made `maxRequests` requests. */
export function watchPage(
  session: DevtoolsSession,
  { frameId, ...limit }: { readonly frameId: string; readonly maxRequests: number; readonly limitReached: () => void },
): PageWatch {
  const crashed = new AbortController()
  /** By the loaders of documents: one that was asked for may never be shown. */
  const statuses = new Map<string, number>()
  session.on('Inspector.targetCrashed', () => crashed.abort(new Error('the page crashed')))
  session.on('Network.responseReceived', (params) => {
    const { success, data } = response.safeParse(params)
    if (success && data.requestId === data.loaderId && statuses.size < maxDocuments) statuses.set(data.loaderId, data.response.status)
  })
  const main = watchMainFrame(session, frameId)
  const requests = watchRequests(session, { ...limit, document: () => main.document })
  return {
    get status() {
      return statuses.get(main.document) ?? null
    },
    main,
    requests,
    crashed: crashed.signal,
  }
}
