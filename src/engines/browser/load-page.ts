import { z } from 'zod'
import { fetchFailures } from '../../net/fetch-failed.ts'
import type { GuardedProxy, ProxyRefusal } from '../../net/guarded-proxy.ts'
import { siteLimitWords } from '../../net/proxy-connections.ts'
import type { Timers } from '../../shared/clock.ts'
import { Problem } from '../../shared/problems.ts'
import type { OpenPage } from './open-page.ts'

/** What is waited for after the page has begun to load. */
export type PageWait = { readonly kind: 'load' | 'idle' } | { readonly kind: 'selector'; readonly selector: string }

const navigated = z.object({ loaderId: z.string().optional(), errorText: z.string().optional() })
const found = z.object({ result: z.object({ value: z.boolean() }) })
const pollMs = 100
/** A page whose scripts do not let it answer for so long is busy. */
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
 * Opens a URL, and waits for at most `maxMs`. A page that takes longer is stopped and shown as far as it has come.
 * Gives whether what was waited for has come.
 * @throws Problem `page_unreachable` when there is nothing to show
 */
export async function loadUrl(
  page: OpenPage,
  asked: { readonly url: string; readonly wait: PageWait; readonly maxMs: number; readonly proxy: GuardedProxy; readonly timers: Timers },
): Promise<boolean> {
  const { timers, maxMs } = asked
  const ended = new AbortController()
  const late = timers.sleep(maxMs, ended.signal).then(
    () => 'late' as const,
    () => 'late' as const,
  )
  try {
    const opened = page.session.send('Page.navigate', { url: asked.url }).then((answer) => navigated.parse(answer))
    const answer = await Promise.race([opened, late])
    if (answer === 'late') throw unreachable(fetchFailures.timeout)
    if (answer.errorText !== undefined) throw unreachable(causeOf(answer.errorText, asked.proxy.refusals))
    if (answer.loaderId !== undefined) page.watch.expect(answer.loaderId)
    const waited = await Promise.race([waitFor(page, asked.wait, timers, ended.signal).then(() => 'come' as const), late])
    if (waited === 'late') await endScripts(page, timers)
    return waited === 'come'
  } finally {
    ended.abort()
  }
}

/** Shows an HTML document that comes as text, with the base `about:blank`. Gives whether it was loaded in time. */
export async function loadHtml(
  page: OpenPage,
  { html, maxMs, timers }: { readonly html: string; readonly maxMs: number; readonly timers: Timers },
): Promise<boolean> {
  const ended = new AbortController()
  const late = timers.sleep(maxMs, ended.signal).then(
    () => 'late' as const,
    () => 'late' as const,
  )
  try {
    // Its scripts run before this is answered.
    const shown = page.session.send('Page.setDocumentContent', { frameId: page.frameId, html }).then(() => page.watch.until('networkIdle'))
    const waited = await Promise.race([shown.then(() => 'come' as const), late])
    if (waited === 'late') await endScripts(page, timers)
    return waited === 'come'
  } finally {
    ended.abort()
  }
}

async function waitFor({ session, watch }: OpenPage, wait: PageWait, timers: Timers, signal: AbortSignal): Promise<void> {
  if (wait.kind !== 'selector') return watch.until(wait.kind === 'load' ? 'load' : 'networkIdle')
  const expression = `document.querySelector(${JSON.stringify(wait.selector)}) !== null`
  while (!signal.aborted) {
    const answer = found.safeParse(await session.send('Runtime.evaluate', { expression, returnByValue: true }).catch(() => null))
    if (answer.success && answer.data.result.value) return
    await timers.sleep(pollMs)
  }
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

function causeOf(errorText: string, refusals: readonly ProxyRefusal[]): string {
  const reason = refusals.at(-1)?.reason
  if (reason === 'site_limit') return `${siteLimitWords}, try again later`
  if (reason !== undefined && reason in fetchFailures) return fetchFailures[reason as keyof typeof fetchFailures]
  return causes.find(([pattern]) => pattern.test(errorText))?.[1] ?? fetchFailures.connection
}

function unreachable(words: string): Problem {
  return new Problem('page_unreachable', `The page cannot be shown: ${words}.`, { field: 'body.url' })
}
