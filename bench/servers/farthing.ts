import { lines } from '../../goods/lines.ts'
import { loadGoods } from '../../src/service/goods/load-goods.ts'
import { startService } from '../../src/service/start-service.ts'
import { loadConfig } from '../../src/config/config.ts'
import { createMetrics } from '../../src/ops/metrics.ts'
import { systemClock, systemMonotonic, systemRandom, systemTimers } from '../../src/ops/system.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { noFailPoint } from '../../src/shared/fail-point.ts'
import { createLogger } from '../../src/ops/logger.ts'
import { served, serverInput } from '../harness/served.ts'
import { connectStubNetworks } from '../stubs/connect-stub-networks.ts'

/** The whole service as it is started in production, on networks that answer at once. */
export interface FarthingInput {
  readonly dataDir: string
  readonly payTo: Hex
  readonly signerKey: Hex
  /** Base URL of each simulated upstream, by source id. */
  readonly upstreams: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
}

const { dataDir, payTo, signerKey, upstreams, env } = serverInput() as FarthingInput
const config = loadConfig({
  PORT: '0',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
  // One client address sends all requests. A wallet's first call is free, and falls into the warm-up.
  RATE_LIMIT_BURST: '10000000',
  RATE_LIMIT_PER_SECOND: '10000000',
  FREE_CALLS_PER_CLIENT_PER_DAY: '1000000',
  // The stubs have no history to index.
  INDEX_AGENTS: 'none',
  INDEX_TRANSFERS: 'none',
  ...env,
})
const service = await startService({
  config,
  goods: await loadGoods(config, lines, {}),
  system: { clock: systemClock, monotonic: systemMonotonic, timers: systemTimers, random: systemRandom },
  log: createLogger({ level: config.logLevel ?? 'warn' }).log,
  metrics: createMetrics({ process: true }),
  sandbox: { endpoints: [], upstreams, payTo, signerKeys: [signerKey], admits: () => true, routes: () => {} },
  failPoint: noFailPoint,
  connect: connectStubNetworks,
})
served(Number(new URL(service.url).port))
