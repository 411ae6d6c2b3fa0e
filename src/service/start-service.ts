import { createApp, createFastPath } from './app.ts'
import type { Config } from '../config/config.ts'
import type { MetricsRegistry } from '../ops/metrics.ts'
import { buildService, type ServiceParts } from './build-service.ts'
import type { SandboxView, ServiceInput, System } from './service-input.ts'
import type { FailPoint } from '../shared/fail-point.ts'
import type { Log } from '../shared/log.ts'
import { listen, type Listener } from './listen.ts'
import { listenForOperator, type OperatorListener } from './listen-operator.ts'
import { createAlarmMemory } from '../operate/desk/alarm-memory.ts'
import { openDesk } from './desk/open-desk.ts'
import { isTold } from './open-notices.ts'
import { answerDesk, listenForMetrics, type MetricsListener } from './listen-metrics.ts'
import { openOperator } from './open-operator.ts'

export interface StartServiceInput {
  readonly config: Config
  readonly system: System
  readonly log: Log
  readonly metrics: MetricsRegistry
  /** Null in live mode. */
  readonly sandbox: SandboxView | null
  readonly goods: ServiceInput['goods']
  readonly failPoint: FailPoint
  readonly sourceUrls?: ServiceInput['sourceUrls']
  readonly connect?: ServiceInput['connect']
  /**
   * Other processes take calls on the same port, so this one listens only when the service is ready. Needs a port that is known.
   * While the database can't be reached it asks about every second; if none of the others takes calls either, it has to answer
   * that the service is not ready.
   */
  readonly amongOthers?: { mustAnswer(): Promise<boolean> }
}

export interface Service {
  /** Where it listens: `http://127.0.0.1:4020`. */
  readonly url: string
  readonly parts: ServiceParts
  /** Reports that it is not ready, and still takes calls for that long. Each of them is the last one on its connection. */
  drain(ms: number): Promise<void>
  /** Accepts no further connection, where other processes on the same port do. Clients on open connections may send one more request, for that long. */
  retire(ms: number): Promise<void>
  /** The steps of an orderly end, in order: connections first, the ledger last. */
  readonly closing: readonly { readonly name: string; run(deadlineMs: number): Promise<void> }[]
}

/** Listens, finishes what an earlier process left, and is ready when it returns. */
export async function startService(input: StartServiceInput): Promise<Service> {
  const { config } = input
  const { timers } = input.system
  const { metrics } = input.metrics
  const limits = { maxConnections: config.maxConnections, maxRequests: config.maxRequestsInFlight }
  let opened: Promise<Listener> | null = null
  const open = () => (opened ??= listen(config.host, config.port, { timers, limits, metrics }))
  const port = input.amongOthers ? config.port : (await open()).port
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
  const waiting = () =>
    void input.amongOthers?.mustAnswer().then(async (must) => {
      // What is wrong with the port is reported when the service is ready to listen on it.
      if (must) await open().catch(() => {})
    })
  const alarms = config.operatorToken === null && !isTold(config) ? null : createAlarmMemory(input.system.clock)
  const watching = alarms ? { alarms, log: alarms.watched(input.log) } : {}
  const parts = await buildService({ ...input, ...watching, waiting, publicUrl: config.publicUrl ?? url }).catch(async (error: unknown) => {
    await opened?.then((listener) => listener.close())
    throw error
  })
  const desk = openDesk(parts)
  const deskHere = config.metricsPort === null ? desk : null
  let app = createApp(parts, deskHere)
  let fastPath = createFastPath(parts)
  const serve = async () => {
    const listener = await open()
    listener.handle = app.fetch
    listener.fastPath = fastPath
    return listener
  }
  // Documents are made once for the offers and prices that they name.
  parts.catalog.onChange(() => {
    app = createApp(parts, deskHere)
    fastPath = createFastPath(parts)
    void opened?.then(serve)
  })
  if (opened) await serve()
  let operator: OperatorListener | null = null
  let ownMetrics: MetricsListener | null = null
  const closing: Service['closing'] = [
    {
      name: 'unready',
      run: async () => {
        parts.health.drain()
      },
    },
    { name: 'connections', run: async () => opened?.then((listener) => listener.close()) },
    { name: 'operator', run: async (deadlineMs) => operator?.close(deadlineMs) },
    { name: 'metrics', run: async () => ownMetrics?.close() },
    ...parts.closing,
  ]
  try {
    // With several workers their parent serves the metrics of all.
    if (config.metricsPort !== null && !input.amongOthers)
      ownMetrics = await listenForMetrics(config.metricsHost, config.metricsPort, parts.metricsText, desk && answerDesk(desk))
    await parts.start()
    operator = await listenForOperator(config.dataDir, openOperator(parts, desk), { timers, log: input.log })
    await serve()
  } catch (error) {
    for (const step of closing) await step.run(1_000).catch(() => {})
    throw error
  }
  const listening = await open()
  return {
    url,
    parts,
    closing,
    async drain(ms) {
      parts.health.drain()
      listening.leave()
      await timers.sleep(ms)
    },
    async retire(ms) {
      const closed = listening.close(ms)
      await Promise.race([closed, timers.sleep(ms)])
    },
  }
}
