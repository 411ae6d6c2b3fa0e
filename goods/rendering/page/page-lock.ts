import { z } from '../../../src/goods/door.ts'
import type { DevtoolsSession } from '../process/devtools-pipe.ts'

/** Keeps the document that a page shows, from the moment it is locked. */
export interface PageLock {
  lock(): Promise<void>
  /** Whether the page wanted to open another document since. */
  readonly wasKept: () => boolean
}

const paused = z.object({ requestId: z.string(), frameId: z.string() })

/** Frames inside of the page may still open documents. */
export function lockOf(session: DevtoolsSession, frameId: string): PageLock {
  let kept = false
  let locked: Promise<unknown> | null = null
  return {
    async lock() {
      locked ??= enable()
      await locked
    },
    wasKept: () => kept,
  }

  function enable(): Promise<unknown> {
    session.on('Fetch.requestPaused', (params) => {
      const { success, data } = paused.safeParse(params)
      if (!success) return
      const { requestId } = data
      const ofPage = data.frameId === frameId
      kept ||= ofPage
      const answer = ofPage
        ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        : session.send('Fetch.continueRequest', { requestId })
      void answer.catch(() => {})
    })
    return session.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] })
  }
}
