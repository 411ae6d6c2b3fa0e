import { isUnavailable } from './unavailable.ts'
import type { Log } from '../shared/log.ts'

/** Work without a caller that waits for it. Its failures are logged, never thrown. Once stopped, nothing new begins. */
export interface Background {
  run(what: string, task: () => Promise<void>): void
  readonly stopped: boolean
  stop(): void
}

export function createBackground(log: Log): Background {
  let stopped = false
  return {
    run(what, task) {
      if (stopped) return
      task().catch((error: unknown) => {
        if (isUnavailable(error)) log.debug({ what }, 'background work waits for a node or the ledger')
        else log.error({ err: error, what }, 'background work of the settler failed')
      })
    },
    get stopped() {
      return stopped
    },
    stop() {
      stopped = true
    },
  }
}
