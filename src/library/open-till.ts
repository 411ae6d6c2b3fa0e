import { loadConfig } from '../config/config.ts'
import { processEnvironment } from '../config/process-environment.ts'
import { goods, type GoodsParts, type OwnLines } from '../goods/goods.ts'
import { createLogger } from '../ops/logger.ts'
import { createMetrics } from '../ops/metrics.ts'
import { systemClock, systemMonotonic, systemRandom, systemTimers } from '../ops/system.ts'
import { createApp } from '../service/app.ts'
import { buildService } from '../service/build-service.ts'
import { loadGoods, noGoods, standInsOf, type StandInsIn } from '../service/goods/load-goods.ts'
import type { SandboxView } from '../service/service-input.ts'
import { noFailPoint } from '../shared/fail-point.ts'
import type { Log } from '../shared/log.ts'
import type { FarthingOptions } from './farthing.ts'

/** What only the entry of the package knows. */
export interface Entrances {
  readonly openSandbox: (options: {
    readonly directory: string
    readonly world: string | null
    readonly blockMs: number
    readonly networks: ReturnType<typeof loadConfig>['sandboxNetworks']
    readonly log: ReturnType<typeof createLogger>['log']
    readonly standIns: StandInsIn | null
  }) => Promise<SandboxView & { close(): Promise<void> }>
  /** The lines that come with the service. */
  readonly ownLines: () => Promise<OwnLines>
}

/** A service without a socket of its own. */
export interface OpenedTill {
  /** Answers as the service does. */
  fetch(request: Request, env: unknown): Promise<Response>
  /** Sells these routes of the host from now on. @throws CatalogError */
  readonly sellRoutes: GoodsParts['replaceOffers']
  readonly log: Log
  close(): Promise<void>
}

/** Milliseconds that each step of an orderly end may take. */
const closingMs = 10_000

/** Names such as PORT and MODE are those of the host, so what is for the till has `FARTHING_` in front. */
function ownEnvironment(): Record<string, string | undefined> {
  const prefix = 'FARTHING_'
  return Object.fromEntries(
    Object.entries(processEnvironment()).flatMap(([name, value]) => (name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [])),
  )
}

/** Opens the service that charges for the routes of a host. @throws ConfigError, OperatorError */
export async function openTill(
  { url, settings, goods: names = [] }: FarthingOptions,
  { openSandbox, ownLines }: Entrances,
): Promise<OpenedTill> {
  const env = { ...ownEnvironment(), ...settings }
  const config = loadConfig(env)
  const others = names.length > 0 ? await loadGoods({ goods: names, mode: config.mode }, await ownLines(), env) : noGoods
  const { log } = createLogger({ level: config.logLevel ?? 'warn', secrets: [...config.secrets, ...others.secrets], pretty: false })
  const sandbox =
    config.mode === 'sandbox'
      ? await openSandbox({
          directory: config.sandboxDir ?? `${config.dataDir}/sandbox`,
          world: config.sandboxWorld,
          blockMs: config.sandboxBlockMs,
          networks: config.sandboxNetworks,
          log,
          standIns: config.sandboxSources === 'stand-ins' ? standInsOf(others) : null,
        })
      : null
  let line: GoodsParts | null = null
  const routes = goods({
    name: 'routes',
    open(parts) {
      line = parts
      return { offers: [] }
    },
  })
  const service = await buildService({
    config,
    system: { clock: systemClock, monotonic: systemMonotonic, timers: systemTimers, random: systemRandom },
    log,
    metrics: createMetrics(),
    sandbox,
    publicUrl: url,
    failPoint: noFailPoint,
    goods: { ...others, lines: [...others.lines, { line: routes, settings: {}, from: 'createFarthing' }] },
  })
  await service.start()
  let app = createApp(service)
  service.catalog.onChange(() => void (app = createApp(service)))
  return {
    fetch: async (request, env) => app.fetch(request, env),
    sellRoutes: (offers) => line!.replaceOffers(offers),
    log,
    async close() {
      service.health.drain()
      for (const step of service.closing) await step.run(closingMs)
      await sandbox?.close()
    },
  }
}
