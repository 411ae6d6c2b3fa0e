import { alarmFields } from '../../shared/alarm.ts'
import type { Cancel, Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'
import type { TriedEngine } from '../../shared/tried-engine.ts'

/**
 * Whether an engine works, by one real piece of work of it in this process. Its offers are sold only while it does: a trial that fails
 * takes them out of the catalog, and one that succeeds brings them back.
 */
export interface EngineTrial extends TriedEngine {
  /** Names it in the log, the metrics and the checks. */
  readonly name: string
  /** The engine could not be started for a call: nothing of it is sold until a trial succeeds. */
  fail(error: unknown): void
  /** Calls `run` whenever the engine fails, or works again. */
  onChange(run: () => void): void
  /** Ends the trials. Resolves when none is under way. */
  close(): Promise<void>
}

export interface EngineTrialParts {
  readonly name: string
  /** Does one real piece of work. @throws where the engine does not do it */
  readonly attempt: (signal: AbortSignal) => Promise<unknown>
  readonly timers: Timers
  readonly log: Log
  readonly metrics?: Metrics
}

/** Milliseconds that a trial may take: on a busy machine a browser of 270 MB is unpacked for it. */
const maxTrialMs = 60_000
/** Milliseconds until a failed trial is repeated; they double with each failure. */
const firstPauseMs = 1_000
const maxPauseMs = 300_000

export function createEngineTrial({ name, attempt, timers, log, metrics }: EngineTrialParts): EngineTrial {
  const works = metrics?.gauge('farthing_engine_works', 'Whether an engine did its last piece of trial work: 1 or 0', ['engine'])
  const trials = metrics?.counter('farthing_engine_trials_total', 'Trials of engines, by their outcome', ['engine', 'outcome'])
  const first = Promise.withResolvers<void>()
  const closing = new AbortController()
  let listeners: readonly (() => void)[] = []
  let standing: 'untried' | 'works' | 'failed' = 'untried'
  let isTrying = false
  let lastTrial = Promise.resolve()
  let cancelNext: Cancel | null = null
  let pauseMs = firstPauseMs

  function stand(next: 'works' | 'failed'): void {
    const before = standing
    standing = next
    works?.set(next === 'works' ? 1 : 0, { engine: name })
    first.resolve()
    if (before !== next && !(before === 'untried' && next === 'works')) for (const run of listeners) run()
  }

  function notice(error: unknown): void {
    if (standing !== 'failed')
      log.error(
        { ...alarmFields('engine'), engine: name, reason: error instanceof Error ? error.message : 'unknown', err: error },
        'an engine does not work: its offers are not sold until a trial succeeds; logged again when one does',
      )
    stand('failed')
  }

  function tryLater(): void {
    cancelNext = timers.after(pauseMs, begin)
    pauseMs = Math.min(maxPauseMs, pauseMs * 2)
  }

  async function run(): Promise<void> {
    const fault = await withinTime(attempt, closing.signal, timers).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    isTrying = false
    if (closing.signal.aborted) return
    trials?.add({ engine: name, outcome: fault ? 'failed' : 'succeeded' })
    if (fault) {
      notice(fault.error)
      return tryLater()
    }
    pauseMs = firstPauseMs
    if (standing === 'failed') log.info({ engine: name }, 'an engine works again: its offers are sold again')
    stand('works')
  }

  function begin(): void {
    cancelNext = null
    if (closing.signal.aborted || isTrying) return
    isTrying = true
    lastTrial = run()
  }

  return {
    name,
    standing: () => standing,
    tried() {
      if (standing === 'untried') begin()
      return first.promise
    },
    fail(error) {
      if (closing.signal.aborted) return
      notice(error)
      // A trial that is under way says how it goes on; one that waits comes no later for more failures.
      if (!isTrying && cancelNext === null) tryLater()
    },
    onChange(run) {
      listeners = [...listeners, run]
    },
    async close() {
      closing.abort(new Error('the service is closing'))
      cancelNext?.()
      first.resolve()
      await lastTrial
    },
  }
}

/** @throws what the attempt throws, the reason of the signal, and an Error when it takes too long */
async function withinTime(attempt: EngineTrialParts['attempt'], closing: AbortSignal, timers: Timers): Promise<void> {
  const late = new AbortController()
  const signal = AbortSignal.any([closing, late.signal])
  const cancel = timers.after(maxTrialMs, () => late.abort(new Error(`it took longer than ${maxTrialMs / 1_000} s`)))
  try {
    await Promise.race([attempt(signal), rejection(signal)])
  } finally {
    cancel()
  }
}

function rejection(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}
