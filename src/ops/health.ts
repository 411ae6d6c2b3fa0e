import type { Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'

export interface Readiness {
  /** Whether calls may be sent here. */
  readonly ready: boolean
  /** `process` is starting, ready or draining; each check is ok, failed or not yet checked. Reasons go to the log, not to strangers. */
  readonly checks: Readonly<Record<string, string>>
}

type Probe = () => Promise<void> | void
type Word = 'ok' | 'failed' | 'unchecked'

export interface Health {
  /** Adds a check; it fails when it throws or takes longer than its time. Only critical ones make the process unready. */
  register(name: string, probe: Probe, options?: { readonly critical?: boolean }): void
  /** Asks all checks once; a background job calls it, so that strangers who ask for readiness cost nothing. */
  refresh(): Promise<void>
  /** Everything that an earlier process left is recovered: calls may come. */
  started(): void
  /** The process ends: no more calls. */
  drain(): void
  /** The last word of each check. */
  ready(): Readiness
}

export interface HealthParts {
  readonly timers: Timers
  readonly log: Log
  /** How long one check may take. */
  readonly checkMs?: number
}

/** What `/readyz` answers from; `/livez` answers as long as the process can. */
export function createHealth({ timers, log, checkMs = 2_000 }: HealthParts): Health {
  const probes = new Map<string, { readonly probe: Probe; readonly critical: boolean; word: Word }>()
  let phase: 'starting' | 'ready' | 'draining' = 'starting'

  async function check(name: string, probe: Probe): Promise<Word> {
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
      probes.set(name, { probe, critical, word: 'unchecked' })
    },
    async refresh() {
      // While draining nothing below is to be touched any more.
      if (phase === 'draining') return
      await Promise.all(
        [...probes].map(async ([name, entry]) => {
          entry.word = await check(name, entry.probe)
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
      const healthy = [...probes.values()].every(({ critical, word }) => !critical || word === 'ok')
      return {
        ready: phase === 'ready' && healthy,
        checks: { process: phase, ...Object.fromEntries([...probes].map(([name, { word }]) => [name, word])) },
      }
    },
  }
}
