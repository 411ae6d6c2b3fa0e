import { z } from '../../../src/goods/door.ts'
import type { DevtoolsSession } from '../process/devtools-pipe.ts'

/** A navigation that a page has announced: by `meta` refresh, a `Refresh` header or a script. */
export interface ScheduledNavigation {
  readonly url: string
  readonly delayMs: number
}

/** Which document the main frame of a page shows, and whether it is about to leave it. */
export interface MainFrame {
  /** The id of the document's loader. */
  readonly document: string
  readonly url: string
  /** Navigations that were begun, the first one too. */
  readonly navigations: number
  /** Whether another document has been asked for, and has not come. */
  readonly leaving: boolean
  readonly scheduled: ScheduledNavigation | null
  /** Of the last document that was asked for, after redirects. */
  readonly askedUrl: string
  /** Chromium's words for why it shows an error page of its own; null where the document is one of a site. */
  readonly failure: string | null
  /** Whether the document has reached a moment. */
  has(moment: Moment): boolean
  /** The document that counts from now on, by the id of its loader, unless it has come and gone already. */
  expect(loaderId: string): void
  /** Resolves with the next change of any of these, or when the signal aborts. */
  changed(signal: AbortSignal): Promise<void>
}

/** What happens to a document as it loads; `networkIdle` is half a second without a request. */
export type Moment = 'load' | 'networkIdle' | 'firstPaint'

const lifecycle = z.object({ frameId: z.string(), loaderId: z.string(), name: z.string() })
const navigated = z.object({
  frame: z.object({ id: z.string(), url: z.string(), loaderId: z.string(), unreachableUrl: z.string().optional() }),
})
const scheduling = z.object({ frameId: z.string(), delay: z.number(), url: z.string() })
const ofFrame = z.object({ frameId: z.string() })
const request = z.object({
  requestId: z.string(),
  loaderId: z.string(),
  frameId: z.string().optional(),
  request: z.object({ url: z.string() }),
  redirectResponse: z.unknown().optional(),
})
const failed = z.object({ requestId: z.string(), errorText: z.string(), canceled: z.boolean().optional() })
const maxDocuments = 100

/** Follows the main frame by the events of its page. */
export function watchMainFrame(session: DevtoolsSession, frameId: string): MainFrame {
  const moments = new Set<string>()
  const committed = new Set<string>()
  const waiting = new Set<() => void>()
  let [current, url, askedUrl, navigations] = ['', '', '', 0]
  /** The loader of a document that was asked for; empty while the browser has not asked for it yet. */
  let next: string | null = null
  let scheduled: ScheduledNavigation | null = null
  let error = ''
  let failure: string | null = null

  function change(): void {
    for (const done of waiting) done()
    waiting.clear()
  }

  function begin(loaderId: string): void {
    if (loaderId === current) return
    moments.clear()
    current = loaderId
    if (committed.size < maxDocuments) committed.add(loaderId)
  }

  function on<T extends object>(event: string, schema: z.ZodType<T>, run: (params: T) => void): void {
    session.on(event, (params) => {
      const { success, data } = schema.safeParse(params)
      if (!success || ('frameId' in data && data.frameId !== frameId)) return
      run(data)
      change()
    })
  }

  on('Page.lifecycleEvent', lifecycle, ({ loaderId, name }) => {
    begin(loaderId)
    moments.add(name)
  })
  on('Page.frameNavigated', navigated, ({ frame }) => {
    if (frame.id !== frameId) return
    begin(frame.loaderId)
    if (next === '' || next === frame.loaderId) next = null
    failure = frame.unreachableUrl === undefined ? null : error
    url = frame.url
    scheduled = null
  })
  on('Page.frameScheduledNavigation', scheduling, ({ delay, url: target }) => (scheduled = { url: target, delayMs: delay * 1_000 }))
  on('Page.frameClearedScheduledNavigation', ofFrame, () => (scheduled = null))
  on('Page.frameRequestedNavigation', ofFrame, () => (next ??= ''))
  // What the page wanted to open was refused before it was asked for.
  on('Page.frameStoppedLoading', ofFrame, () => {
    if (next === '') next = null
  })
  on('Network.requestWillBeSent', request, ({ requestId, loaderId, request: asked, redirectResponse }) => {
    if (requestId !== loaderId) return
    askedUrl = asked.url
    if (redirectResponse !== undefined) return
    next = loaderId
    navigations += 1
  })
  on('Network.loadingFailed', failed, ({ requestId, errorText, canceled }) => {
    if (requestId !== next) return
    error = errorText
    if (canceled) next = null
  })

  return {
    get document() {
      return current
    },
    get url() {
      return url
    },
    get askedUrl() {
      return askedUrl
    },
    get navigations() {
      return navigations
    },
    get leaving() {
      return next !== null
    },
    get scheduled() {
      return scheduled
    },
    get failure() {
      return failure
    },
    has: (moment) => moments.has(moment),
    expect(loaderId) {
      if (!committed.has(loaderId)) begin(loaderId)
    },
    changed: (signal) =>
      new Promise((done) => {
        waiting.add(done)
        signal.addEventListener('abort', () => done(), { once: true })
      }),
  }
}
