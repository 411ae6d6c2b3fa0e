import type { Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'

export interface Readiness {
  /** Whether calls may be sent here. */
  readonly ready: boolean
  /** `process` is starting, ready or draining; each check is ok, failed or unchecked. Reasons go to the log only. */
  readonly checks: Readonly<Record<string, string>>
}

type Probe = () => Promise<void> | void
type CheckState = 'ok' | 'failed' | 'unchecked'

export interface CheckOptions {
  readonly critical?: boolean
  /** The checked part reports its failures to the log itself. */
  readonly quiet?: boolean
}

export interface Health {
  /** Adds a check. It fails when it throws or exceeds its time. Only critical checks make the process unready. */
  register(name: string, probe: Probe, options?: CheckOptions): void
  /** Adds a critical check that costs nothing, so its answer is never old. */
  require(name: string, holds: () => boolean): void
  /** Runs all checks once. A background job calls it, so that requests for readiness cost nothing. */
  refresh(): Promise<void>
  /** The work of an earlier process is recovered: calls may come. */
  started(): void
  /** The process is ending: no more calls. */
  drain(): void
  /** The last result of each check. */
  ready(): Readiness
}

export interface HealthParts {
  readonly timers: Timers
  readonly log: Log
  /** How long one check may take. */
  readonly checkMs?: number
}

/** The state behind `/readyz`. `/livez` answers as long as the process can. */
export function createHealth({ timers, log, checkMs = 2_000 }: HealthParts): Health {
  const probes = new Map<string, { readonly probe: Probe; readonly critical: boolean; readonly quiet: boolean; state: CheckState }>()
  const required = new Map<string, () => boolean>()
  let phase: 'starting' | 'ready' | 'draining' = 'starting'

  /** Returns what is wrong; null for nothing. */
  async function faultOf(probe: Probe): Promise<{ readonly error: unknown } | null> {
    let cancel = () => {}
    const late = new Promise<never>((_, reject) => {
      cancel = timers.after(checkMs, () => reject(new Error(`no answer within ${checkMs} ms`)))
    })
    try {
      await Promise.race([Promise.resolve().then(probe), late])
      return null
    } catch (error) {
      return { error }
    } finally {
      cancel()
    }
  }

  return {
    register(name, probe, { critical = true, quiet = false } = {}) {
      probes.set(name, { probe, critical, quiet, state: 'unchecked' })
    },
    require: (name, holds) => void required.set(name, holds),
    async refresh() {
      // While draining, the checked parts are being closed.
      if (phase === 'draining') return
      await Promise.all(
        [...probes].map(async ([name, entry]) => {
          const { probe, quiet, state: before } = entry
          const fault = await faultOf(probe)
          entry.state = fault ? 'failed' : 'ok'
          // Only changes are logged: a check that fails for an hour would fill the log.
          if (quiet || phase === 'draining') return
          if (fault && before !== 'failed') log.warn({ check: name, reason: reasonOf(fault.error) }, 'health check failed')
          else if (!fault && before === 'failed') log.info({ check: name }, 'health check passes again')
        }),
      )
    },
    started() {
      if (phase === 'starting') phase = 'ready'
    },
    drain() {
      phase = 'draining'
    },
    ready() {
      const failed = [...required].filter(([, holds]) => !holds()).map(([name]) => name)
      const healthy = failed.length === 0 && [...probes.values()].every(({ critical, state }) => !critical || state === 'ok')
      return {
        ready: phase === 'ready' && healthy,
        checks: {
          process: phase,
          ...Object.fromEntries([...probes].map(([name, { state }]) => [name, state])),
          ...Object.fromEntries([...required.keys()].map((name) => [name, failed.includes(name) ? 'failed' : 'ok'])),
        },
      }
    },
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
