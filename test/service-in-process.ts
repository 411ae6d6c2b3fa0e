import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Sandbox } from '../sandbox/open-sandbox.ts'
import { lineOfFile, lines as ownLines } from '../goods/lines.ts'
import { loadConfig } from '../src/config/config.ts'
import { createLogger } from '../src/ops/logger.ts'
import { createMetrics } from '../src/ops/metrics.ts'
import { systemClock, systemMonotonic, systemRandom } from '../src/ops/system.ts'
import { standInWorld } from '../sandbox/stand-in-world.ts'
import { openLineStandIns } from '../sandbox/line-stand-ins.ts'
import { loadGoods, standInsOf } from '../src/service/goods/load-goods.ts'
import { startService, type Service } from '../src/service/start-service.ts'
import type { Clock } from '../src/shared/clock.ts'
import type { Log } from '../src/shared/log.ts'
import { noFailPoint, type FailPoint } from '../src/shared/fail-point.ts'
import { installedPackage } from './packed-service.ts'
import { patientTimers } from './support/patient-timers.ts'

const sources = { startService, loadConfig, loadGoods, standInsOf, lineOfFile, lines: ownLines }

export interface ServiceInProcessOptions {
  readonly env: Readonly<Record<string, string>> & { readonly DATA_DIR: string }
  /** null: a live service. */
  readonly sandbox: Sandbox | null
  /** The service's clock; the chains keep their own. */
  readonly clock?: Clock
  readonly failPoint?: FailPoint
  /** Where real sources are asked, by source id. */
  readonly sourceUrls?: Readonly<Record<string, string>>
  /** Gets the log; without it, it goes nowhere. */
  readonly log?: Log
}

/** On a busy machine the nodes of a sandbox may take long, and their networks must be in the terms all the same; and so may calls. */
const patient = { NODE_ANSWER_MS: '10000', ANSWER_WITHIN_SECONDS: '120' }
/** Few tests need an engine, and the trials of all take some seconds of CPU. */
const lazy = { ENGINE_TRIALS: 'call' }

/** Starts a service in the process of the test, on a free port. Unlike `startProcess` it does not load all modules again. */
export async function startInProcess(options: ServiceInProcessOptions): Promise<Service> {
  const { env, sandbox, clock = systemClock, failPoint = noFailPoint, sourceUrls, log = testLog() } = options
  const { startService, loadConfig, loadGoods, standInsOf, lineOfFile, lines: ownLines } = await testedCode()
  const settings = { PORT: '0', RATE_LIMIT_BURST: '100000', RATE_LIMIT_PER_SECOND: '100000', ...patient, ...lazy, ...env }
  const config = loadConfig(settings)
  const goods = await loadGoods(config, ownLines, settings, lineOfFile)
  // A sandbox that test files share does not have the stand-ins of one file's own lines.
  const others = sandbox?.upstreams ?? sourceUrls
  const standIns = others === undefined ? null : await openLineStandIns(await standInsOf(goods)(standInWorld), others, log)
  const service = await startService({
    config,
    goods,
    system: { clock, monotonic: systemMonotonic, timers: patientTimers, random: systemRandom },
    log,
    metrics: createMetrics(),
    sandbox: sandbox && standIns ? { ...sandbox, upstreams: { ...sandbox.upstreams, ...standIns.baseUrls } } : sandbox,
    failPoint,
    ...(sourceUrls ? { sourceUrls: { ...sourceUrls, ...(sandbox === null ? standIns?.baseUrls : {}) } } : {}),
  })
  return standIns === null
    ? service
    : { ...service, closing: [...service.closing, { name: 'line stand-ins', run: () => standIns.close() }] }
}

/** The code under test: the sources, or what was built from them. */
async function testedCode(): Promise<typeof sources> {
  if (installedPackage === null) return sources
  const home = join(installedPackage, 'dist')
  const built = async (path: string): Promise<object> => import(pathToFileURL(join(home, path)).href)
  // All of one build: a problem that goods of another one throw is unknown to its till.
  const parts = ['src/service/start-service.js', 'src/config/config.js', 'src/service/goods/load-goods.js', 'goods/lines.js']
  return Object.assign({ ...sources }, ...(await Promise.all(parts.map(built)))) as typeof sources
}

/** Silent unless TEST_LOG_LEVEL says otherwise. */
export function testLog() {
  return createLogger({ level: (process.env['TEST_LOG_LEVEL'] ?? 'silent') as 'silent' }).log
}

export async function closeService(service: Service): Promise<void> {
  for (const step of service.closing) await step.run(5_000)
}
