import { z } from 'zod'
import { fetchFailures } from '../../net/fetch-failed.ts'
import type { GuardedProxy } from '../../net/guarded-proxy.ts'
import { siteLimitWords } from '../../net/proxy-connections.ts'
import type { OpenPage } from './open-page.ts'
import type { RefusedConnection, RenderedPage } from './renderer.ts'

const maxRefusedTold = 20
const history = z.object({ currentIndex: z.int(), entries: z.array(z.object({ url: z.string(), title: z.string() })) })

/** How a page is, once it is shown. @param loaded whether what was waited for has come */
export async function describePage(page: OpenPage, proxy: GuardedProxy, loaded: boolean): Promise<RenderedPage> {
  const { currentIndex, entries } = history.parse(await page.session.send('Page.getNavigationHistory'))
  const { url = '', title = '' } = entries[currentIndex] ?? {}
  return {
    url: /^https?:/.test(url) ? url.slice(0, 4_096) : null,
    status: page.watch.status,
    title: title.slice(0, 500),
    loaded,
    limits: [
      ...new Set([...proxy.reached, ...(page.tooManyRequests() ? (['requests'] as const) : []), ...(loaded ? [] : (['time'] as const))]),
    ],
    blockedHosts: [...page.watch.blockedHosts],
    refused: proxy.refusals.slice(0, maxRefusedTold).map(inWords),
  }
}

function inWords({ target, reason }: GuardedProxy['refusals'][number]): RefusedConnection {
  if (reason === 'offline') return { target, reason: 'documents that are sent as text may reach nothing' }
  if (reason === 'too_many_requests') return { target, reason: 'the page asked for more than it may' }
  if (reason === 'site_limit') return { target, reason: siteLimitWords }
  return { target, reason: fetchFailures[reason] }
}
