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
  drainSeconds: {
    name: 'DRAIN_SECONDS',
    what: 'How long calls are still taken after SIGTERM, while `/readyz` says no, so that a balancer has sent the next ones elsewhere: 5 with `DATABASE_URL`, otherwise 0, unless set.',
    parse: format.integer(0, 600),
  },
  shutdownSeconds: {
    name: 'SHUTDOWN_SECONDS',
    what: 'How long the process may take to end in order, after `DRAIN_SECONDS`.',
    default: '30',
    parse: format.integer(1, 600),
  },
} as const satisfies Record<string, Setting<unknown>>
