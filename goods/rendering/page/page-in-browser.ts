import { z } from '../../../src/goods/door.ts'
import { type GuardedProxy, type GuardedProxyParts, openGuardedProxy } from '../../../src/goods/kit/sites.ts'
import { type Caller, holderOf } from '../../../src/goods/kit/workers.ts'
import type { RunningBrowser } from '../process/launch-browser.ts'
import { openPage, type OpenPage } from './open-page.ts'
import type { PageView } from './page-view.ts'

export interface PageRules {
  /** False for documents that may reach nothing. */
  readonly online: boolean
  readonly view: PageView
  /** Who asked for the page. */
  readonly caller: Caller
  /** `address:port` pairs that count as public: the sites of the sandbox, and of tests. */
  readonly allowedEndpoints: ReadonlySet<string>
  /** Sites that are visited instead of public ones, `host:port` to `address:port`: those of the sandbox. */
  readonly standIns?: ReadonlyMap<string, string>
}

const maxRequests = 600
const proxyLimits = {
  maxReceived: 40_000_000,
  maxSent: 4_000_000,
  maxSentToSite: 1_000_000,
  maxConnections: 300,
  // Messages in tunnels are more than requests: each connection opens with a few, and large bodies take many.
  maxRequests: 3_000,
  maxNames: 150,
  idleMs: 10_000,
}
/** For the removal of what a failed call left. */
const removalMs = 1_000

/**
 * Runs a task with a page of its own, behind a proxy of its own; both end with it.
 * @throws what the task throws, and when the page crashes
 */
export async function withPage<T>(
  { pipe, network }: RunningBrowser,
  { online, view, caller, allowedEndpoints, standIns }: PageRules,
  parts: GuardedProxyParts,
  task: (page: OpenPage, proxy: GuardedProxy) => Promise<T>,
): Promise<T> {
  const settings = { online, limits: proxyLimits, caller: holderOf(caller), allowedEndpoints, ...(standIns ? { standIns } : {}) }
  const proxy = await openGuardedProxy(settings, parts, network)
  try {
    const page = await openPage(pipe, { proxy, view, maxRequests })
    const { crashed } = page.watch
    const crash = new Promise<never>((_, fail) => crashed.addEventListener('abort', () => fail(crashed.reason)))
    const done = await Promise.race([task(page, proxy), crash])
    await page.close()
    return done
  } catch (error) {
    // The browser may be of no use any longer; the pool decides that.
    await Promise.race([closeContexts(pipe), parts.timers.sleep(removalMs)])
    throw error
  } finally {
    await proxy.close()
  }
}

const contexts = z.object({ browserContextIds: z.array(z.string()) })

/** Closes every page that a failed call may have left. */
async function closeContexts(pipe: RunningBrowser['pipe']): Promise<void> {
  try {
    const { browserContextIds } = contexts.parse(await pipe.send('Target.getBrowserContexts'))
    await Promise.all(browserContextIds.map((browserContextId) => pipe.send('Target.disposeBrowserContext', { browserContextId })))
  } catch {
    // The browser has ended, and its pages with it.
  }
}
