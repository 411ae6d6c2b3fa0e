import { openSandbox } from '../../sandbox/open-sandbox.ts'
import { lines } from '../../goods/lines.ts'
import { loadGoods } from '../../src/service/goods/load-goods.ts'
import { startService } from '../../src/service/start-service.ts'
import { loadConfig } from '../../src/config/config.ts'
import { createLogger } from '../../src/ops/logger.ts'
import { createMetrics } from '../../src/ops/metrics.ts'
import { systemClock, systemMonotonic, systemRandom, systemTimers } from '../../src/ops/system.ts'
import { noFailPoint } from '../../src/shared/fail-point.ts'
import { served, serverInput } from '../harness/served.ts'

/** The whole service, connected to a running sandbox. */
const { dataDir, world } = serverInput() as { readonly dataDir: string; readonly world: string }
const config = loadConfig({
  PORT: '0',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
  RATE_LIMIT_BURST: '10000000',
  RATE_LIMIT_PER_SECOND: '10000000',
  FREE_CALLS_PER_CLIENT_PER_DAY: '0',
  // Large enough that gas budgets do not limit the measurement.
  INDEX_AGENTS: 'none',
  INDEX_TRANSFERS: 'none',
})
const { log } = createLogger({ level: config.logLevel ?? 'warn' })
const service = await startService({
  config,
  goods: await loadGoods(config, lines, {}),
  system: { clock: systemClock, monotonic: systemMonotonic, timers: systemTimers, random: systemRandom },
  log,
  metrics: createMetrics({ process: true }),
  sandbox: await openSandbox({ directory: dataDir, world, blockMs: 1000, log }),
  failPoint: noFailPoint,
})
served(Number(new URL(service.url).port))
