import { lines } from '../../goods/lines.ts'
import { loadConfig } from '../../src/config/config.ts'
import { createMetrics } from '../../src/ops/metrics.ts'
import { systemClock, systemMonotonic, systemRandom, systemTimers } from '../../src/ops/system.ts'
import { noFailPoint } from '../../src/shared/fail-point.ts'
import type { Log } from '../../src/shared/log.ts'
import { loadGoods } from '../../src/service/goods/load-goods.ts'
import { startService, type Service } from '../../src/service/start-service.ts'
import type { Sandbox } from '../open-sandbox.ts'

export interface DemoService extends Pick<Service, 'url' | 'parts'> {
  close(): Promise<void>
}

export interface DemoPlace {
  readonly sandbox: Sandbox
  /** Its ledger is here. */
  readonly directory: string
  readonly log: Log
}

/** The service in this process, on that port; 0 picks a free one. */
export async function startDemoService({ sandbox, directory, log }: DemoPlace, port: number): Promise<DemoService> {
  const config = loadConfig({ PORT: String(port), DATA_DIR: directory, LOG_LEVEL: 'error' })
  const service = await startService({
    config,
    goods: await loadGoods(config, lines, {}),
    system: { clock: systemClock, monotonic: systemMonotonic, timers: systemTimers, random: systemRandom },
    log,
    metrics: createMetrics(),
    sandbox,
    failPoint: noFailPoint,
  })
  return {
    url: service.url,
    parts: service.parts,
    async close() {
      for (const step of service.closing) await step.run(10_000).catch((error: unknown) => log.error({ err: error }, 'closing failed'))
    },
  }
}
