import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** How the running process is watched and ended. */
export const operatingSettings = {
  metricsToken: {
    name: 'METRICS_TOKEN',
    what: 'Bearer token that `/metrics` asks for. With `MODE=live` there is no `/metrics` without it.',
    secret: true,
    parse: format.longSecret,
  },
  shutdownSeconds: {
    name: 'SHUTDOWN_SECONDS',
    what: 'How long the process may take to end in order.',
    default: '30',
    parse: format.integer(1, 600),
  },
} as const satisfies Record<string, Setting<unknown>>
