import type { Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'

export interface HealthReport {
  readonly ok: boolean
  /** `starting` until everything left over is recovered, then `ready`, and `draining` once the process is told to end. */
  readonly phase: Phase
  /** By name: whether the part answers. Reasons go to the log, not to strangers. */
  readonly checks: Readonly<Record<string, 'ok' | 'failed'>>
}

export type Phase = 'starting' | 'ready' | 'draining'

export interface Health {
  /** Adds a check; it fails when it throws or takes longer than its time. Only `critical` ones make the process unready. */
  register(name: string, probe: () => Promise<void> | void, options?: { critical?: boolean }): void
  ready(): void
  drain(): void
  /** Whether the process works at all: as long as it can answer, it does. */
  live(): HealthReport
  /** Whether it should get requests. */
  readiness(): Promise<HealthReport>
}

export interface HealthParts {
  readonly timers: Timers
  readonly log: Log
  /** How long one check may take. */
  readonly checkMs?: number
}

/** What `/livez` and `/readyz` answer from. */
export function createHealth({ timers, log, checkMs = 2_000 }: HealthParts): Health {
  const probes = new Map<string, { probe: () => Promise<void> | void; critical: boolean }>()
  let phase: Phase = 'starting'
  let running: Promise<HealthReport> | null = null

  async function check(name: string, probe: () => Promise<void> | void): Promise<'ok' | 'failed'> {
    let cancel = () => {}
    const late = new Promise<never>((_, reject) => {
      cancel = timers.after(checkMs, () => reject(new Error(`no answer within ${checkMs} ms`)))
    })
    try {
      await Promise.race([Promise.resolve().then(probe), late])
      return 'ok'
    } catch (error) {
      log.warn({ check: name, err: error }, 'health check failed')
      return 'failed'
    } finally {
      cancel()
    }
  }

  async function report(): Promise<HealthReport> {
    const results = await Promise.all([...probes].map(async ([name, { probe }]) => [name, await check(name, probe)] as const))
    const broken = results.some(([name, result]) => result === 'failed' && probes.get(name)?.critical)
    return { ok: phase === 'ready' && !broken, phase, checks: Object.fromEntries(results) }
  }

  return {
    register(name, probe, { critical = true } = {}) {
      probes.set(name, { probe, critical })
    },
    ready() {
      if (phase === 'starting') phase = 'ready'
    },
    drain() {
      phase = 'draining'
    },
    live: () => ({ ok: true, phase, checks: {} }),
    readiness() {
      // While draining nothing below is to be touched any more.
      if (phase === 'draining') return Promise.resolve({ ok: false, phase, checks: {} })
      // Many who ask at once share one round of checks.
      running ??= report().finally(() => {
        running = null
      })
      return running
    },
  }
}
