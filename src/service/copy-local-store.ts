import { copyStore } from '../store/sqlite/copy-store.ts'
import type { Log } from '../shared/log.ts'

/**
 * Gives a new process what the one that it replaces has read from upstreams and chains, so that it sells from the same data. Without
 * it the new process reads all of that again, so a copy that fails is only logged.
 */
export async function copyLocalStore(from: string, to: string, log: Log): Promise<void> {
  try {
    await copyStore(from, to)
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'what the replaced process has read could not be copied')
  }
}
