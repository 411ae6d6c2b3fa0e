import { z } from '../../../src/goods/door.ts'
import type { Timers } from '../../../src/goods/kit/parts.ts'
import type { OpenPage } from './open-page.ts'
import { evaluateApart } from './own-world.ts'
import type { PageRequest } from './page-requests.ts'

/** How often a page that grows when its end is seen is followed to its new end. */
const maxSweeps = 5
/** Milliseconds in which what the end of a page asks for makes it longer. */
const growthMs = 800
const pollMs = 40
/** Elements whose styles are read. */
const maxElements = 10_000
/** Milliseconds for the way back. */
const returnMs = 500

const swept = z.object({ height: z.number(), reached: z.number() })
const growing: ReadonlySet<string> = new Set(['Fetch', 'XHR', 'Image', 'Document', 'Script'])

/** How far a page was scrolled. */
export interface Revealed {
  /** Whether all of what will be shown was in the window once. */
  readonly whole: boolean
  /** Whether the page grew each time that its end was seen. */
  readonly endless: boolean
}

/**
 * Scrolls through the page, down to `maxHeight` CSS pixels, so that what loads or appears only when it is seen does so, and returns to
 * the beginning.
 */
export async function revealPage(
  page: OpenPage,
  { maxHeight, maxMs, timers }: { readonly maxHeight: number; readonly maxMs: number; readonly timers: Timers },
): Promise<Revealed> {
  const over = new AbortController()
  const late = timers.sleep(maxMs, over.signal).then(
    () => over.abort(),
    () => {},
  )
  const { requests, main } = page.watch
  try {
    for (let from = 0, sweeps = 1; ; sweeps += 1) {
      const before = new Set(requests.of(main.document))
      const end = await Promise.race([evaluateApart(page, sweep(from, maxHeight, maxMs), swept), late.then(() => null)])
      if (end === null || end.reached < Math.min(end.height, maxHeight)) return { whole: false, endless: false }
      if (end.reached >= maxHeight) return { whole: true, endless: false }
      await quiet(() => requests.of(main.document), before, timers, over.signal)
      const grown = await Promise.race([evaluateApart(page, heightNow, z.number()), late.then(() => null)])
      if (grown === null || grown <= end.height) return { whole: grown !== null, endless: false }
      if (sweeps === maxSweeps) return { whole: false, endless: true }
      from = end.reached
    }
  } finally {
    over.abort()
    await Promise.race([evaluateApart(page, toTheBeginning, z.unknown()), timers.sleep(returnMs)])
  }
}

/** Waits for what the sweep made the page ask for. */
async function quiet(
  requests: () => readonly PageRequest[],
  before: ReadonlySet<PageRequest>,
  timers: Timers,
  signal: AbortSignal,
): Promise<void> {
  const isBusy = () => requests().some((one) => !one.ended && growing.has(one.type) && !before.has(one))
  for (let waited = 0; waited < growthMs && !signal.aborted && isBusy(); waited += pollMs) await timers.sleep(pollMs)
}

// What a frame shows is known to its observers after it; then they have asked for what it lacks.
const frameShown = 'const shown = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))'
const go = (top: string) => `scrollTo({ left: 0, top: ${top}, behavior: 'instant' })`
const heightNow = 'Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0)'

/** What is rendered only near the window would be empty in a picture of the whole page. */
const renderAll = `for (const element of [...document.querySelectorAll('*')].slice(0, ${maxElements}))
      if (getComputedStyle(element).contentVisibility === 'auto') element.style.setProperty('content-visibility', 'visible', 'important')`

/** Scrolls from a height, window by window. */
function sweep(from: number, maxHeight: number, maxMs: number): string {
  return `(async () => {
    ${frameShown}
    ${renderAll}
    const end = performance.now() + ${maxMs}, height = () => ${heightNow}
    let reached = ${from}
    for (;;) {
      ${go('reached')}
      await shown()
      reached = Math.max(reached, scrollY) + innerHeight
      if (reached >= Math.min(height(), ${maxHeight}) || performance.now() > end) return { height: height(), reached }
    }
  })()`
}

const toTheBeginning = `(async () => { ${frameShown}; ${go('0')}; await shown() })()`
