import type { Clock } from '../../../src/goods/kit/parts.ts'
import {
  checkTarget,
  createSiteLimits,
  FetchFailed,
  fetchFailures,
  type GuardedProxyParts,
  type SiteLimits,
} from '../../../src/goods/kit/sites.ts'
import { createCallPlaces, createEngineTrial, ourselves } from '../../../src/goods/kit/workers.ts'
import { blockedUrls, hideBanners } from '../page/block-lists.ts'
import { createBrowserPool, type BrowserPool } from '../process/browser-pool.ts'
import { describePage } from '../page/describe-page.ts'
import type { RunningBrowser } from '../process/launch-browser.ts'
import { loadHtml, loadUrl } from '../page/load-page.ts'
import { withPage } from '../page/page-in-browser.ts'
import { plainView } from '../page/page-view.ts'
import { printPdf } from '../page/print-pdf.ts'
import type { OpenedRenderer, Renderer } from './renderer.ts'
import { showAll, showArea } from '../page/show-page.ts'
import { takeScreenshot } from '../page/take-screenshot.ts'
import { printTrialPage } from './trial-page.ts'

export interface RendererSettings {
  /** Pages that are shown at once, each by a browser of its own. */
  readonly maxPages: number
  /** Calls that may wait for one of them. */
  readonly maxWaiting: number
  /** For one page, from its opening to its picture. */
  readonly pageMs: number
  readonly maxMemoryBytes: number
  /** After which a browser without a page ends. */
  readonly idleMs: number
  /** A page about this service, for the User-Agent. */
  readonly contactUrl: string
  /** `address:port` pairs that count as public: the sites of the sandbox, and of tests. */
  readonly allowedEndpoints: ReadonlySet<string>
  /** Sites that are visited instead of public ones, `host:port` to `address:port`: those of the sandbox. */
  readonly standIns?: ReadonlyMap<string, string>
}

export interface RendererParts extends Omit<GuardedProxyParts, 'sites'> {
  /** Default: those of this process. */
  readonly sites?: SiteLimits
  readonly clock: Clock
  readonly launch: () => Promise<RunningBrowser>
}

const pagesPerBrowser = 25
const maxPixels = 25_000_000
/** Larger answers would hold up the event loop while they are encoded. */
const maxPictureBytes = 3_000_000
const maxPdfBytes = 3_000_000
const maxElements = 100_000
/** Time that is left for the picture after the page was loaded. */
const pictureMs = 5_000

export function createRenderer(settings: RendererSettings, given: RendererParts): OpenedRenderer {
  const parts = { ...given, sites: given.sites ?? createSiteLimits(given.clock) }
  const places = createCallPlaces(settings.maxPages + settings.maxWaiting)
  const trial = createEngineTrial({ ...parts, name: 'browser', attempt: (signal) => printTrialPage(pdf, signal) })
  const limits = { ...settings, maxBrowsers: settings.maxPages, pagesPerBrowser }
  const pool = createBrowserPool(parts.launch, limits, { ...parts, broken: trial.fail })
  const pdf = pdfs(pool, settings, parts)
  return {
    trial,
    admit: places.enter,
    availability: () => (trial.standing() === 'failed' ? 'down' : 'available'),
    pids: pool.pids,
    objectionTo: (url) => objectionTo(url, settings.allowedEndpoints),
    screenshot: screenshots(pool, settings, parts),
    pdf,
    async close() {
      await Promise.all([trial.close(), pool.close()])
    },
  }
}

function screenshots(
  pool: BrowserPool,
  settings: RendererSettings,
  parts: GuardedProxyParts & { readonly clock: Clock },
): Renderer['screenshot'] {
  const { timers, clock } = parts
  const maxLoadMs = settings.pageMs - pictureMs
  const plain = plainView(settings.contactUrl)
  return ({ url, dark, wait, waitMs, blocked, ...asked }, signal, caller = ourselves) => {
    const rules = { ...settings, caller, online: true, view: { ...plain, ...asked, dark, blockedUrls: blockedUrls(blocked) } }
    return pool.use(
      (browser) =>
        withPage(browser, rules, parts, async (page, proxy) => {
          const until = clock.now() + Math.min(waitMs, maxLoadMs)
          const arrival = await loadUrl(page, { url, wait, maxMs: until - clock.now(), proxy, timers })
          if (blocked.includes('cookie_banners')) await page.session.send('Runtime.evaluate', { expression: hideBanners })
          const sought = { ...asked, maxPixels, maxBytes: maxPictureBytes }
          const { area, ...shown } = await showArea(page, sought, { until, timers, clock })
          const picture = await takeScreenshot(page, area, sought)
          return { ...(await describePage(page, proxy, { ...arrival, ...shown })), picture }
        }),
      signal,
      caller,
    )
  }
}

function pdfs(pool: BrowserPool, settings: RendererSettings, parts: GuardedProxyParts & { readonly clock: Clock }): Renderer['pdf'] {
  const { timers, clock } = parts
  const maxMs = settings.pageMs - pictureMs
  const view = plainView(settings.contactUrl)
  return ({ source, ...asked }, signal, caller = ourselves) =>
    pool.use(
      (browser) =>
        withPage(browser, { ...settings, caller, online: 'url' in source, view }, parts, async (page, proxy) => {
          const until = clock.now() + maxMs
          const arrival =
            'url' in source
              ? await loadUrl(page, { url: source.url, wait: { kind: 'idle' }, maxMs, proxy, timers })
              : await loadHtml(page, { html: source.html, maxMs, timers })
          const shown = await showAll(page, { until, timers, clock })
          const document = await printPdf(page, { ...asked, maxBytes: maxPdfBytes, maxElements })
          return { ...(await describePage(page, proxy, { ...arrival, ...shown, isTooWide: document.cut })), document }
        }),
      signal,
      caller,
    )
}

function objectionTo(url: string, allowedEndpoints: ReadonlySet<string>): string | null {
  try {
    checkTarget(url, { http: true, ports: new Set(), allowedEndpoints })
    return null
  } catch (error) {
    return error instanceof FetchFailed ? fetchFailures[error.reason] : fetchFailures.not_a_url
  }
}
