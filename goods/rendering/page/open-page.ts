import { z } from '../../../src/goods/door.ts'
import type { GuardedProxy } from '../../../src/goods/kit/sites.ts'
import type { DevtoolsPipe, DevtoolsSession } from '../process/devtools-pipe.ts'
import { hardenPage } from './harden-page.ts'
import { lockOf, type PageLock } from './page-lock.ts'
import type { PageView } from './page-view.ts'
import { watchPage, type PageWatch } from './page-watch.ts'

/** A page in a context of its own: no cookie, no cache and no storage of another one. */
export interface OpenPage extends PageLock {
  readonly session: DevtoolsSession
  readonly frameId: string
  readonly watch: PageWatch
  /** Whether the page asked for more than it may. */
  readonly tooManyRequests: () => boolean
  close(): Promise<void>
}

const created = z.object({ browserContextId: z.string() })
const target = z.object({ targetId: z.string() })
const attached = z.object({ sessionId: z.string() })

export async function openPage(
  pipe: DevtoolsPipe,
  { proxy, view, maxRequests }: { readonly proxy: GuardedProxy; readonly view: PageView; readonly maxRequests: number },
): Promise<OpenPage> {
  const { browserContextId } = created.parse(
    await pipe.send('Target.createBrowserContext', {
      disposeOnDetach: true,
      proxyServer: `http://127.0.0.1:${proxy.port}`,
      proxyBypassList: '<-loopback>',
    }),
  )
  await pipe.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId })
  const { width, height } = view
  const { targetId } = target.parse(await pipe.send('Target.createTarget', { url: 'about:blank', browserContextId, width, height }))
  const { sessionId } = attached.parse(await pipe.send('Target.attachToTarget', { targetId, flatten: true }))
  const session = pipe.session(sessionId)
  let tooMany = false
  const watch = watchPage(session, {
    frameId: targetId,
    maxRequests,
    limitReached() {
      tooMany = true
      void session.send('Network.setBlockedURLs', { urls: ['*'] }).catch(() => {})
    },
  })
  await hardenPage(session, view)
  return {
    session,
    // The main frame of a page has the id of its target.
    frameId: targetId,
    watch,
    ...lockOf(session, targetId),
    tooManyRequests: () => tooMany,
    async close() {
      await pipe.send('Target.disposeBrowserContext', { browserContextId })
    },
  }
}
