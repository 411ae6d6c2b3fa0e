import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** Monitoring and shutdown of the process. */
export const operatingSettings = {
  metricsTokens: {
    name: 'METRICS_TOKEN',
    what: 'Bearer tokens, separated by commas, of which `/metrics` requires one. With `MODE=live`, `/metrics` is off without it.',
    secret: true,
    parse: format.some(format.longSecret),
  },
  metricsPort: {
    name: 'METRICS_PORT',
    what: 'A port of its own for `/metrics`, without a token; the port of the service then serves none. It listens on `METRICS_HOST`.',
    parse: format.integer(1, 65_535),
  },
  metricsHost: {
    name: 'METRICS_HOST',
    what: 'The address that `METRICS_PORT` listens on. Everyone who reaches it can read the metrics.',
    default: '127.0.0.1',
    parse: format.text,
  },
  ownWallets: {
    name: 'OWN_WALLETS',
    what: 'Wallets of yours with which you try the service, separated by commas: the funnel leaves out the calls that they pay for.',
    default: '',
    parse: format.list(format.address),
  },
  drainSeconds: {
    name: 'DRAIN_SECONDS',
    what: 'How long calls are still accepted after SIGTERM, while `/readyz` reports unready, so that a balancer can redirect new ones: 5 with `DATABASE_URL`, otherwise 0, unless set.',
    parse: format.integer(0, 600),
  },
  startSeconds: {
    name: 'START_SECONDS',
    what: 'With `WORKERS` above 1: how long a worker may take until it is ready. Then it is killed and started again.',
    default: '120',
    parse: format.integer(5, 3_600),
  },
  shutdownSeconds: {
    name: 'SHUTDOWN_SECONDS',
    what: 'How long an orderly shutdown may take, after `DRAIN_SECONDS`.',
    default: '30',
    parse: format.integer(1, 600),
  },
} as const satisfies Record<string, Setting<unknown>>
