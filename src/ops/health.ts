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

export interface Health {
  /** Adds a check. It fails when it throws or exceeds its time. Only critical checks make the process unready. */
  register(name: string, probe: Probe, options?: { readonly critical?: boolean }): void
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
  const probes = new Map<string, { readonly probe: Probe; readonly critical: boolean; state: CheckState }>()
  let phase: 'starting' | 'ready' | 'draining' = 'starting'

  async function check(name: string, probe: Probe): Promise<CheckState> {
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

  return {
    register(name, probe, { critical = true } = {}) {
      probes.set(name, { probe, critical, state: 'unchecked' })
    },
    async refresh() {
      // While draining, the checked parts are being closed.
      if (phase === 'draining') return
      await Promise.all(
        [...probes].map(async ([name, entry]) => {
          entry.state = await check(name, entry.probe)
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
      const healthy = [...probes.values()].every(({ critical, state }) => !critical || state === 'ok')
      return {
        ready: phase === 'ready' && healthy,
        checks: { process: phase, ...Object.fromEntries([...probes].map(([name, { state }]) => [name, state])) },
      }
    },
  }
}
