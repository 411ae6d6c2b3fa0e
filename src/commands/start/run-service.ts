import type { Config } from '../../config/config.ts'
import { createMetrics } from '../../ops/metrics.ts'
import { createShutdown, type Shutdown } from '../../ops/shutdown.ts'
import { noFailPoint, type FailPoint } from '../../shared/fail-point.ts'
import type { Log } from '../../shared/log.ts'
import type { OpenedSandbox, OpenSandbox } from '../opened-sandbox.ts'
import { runProcess, system } from './run-process.ts'
import { standInsOf, type LoadedGoods } from '../../service/goods/load-goods.ts'
import { freePort } from '../../service/listen.ts'
import { copyLocalStore } from '../../service/copy-local-store.ts'
import { startService, type Service } from '../../service/start-service.ts'
import { sayReady, sayStarting } from './say-ready.ts'
import { welcomeOf, type Welcome } from '../../service/welcome-facts.ts'
import type { ParentLink } from '../workers/parent-link.ts'

/** Milliseconds after a worker retired in which clients on its open connections may send one more request. */
const minLingerMs = 1_000

/** The service in this process; with a parent it is one of its workers. Returns the exit code. */
export function runService(
  config: Config,
  goods: LoadedGoods,
  openSandbox: OpenSandbox,
  parent: ParentLink | null,
  say = (welcome: Welcome) => sayReady(welcome, 1),
): Promise<number> {
  return runProcess({ config, goods }, parent ? { worker: parent.worker } : {}, async ({ log, shutdown }) => {
    if (!parent) sayStarting(config.mode === 'sandbox')
    const { service, sandbox } = await start({ config, goods, openSandbox, parent }, log, shutdown)
    const drainMs = config.drainSeconds * 1000
    shutdown.drainBy(() => service.drain(drainMs))
    if (!parent) return say(welcomeOf(service, sandbox))
    parent.onRetire(() => {
      shutdown.drainBy(() => service.retire(Math.max(minLingerMs, drainMs)))
      void shutdown.begin('retired')
    })
    parent.ready(welcomeOf(service, sandbox))
  })
}

async function start(
  {
    config,
    goods,
    openSandbox,
    parent,
  }: {
    readonly config: Config
    readonly goods: LoadedGoods
    readonly openSandbox: OpenSandbox
    readonly parent: ParentLink | null
  },
  log: Log,
  shutdown: Shutdown,
): Promise<{ readonly service: Service; readonly sandbox: OpenedSandbox | null }> {
  // A port that is taken is said before the chains of a sandbox are started.
  if (!parent) await freePort(config.host, config.port)
  const sandbox = await sandboxOf(config, log, openSandbox, goods)
  // Until the service has started, an end must still close the sandbox.
  let closing: Service['closing'] = []
  shutdown.step('service', async (deadlineMs) => {
    // Each step gets a share of the time, so that payments that can't settle now do not keep the ledger from being closed.
    let code = 0
    const orderly = createShutdown({ ...system, log, totalMs: deadlineMs, exit: (ended) => (code = ended) })
    for (const step of closing) orderly.step(step.name, step.run)
    await orderly.begin('the service ends')
    if (code !== 0) throw new Error('the service did not end in order')
  })
  if (sandbox) shutdown.step('sandbox', () => sandbox.close())
  if (parent?.replaces) await copyLocalStore(parent.replaces, config.dataDir, log)
  const own = createMetrics({ process: true, ...(parent ? { labels: { worker: String(parent.worker) } } : {}) })
  const service = await startService({
    config,
    system,
    log,
    metrics: parent ? parent.sharing(own) : own,
    sandbox,
    goods,
    failPoint: killingFailPoint(config),
    ...(parent ? { amongOthers: parent } : {}),
  })
  closing = service.closing
  return { service, sandbox }
}

/** The world that the settings name, or one of its own; null in live mode. */
export async function sandboxOf(config: Config, log: Log, openSandbox: OpenSandbox, goods: LoadedGoods): Promise<OpenedSandbox | null> {
  if (config.mode !== 'sandbox') return null
  return openSandbox({
    directory: config.sandboxDir ?? `${config.dataDir}/sandbox`,
    world: config.sandboxWorld,
    blockMs: config.sandboxBlockMs,
    networks: config.sandboxNetworks,
    log,
    standIns: config.sandboxSources === 'stand-ins' ? standInsOf(goods) : null,
  })
}

/** For fault tests in the sandbox: the process ends at a named fail point as in a power cut. */
function killingFailPoint(config: Config): FailPoint {
  const kill = config.sandboxKillAt
  if (kill === null) return noFailPoint
  let reached = 0
  return (name) => {
    if (name === kill.moment && ++reached === kill.times) process.kill(process.pid, 'SIGKILL')
  }
}
