import { z } from '../../../src/goods/door.ts'
import type { Timers } from '../../../src/goods/kit/parts.ts'
import { announcedMs } from './harden-page.ts'
import type { OpenPage } from './open-page.ts'

/** What is waited for after the page has begun to load. */
export type PageWait = { readonly kind: 'load' | 'idle' } | { readonly kind: 'selector'; readonly selector: string }

/** Documents that may follow the first one, each opened by the one before it. */
const maxHops = 5
/** Milliseconds. If the document announces another one within this time, that one is waited for. */
const maxAnnouncedMs = 5_000
/** Milliseconds after its moment in which an announced navigation begins on a busy machine. */
const graceMs = 300
const pollMs = 100

const found = z.object({ result: z.object({ value: z.boolean() }) })
const announced = z.object({ result: z.object({ value: z.object({ timerMs: z.number(), sparse: z.boolean() }) }) })

interface Following {
  readonly page: OpenPage
  readonly timers: Timers
  /** Aborts when the time for loading is over. */
  readonly signal: AbortSignal
  /** Addresses of documents that were replaced. */
  readonly left: Set<string>
}

/** Waits until a page has come, and does not send its visitor on to another one. The last of them counts. */
export async function arrive(page: OpenPage, wait: PageWait, timers: Timers, signal: AbortSignal): Promise<void> {
  const following: Following = { page, timers, signal, left: new Set() }
  do await come(following, wait)
  while (!signal.aborted && page.watch.main.failure === null && (await isReplaced(following)))
}

/** Waits for the moment that was asked for, of whatever document is shown then. */
async function come({ page, timers, signal }: Following, wait: PageWait): Promise<void> {
  const { session, watch } = page
  const { main } = watch
  const expression = wait.kind === 'selector' ? `document.querySelector(${JSON.stringify(wait.selector)}) !== null` : ''
  while (!signal.aborted && main.failure === null && !page.wasKept()) {
    // What the last of them opens is refused.
    if (main.navigations > maxHops) await page.lock()
    if (wait.kind !== 'selector') {
      if (main.has(wait.kind === 'load' ? 'load' : 'networkIdle')) return
      await main.changed(signal)
    } else {
      const answer = found.safeParse(await session.send('Runtime.evaluate', { expression, returnByValue: true }).catch(() => null))
      if (answer.success && answer.data.result.value) return
      await timers.sleep(pollMs, signal).catch(() => {})
    }
  }
}

/** Waits while the document is about to open another one. Returns whether it has. */
async function isReplaced(following: Following): Promise<boolean> {
  const { page, timers, signal, left } = following
  const { main } = page.watch
  const { document, url } = main
  const patience = new AbortController()
  const cancel = timers.after(maxAnnouncedMs + graceMs, () => patience.abort())
  try {
    for (;;) {
      const ms = await expectedMs(following)
      if (main.document !== document) {
        left.add(url)
        return true
      }
      if (signal.aborted || ms === 0 || page.wasKept() || (patience.signal.aborted && !main.leaving)) return false
      const pause = new AbortController()
      await Promise.race([main.changed(AbortSignal.any([signal, pause.signal])), timers.sleep(ms, pause.signal).catch(() => {})])
      pause.abort()
    }
  } finally {
    cancel()
  }
}

/** Milliseconds in which the document may open another one; 0 for one that rests. */
async function expectedMs({ page, left }: Following): Promise<number> {
  const { session, watch } = page
  const { main, requests } = watch
  // Events that the browser sends before this answer have come before it.
  const answer = announced.safeParse(
    await session.send('Runtime.evaluate', { expression: announcedMs, returnByValue: true }).catch(() => null),
  )
  if (main.leaving) return maxAnnouncedMs
  const { scheduled } = main
  // A page that shows itself anew now and then has come: only its first reload is waited for.
  const isNew = scheduled !== null && (scheduled.url !== main.url || !left.has(main.url))
  if (isNew && scheduled.delayMs <= maxAnnouncedMs) return scheduled.delayMs + graceMs
  if (!answer.success) return 0
  const { timerMs, sparse } = answer.data.result.value
  if (timerMs > 0) return Math.min(timerMs, maxAnnouncedMs) + pollMs
  const asks = sparse && requests.of(main.document).some(({ type, ended }) => !ended && (type === 'Fetch' || type === 'XHR'))
  return asks ? maxAnnouncedMs : 0
}
