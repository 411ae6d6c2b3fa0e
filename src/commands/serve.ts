import { createApp, createDoor } from '../app.ts'
import type { Config } from '../config.ts'
import type { MetricsRegistry } from '../ops/metrics.ts'
import { buildParts, type Parts, type PartsInput, type SandboxView, type System } from '../parts.ts'
import type { Checkpoint } from '../shared/checkpoint.ts'
import type { Log } from '../shared/log.ts'
import { listen, type Listener } from './listen.ts'

export interface ServiceInput {
  readonly config: Config
  readonly system: System
  readonly log: Log
  readonly metrics: MetricsRegistry
  /** Null in live mode. */
  readonly sandbox: SandboxView | null
  readonly checkpoint: Checkpoint
  readonly connect?: PartsInput['connect']
  /** Others take calls on the same port meanwhile: it is listened on only when the service is ready. Needs a port that is known. */
  readonly amongOthers?: boolean
}

export interface Service {
  /** Where it listens: `http://127.0.0.1:4020`. */
  readonly url: string
  readonly parts: Parts
  /** Says that it is not ready, and goes on taking calls for that long, each of which ends its connection. */
  drain(ms: number): Promise<void>
  /** Takes no connection any more, where others on the same port do; those that are open may ask once more, for that long. */
  retire(ms: number): Promise<void>
  /** Steps of an orderly end, in order: no new connections first, the ledger last. */
  readonly closing: readonly { readonly name: string; run(deadlineMs: number): Promise<void> }[]
}

/** Listens, finishes what an earlier process left, and is ready when it returns. */
export async function startService(input: ServiceInput): Promise<Service> {
  const { config } = input
  const { timers } = input.system
  const open = () => listen(config.host, config.port, timers)
  let listener = input.amongOthers ? null : await open()
  const url = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${listener?.port ?? config.port}`
  const parts = await buildParts({ ...input, publicUrl: config.publicUrl ?? url }).catch(async (error: unknown) => {
    await listener?.close()
    throw error
  })
  const serve = (on: Listener) => {
    on.handle = app.fetch
    on.door = createDoor(parts)
    return on
  }
  const app = createApp(parts)
  if (listener) serve(listener)
  const closing: Service['closing'] = [
    {
      name: 'unready',
      run: async () => {
        parts.health.drain()
      },
    },
    { name: 'connections', run: async () => listener?.close() },
    ...parts.closing,
  ]
  try {
    await parts.start()
    listener ??= serve(await open())
  } catch (error) {
    for (const step of closing) await step.run(1_000).catch(() => {})
    throw error
  }
  const listening = listener
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
