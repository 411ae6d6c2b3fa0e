import type { Config } from '../../config/config.ts'
import type { Machine } from '../../goods/goods.ts'

/** What engines of lines know of this process. */
export function machineOf({ dataDir, engineIdleSeconds }: Pick<Config, 'dataDir' | 'engineIdleSeconds'>): Machine {
  return { dataDir, idleMs: engineIdleSeconds * 1_000 }
}
