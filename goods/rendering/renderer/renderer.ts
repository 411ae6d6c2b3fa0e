import type { Blocked } from '../page/block-lists.ts'
import type { PageWait } from '../page/follow-page.ts'
import type { Pdf, PdfAsked } from '../page/print-pdf.ts'
import type { ReachedLimit } from '../../../src/goods/kit/sites.ts'
import type { Caller, CallPlace, EngineTrial, TriedEngine } from '../../../src/goods/kit/workers.ts'
import type { Picture, PictureAsked } from '../page/take-screenshot.ts'

/** A connection or a part that a page asked for and did not get, in words for its caller. */
export interface RefusedConnection {
  readonly target: string
  readonly reason: string
}

/** What a page can reach: the limits of its connections, its time, the pages that it may lead to, how far it is scrolled, and the width of paper. */
export type PageLimit = ReachedLimit | 'time' | 'navigations' | 'scrolling' | 'width'

/** How the page was, beside what was made of it. */
export interface RenderedPage {
  /** Where the page was in the end, after redirects; null for a document that came as text. */
  readonly url: string | null
  readonly status: number | null
  readonly title: string
  /** Whether what was waited for has come, with all that is shown of it. */
  readonly loaded: boolean
  /** The limits that the page reached. */
  readonly limits: readonly PageLimit[]
  /** What is shown, and has not come. */
  readonly missing: readonly RefusedConnection[]
  readonly blockedHosts: readonly string[]
  readonly refused: readonly RefusedConnection[]
}

export interface ScreenshotAsked extends Omit<PictureAsked, 'maxPixels' | 'maxBytes'> {
  readonly url: string
  readonly dark: boolean
  readonly wait: PageWait
  readonly waitMs: number
  readonly blocked: readonly Blocked[]
}

export interface PdfDocumentAsked extends Omit<PdfAsked, 'maxBytes' | 'maxElements'> {
  readonly source: { readonly url: string } | { readonly html: string }
}

/** Renders pages of outsiders in a locked-down browser (goods/rendering/README.md). Calls share the browsers by caller; by default it is ourselves. */
export interface Renderer {
  /** Whether it works at all. */
  readonly trial: TriedEngine
  /** `available` before the first trial too: calls wait for it. `down` when no browser can be started. */
  availability(): 'available' | 'down'
  /** A place for one call; null when none is left for this caller. It is taken before a payment is claimed. */
  admit(caller: Caller): CallPlace | null
  /** Why a URL cannot be shown, found without a request; null where only a request can tell. */
  objectionTo(url: string): string | null
  /** @throws Problem */
  screenshot(asked: ScreenshotAsked, signal: AbortSignal, caller?: Caller): Promise<RenderedPage & { readonly picture: Picture }>
  /** @throws Problem */
  pdf(asked: PdfDocumentAsked, signal: AbortSignal, caller?: Caller): Promise<RenderedPage & { readonly document: Pdf }>
}

/** A renderer with its processes. */
export interface OpenedRenderer extends Renderer {
  readonly trial: EngineTrial
  /** Processes of browsers that run now. */
  pids(): readonly number[]
  close(): Promise<void>
}
