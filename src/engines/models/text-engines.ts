import type { TriedEngine } from '../../shared/tried-engine.ts'
import type { EngineTrial } from '../trial/engine-trial.ts'
import type { Lane } from '../workers/lanes.ts'
import type { JobInput, JobName, JobResult } from './text-jobs.ts'

/** A place for one call, from before its payment is claimed until its answer is made. */
export interface TextPlace {
  leave(): void
}

/** What computes on texts, in processes of its own (docs/text-engines.md). */
export interface TextEngines {
  /** A place for one call; null when all of its lane are taken. */
  admit(lane: Lane): TextPlace | null
  /** Whether they work at all. */
  readonly trial: TriedEngine
  /** `available` before the first trial too: calls wait for it. `down` when they can't be used. */
  availability(): 'available' | 'down'
  /** The version of the models, for `engine` in answers. */
  readonly version: string
  /**
   * Runs a job in a worker.
   * @throws Problem what the job throws; `engine_failed` when its time is over or its worker ended, which a caller may try again
   */
  run<J extends JobName>(job: J, input: JobInput<J>, options: { readonly lane: Lane; readonly signal: AbortSignal }): Promise<JobResult<J>>
}

/** Text engines with their processes. */
export interface OpenedTextEngines extends TextEngines {
  readonly trial: EngineTrial
  close(): Promise<void>
}
