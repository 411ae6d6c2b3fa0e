import { Problem, z } from '../../../src/goods/door.ts'
import type { Timers } from '../../../src/goods/kit/parts.ts'
import { fetchFailures, type GuardedProxy, type ProxyRefusal, siteLimitWords } from '../../../src/goods/kit/sites.ts'
import { arrive, type PageWait } from './follow-page.ts'
import type { OpenPage } from './open-page.ts'
import { renderingProblems } from '../renderer/rendering-problems.ts'

/** How a page has come. */
export interface Arrival {
  /** Whether what was waited for has come in time. */
  readonly came: boolean
  /** Whether the page sends its visitor on more often than is followed. */
  readonly sentOn: boolean
}

/** Seconds. What a site may be sent comes back over an hour, so by then there is room for several pages. */
const siteLimitSeconds = 300
const sentOnWords = 'it sends its visitor on too often'
const navigated = z.object({ loaderId: z.string().optional(), errorText: z.string().optional() })
/** Milliseconds for the page to answer. A page that takes longer is busy with its scripts. */
const answerMs = 500

/** Chromium's words for what a site does wrong; all others count as no connection. */
const causes: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/TOO_MANY_REDIRECTS/, 'it redirects without an end'],
  [/CERT|SSL/, fetchFailures.tls],
  [/TIMED_OUT/, fetchFailures.timeout],
  [/ABORTED/, 'it is a download, or has no content'],
  [/BLOCKED/, 'it forbids other pages to show it'],
]

/**
 * Opens a URL and the pages that it leads to, and waits for at most `maxMs`. A page that takes longer is stopped and shown as far as it has
 * come. From then on the page keeps its document.
 * @throws Problem `page_unreachable` when there is nothing to show, `site_limited` when that is a limit of ours
 */
export async function loadUrl(
  page: OpenPage,
  asked: { readonly url: string; readonly wait: PageWait; readonly maxMs: number; readonly proxy: GuardedProxy; readonly timers: Timers },
): Promise<Arrival> {
  const { timers, maxMs } = asked
  const { main } = page.watch
  const over = new AbortController()
  const cancel = timers.after(maxMs, () => over.abort())
  const late = once(over.signal)
  try {
    const opened = page.session.send('Page.navigate', { url: asked.url }).then((answer) => navigated.parse(answer))
    const answer = await Promise.race([opened, late])
    if (answer === 'late') throw unreachable(fetchFailures.timeout)
    if (answer.errorText !== undefined) throw problemOf(answer.errorText, main.askedUrl, asked.proxy.refusals)
    if (answer.loaderId !== undefined) main.expect(answer.loaderId)
    const waited = await Promise.race([arrive(page, asked.wait, timers, over.signal).then(() => 'come' as const), late])
    if (waited === 'late') await endScripts(page, timers)
    const sentOn = page.wasKept()
    const stopped = await keepDocument(page)
    if (main.failure !== null) throw problemOf(main.failure, main.askedUrl, asked.proxy.refusals)
    if (!/^https?:/.test(main.url)) throw unreachable(fetchFailures.scheme)
    // Chromium parses no more of a document that a script has left, and paints none that has not come.
    if ((sentOn || stopped) && !main.has('load') && !main.has('firstPaint')) throw unreachable(sentOn ? sentOnWords : fetchFailures.timeout)
    return { came: waited === 'come' && !stopped && !over.signal.aborted, sentOn }
  } finally {
    cancel()
    over.abort()
  }
}

/** Otherwise the document could go while its picture is taken. Returns whether another one was under way. */
async function keepDocument({ session, watch, lock }: OpenPage): Promise<boolean> {
  await lock()
  if (!watch.main.leaving) return false
  await session.send('Page.stopLoading')
  return true
}

function once(signal: AbortSignal): Promise<'late'> {
  return new Promise((done) => signal.addEventListener('abort', () => done('late'), { once: true }))
}

/** Shows an HTML document that comes as text, with the base `about:blank`. It can't open another one. */
export async function loadHtml(
  page: OpenPage,
  { html, maxMs, timers }: { readonly html: string; readonly maxMs: number; readonly timers: Timers },
): Promise<Arrival> {
  const over = new AbortController()
  const cancel = timers.after(maxMs, () => over.abort())
  try {
    await page.lock()
    // Its scripts run before this is answered.
    const shown = page.session.send('Page.setDocumentContent', { frameId: page.frameId, html }).then(() => idle(page, over.signal))
    const waited = await Promise.race([shown.then(() => 'come' as const), once(over.signal)])
    if (waited === 'late') await endScripts(page, timers)
    return { came: waited === 'come', sentOn: false }
  } finally {
    cancel()
    over.abort()
  }
}

async function idle({ watch: { main } }: OpenPage, signal: AbortSignal): Promise<void> {
  while (!main.has('networkIdle') && !signal.aborted) await main.changed(signal)
}

/**
 * Ends a script that has not let the page answer for a while, so that the page can be shown as it is. Loading goes on: a
 * page whose loading is ended before its first paint is never painted.
 */
async function endScripts({ session }: OpenPage, timers: Timers): Promise<void> {
  const answers = session.send('Runtime.evaluate', { expression: '1' }).catch(() => {})
  const isBusy = await Promise.race([answers.then(() => false), timers.sleep(answerMs).then(() => true)])
  if (isBusy) await session.send('Runtime.terminateExecution').catch(() => {})
}

/** Why there is nothing to show. The limit of a site is ours, and so not its caller's doing. */
function problemOf(errorText: string, url: string, refusals: readonly ProxyRefusal[]): Problem {
  const { host = '', hostname = '' } = URL.parse(url) ?? {}
  // A tunnel is asked for with the port of https.
  const reason = refusals.findLast(({ target }) => target === host || target === `${hostname}:443`)?.reason
  if (reason === 'site_limit')
    return new Problem(renderingProblems.siteLimited, `The page cannot be shown now: ${siteLimitWords}.`, {
      field: 'body.url',
      retryAfter: siteLimitSeconds,
    })
  if (reason !== undefined && reason in fetchFailures) return unreachable(fetchFailures[reason as keyof typeof fetchFailures])
  return unreachable(causes.find(([pattern]) => pattern.test(errorText))?.[1] ?? fetchFailures.connection)
}

function unreachable(words: string): Problem {
  return new Problem(renderingProblems.pageUnreachable, `The page cannot be shown: ${words}.`, { field: 'body.url' })
}
