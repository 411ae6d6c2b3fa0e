import { startService } from '../../src/commands/serve.ts'
import { loadConfig } from '../../src/config.ts'
import { createMetrics } from '../../src/ops/metrics.ts'
import { systemClock, systemRandom, systemTimers } from '../../src/ops/system.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { noCheckpoint } from '../../src/shared/checkpoint.ts'
import { createLogger } from '../../src/ops/logger.ts'
import { served, serverInput } from '../harness/served.ts'
import { connectStubNetworks } from '../stubs/connect-stub-networks.ts'

/** The whole service as it is started in production, on networks that answer at once. */
export interface FarthingInput {
  readonly dataDir: string
  readonly payTo: Hex
  readonly signerKey: Hex
  /** Base URL of each stand-in for an upstream, by source id. */
  readonly upstreams: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
}

const { dataDir, payTo, signerKey, upstreams, env } = serverInput() as FarthingInput
const config = loadConfig({
  PORT: '0',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'warn',
  // One client address asks everything here. A wallet's first call is free, in the round that warms up.
  RATE_LIMIT_BURST: '10000000',
  RATE_LIMIT_PER_SECOND: '10000000',
  FREE_CALLS_PER_CLIENT_PER_DAY: '1000000',
  // As in live mode: the stubs have no past to read.
  INDEX_AGENTS: 'none',
  INDEX_TRANSFERS: 'none',
  ...env,
})
const service = await startService({
  config,
  system: { clock: systemClock, timers: systemTimers, random: systemRandom },
  log: createLogger({ level: config.logLevel }).log,
  metrics: createMetrics({ process: true }),
  sandbox: { endpoints: [], upstreams, payTo, signerKeys: [signerKey], admits: () => true, routes: () => {} },
  checkpoint: noCheckpoint,
  connect: connectStubNetworks,
})
served(Number(new URL(service.url).port))
