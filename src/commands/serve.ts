import { serve } from '@hono/node-server'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { createApp } from '../app.ts'
import type { Config } from '../config.ts'
import type { MetricsRegistry } from '../ops/metrics.ts'
import { buildParts, type Parts, type PartsInput, type SandboxView, type System } from '../parts.ts'
import type { Checkpoint } from '../shared/checkpoint.ts'
import type { Cancel, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'

export interface ServiceInput {
  readonly config: Config
  readonly system: System
  readonly log: Log
  readonly metrics: MetricsRegistry
  /** Null in live mode. */
  readonly sandbox: SandboxView | null
  readonly checkpoint: Checkpoint
  readonly connect?: PartsInput['connect']
}

export interface Service {
  /** Where it listens: `http://127.0.0.1:4020`. */
  readonly url: string
  readonly parts: Parts
  /** Steps of an orderly end, in order: no new connections first, the ledger last. */
  readonly closing: readonly { readonly name: string; run(deadlineMs: number): Promise<void> }[]
}

/** Listens, finishes what an earlier process left, and is ready when it returns. */
export async function startService(input: ServiceInput): Promise<Service> {
  const { config } = input
  const listener = await listen(config.host, config.port, input.system.timers)
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${listener.port}`
  const parts = await buildParts({ ...input, publicUrl: config.publicUrl ?? url }).catch(async (error: unknown) => {
    await listener.close()
    throw error
  })
  const app = createApp(parts)
  listener.handle = app.fetch
  const closing: Service['closing'] = [
    {
      name: 'unready',
      run: async () => {
        parts.health.drain()
      },
    },
    { name: 'connections', run: () => listener.close() },
    ...parts.closing,
  ]
  await parts.start().catch(async (error: unknown) => {
    for (const step of closing) await step.run(1_000).catch(() => {})
    throw error
  })
  return { url, parts, closing }
}

type Handler = (request: Request, env: unknown) => Response | Promise<Response>

interface Listener {
  readonly port: number
  handle: Handler
  close(): Promise<void>
}

/** The port is taken first, since the public address is part of what is built; until then callers hear 503. */
function listen(host: string, port: number, timers: Timers): Promise<Listener> {
  return new Promise((resolve, reject) => {
    let answering = 0
    const listener = {
      port,
      handle: ((): Response =>
        new Response('{"status":"starting"}', {
          status: 503,
          headers: { 'Content-Type': 'application/json', 'Retry-After': '2' },
        })) as Handler,
      close: () =>
        new Promise<void>((closed) => {
          let cancel: Cancel = () => {}
          // A connection on which nothing was ever asked counts as busy for Node; only answers that are under way are waited for.
          const closeWhenAnswered = () => {
            if (answering === 0) server.closeAllConnections()
            else server.closeIdleConnections()
            cancel = timers.after(50, closeWhenAnswered)
          }
          server.close(() => {
            cancel()
            closed()
          })
          closeWhenAnswered()
        }),
    }
    const server = serve({ fetch: (request, env) => listener.handle(request, env), hostname: host, port }, (info) => {
      listener.port = info.port
      server.off('error', reject)
      resolve(listener)
    }) as Server
    // Slow clients must not hold a connection: headers within 10 s, a whole request within 30 s.
    server.headersTimeout = 10_000
    server.requestTimeout = 30_000
    server.keepAliveTimeout = 30_000
    // Asked for once, an address is remembered; of a connection that has been reset it can't be learned any more.
    server.on('connection', (socket: Socket) => void socket.remoteAddress)
    server.on('request', (_, response) => {
      answering += 1
      response.once('close', () => {
        answering -= 1
      })
    })
    server.once('error', reject)
  })
}
