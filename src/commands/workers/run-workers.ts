import { join } from 'node:path'
import type { Config } from '../../config/config.ts'
import { createMetrics } from '../../ops/metrics.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import type { LoadedGoods } from '../../service/goods/load-goods.ts'
import { forwardDesk } from '../../service/desk/forward-desk.ts'
import { freePort } from '../../service/listen.ts'
import { listenForMetrics } from '../../service/listen-metrics.ts'
import { mergeMetrics } from './merge-metrics.ts'
import type { OpenSandbox } from '../opened-sandbox.ts'
import { refuseLedgerLeft } from '../start/refuse-ledger-left.ts'
import { runProcess, system } from '../start/run-process.ts'
import { sandboxOf } from '../start/run-service.ts'
import { sayReady, sayStarting } from '../start/say-ready.ts'
import { createSupervisor, type Supervisor } from './supervisor.ts'
import { workerProcesses, type ForkedWorker } from './worker-processes.ts'
import type { Welcome } from '../../service/welcome-facts.ts'

/** How much longer than its settings allow a worker may take to end. */
const endMarginMs = 5_000

function shareOf(limit: number, workers: number): string {
  return String(Math.max(1, Math.round(limit / workers)))
}

/** `farthing start` with WORKERS above 1: the parent of that many processes of the service. Returns the exit code. */
export function runWorkers(config: Config, goods: LoadedGoods, openSandbox: OpenSandbox): Promise<number> {
  return runProcess({ config, goods }, {}, async ({ log, shutdown }) => {
    sayStarting(config.mode === 'sandbox')
    const port = await freePort(config.host, config.port)
    const metrics = createMetrics()
    let welcome: Welcome | null = null
    const directory = (worker: number) => join(config.dataDir, `worker-${worker}`)
    const sandbox = await sandboxOf(config, log, openSandbox, goods)
    if (sandbox) shutdown.step('sandbox', () => sandbox.close())
    const payTo = sandbox?.payTo ?? config.payTo
    if (payTo !== null) await refuseLedgerLeft({ ...system, config, payTo, log, metrics: silentMetrics })
    async function measureAll(): Promise<string> {
      const texts = await Promise.all([metrics.text(), ...supervisor.ready().map((worker) => worker.measure())])
      return mergeMetrics(texts.filter((text) => text !== null))
    }
    const supervisor: Supervisor<ForkedWorker> = createSupervisor({
      ...system,
      workers: config.workers,
      start: workerProcesses({
        ...system,
        settings: (worker) => ({
          WORKERS: '1',
          PORT: String(port),
          // Connections are spread over the workers, and each of them counts for itself.
          RATE_LIMIT_BURST: shareOf(config.rateLimitBurst, config.workers),
          RATE_LIMIT_PER_SECOND: shareOf(config.rateLimitPerSecond, config.workers),
          DATA_DIR: directory(worker),
          // The sandbox is the parent's, or the one that the settings name.
          ...(sandbox ? { SANDBOX_WORLD: sandbox.file } : {}),
        }),
        directory,
        anyReady: () => supervisor.ready().length > 0,
        measureAll,
        welcomed(ready) {
          welcome = ready
        },
      }),
      startMs: config.startSeconds * 1000,
      endMs: (config.drainSeconds + config.shutdownSeconds) * 1000 + endMarginMs,
      giveUp(why) {
        process.stderr.write(`farthing: ${why}; its log says why\n`)
        void shutdown.begin('given up', 1)
      },
      log,
      metrics: metrics.metrics,
    })
    // The workers drain themselves, and each has its own time to end.
    shutdown.drainBy(() => supervisor.stop())
    // A terminal that closes sends the same signal as an operator who wants the workers renewed.
    process.on('SIGHUP', () => void (process.stdin.isTTY ? shutdown.begin('SIGHUP') : supervisor.renew()))
    if (config.metricsPort !== null) {
      const listener = await listenForMetrics(
        config.metricsHost,
        config.metricsPort,
        measureAll,
        config.operatorToken === null ? null : forwardDesk(config.dataDir),
      )
      shutdown.step('metrics', () => listener.close())
    }
    await supervisor.start()
    if (welcome !== null) sayReady(welcome, config.workers)
  })
}
