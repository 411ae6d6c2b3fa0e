import { availableParallelism } from 'node:os'
import * as format from '../ops/setting-formats.ts'
import type { Machine, SettingValues } from './goods.ts'
import { setting } from './setting.ts'

/** The settings of tools that work on texts and code in workers of their own. Several lines declare them: one value counts for each. */
export const toolSettings = {
  textTools: setting('TEXT_TOOLS', '`off` sells no text tools, and starts no worker for them.', {
    default: 'on',
    parse: format.oneOf('on', 'off'),
  }),
  textWorkers: setting('TEXT_WORKERS', 'Processes that work on texts; otherwise one less than the machine has cores, and one at least.', {
    parse: format.integer(1, 64),
  }),
  textQueue: setting('TEXT_QUEUE', 'Paid calls that may wait for a text worker. Others get 503 before their payment is claimed.', {
    default: '100',
    parse: format.integer(0, 1_000),
  }),
  textJobSeconds: setting('TEXT_JOB_SECONDS', 'How long a worker may work on one call.', { default: '20', parse: format.integer(1, 120) }),
  textMemoryMb: setting(
    'TEXT_MEMORY_MB',
    'Memory that a text worker may keep after a call; then it is replaced. Its JavaScript heap may have a third of it.',
    { default: '700', parse: format.integer(400, 16_384) },
  ),
}

export type ToolSettings = SettingValues<typeof toolSettings>

/** How many workers a line has: the event loop of the service has a core, and each process of the service has workers of its own. */
export function toolWorkers({ textWorkers }: Pick<ToolSettings, 'textWorkers'>, { processes }: Pick<Machine, 'processes'>): number {
  return textWorkers ?? Math.max(1, Math.floor((availableParallelism() - 1) / processes))
}
