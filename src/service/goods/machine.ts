import type { Config } from '../../config/config.ts'
import type { Machine } from '../../goods/goods.ts'

/** What engines of lines know of this process. */
export function machineOf({ dataDir, engineIdleSeconds, workers }: Pick<Config, 'dataDir' | 'engineIdleSeconds' | 'workers'>): Machine {
  return { dataDir, idleMs: engineIdleSeconds * 1_000, processes: workers }
}
