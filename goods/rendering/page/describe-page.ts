import { z } from '../../../src/goods/door.ts'
import { fetchFailures, type GuardedProxy, siteLimitWords } from '../../../src/goods/kit/sites.ts'
import type { Arrival } from './load-page.ts'
import type { MissingPart } from './missing-parts.ts'
import type { OpenPage } from './open-page.ts'
import type { PageLimit, RefusedConnection, RenderedPage } from '../renderer/renderer.ts'
import type { Shown } from './show-page.ts'

const maxTold = 20
const history = z.object({ currentIndex: z.int(), entries: z.array(z.object({ url: z.string(), title: z.string() })) })

/** How a page is, once it is shown. It is loaded when all of what is shown has come, and no limit has kept any of it away. */
export async function describePage(
  page: OpenPage,
  proxy: GuardedProxy,
  outcome: Arrival & Shown & { readonly isTooWide?: boolean },
): Promise<RenderedPage> {
  const { currentIndex, entries } = history.parse(await page.session.send('Page.getNavigationHistory'))
  const { url = '', title = '' } = entries[currentIndex] ?? {}
  const { came, sentOn, unseen, missing } = outcome
  const limits = new Set<PageLimit>(proxy.reached)
  if (page.tooManyRequests()) limits.add('requests')
  if (sentOn) limits.add('navigations')
  if (!came && !sentOn) limits.add('time')
  if (unseen) limits.add('scrolling')
  if (outcome.isTooWide) limits.add('width')
  return {
    url: /^https?:/.test(url) ? url.slice(0, 4_096) : null,
    status: page.watch.status,
    title: title.slice(0, 500),
    loaded: came && limits.size === 0 && missing.length === 0,
    limits: [...limits],
    missing: missing
      .slice(0, maxTold)
      .map(({ url: target, kind, why }) => ({ target: target.slice(0, 300), reason: `${kind}: ${whyInWords(why)}` })),
    blockedHosts: [...page.watch.requests.blockedHosts],
    refused: proxy.refusals.slice(0, maxTold).map(inWords),
  }
}

function whyInWords(why: MissingPart['why']): string {
  if (why === 'loading') return 'it was still loading'
  return why === 'failed' ? 'it could not be loaded' : `its site answered ${why}`
}

function inWords({ target, reason }: GuardedProxy['refusals'][number]): RefusedConnection {
  if (reason === 'offline') return { target, reason: 'documents that are sent as text may reach nothing' }
  if (reason === 'too_many_requests') return { target, reason: 'the page asked for more than it may' }
  if (reason === 'site_limit') return { target, reason: siteLimitWords }
  return { target, reason: fetchFailures[reason] }
}
