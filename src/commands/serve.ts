import { createApp, createDoor } from '../app.ts'
import type { Config } from '../config.ts'
import type { MetricsRegistry } from '../ops/metrics.ts'
import { buildParts, type Parts, type PartsInput, type SandboxView, type System } from '../parts.ts'
import type { Checkpoint } from '../shared/checkpoint.ts'
import type { Log } from '../shared/log.ts'
import { listen } from './listen.ts'

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
  /** Says that it is not ready, and goes on taking calls for that long, each of which ends its connection. */
  drain(ms: number): Promise<void>
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
  listener.door = createDoor(parts)
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
  return {
    url,
    parts,
    closing,
    async drain(ms) {
      parts.health.drain()
      listener.leave()
      await input.system.timers.sleep(ms)
    },
  }
}
