import type { Caller, CallPlace, EngineTrial, TriedEngine } from '../../../src/goods/kit/workers.ts'
import type { JobInput, JobName, JobResult } from './text-jobs.ts'

/** What computes on texts, in processes of its own (goods/text/README.md). */
export interface TextEngines {
  /** A place for one call; null when none is left for this caller. Free calls have places of their own. */
  admit(caller: Caller): CallPlace | null
  /** Whether they work at all. */
  readonly trial: TriedEngine
  /** `available` before the first trial too: calls wait for it. `down` when they can't be used. */
  availability(): 'available' | 'down'
  /** The version of the models, for `engine` in answers. */
  readonly version: string
  /**
   * Runs a job in a worker. The workers' time is shared by caller; by default it is ourselves.
   * @throws Problem what the job throws; `engine_failed` when its time is over or its worker ended, which a caller may try again
   */
  run<J extends JobName>(
    job: J,
    input: JobInput<J>,
    options: { readonly caller?: Caller | undefined; readonly signal: AbortSignal },
  ): Promise<JobResult<J>>
}

/** Text engines with their processes. */
export interface OpenedTextEngines extends TextEngines {
  readonly trial: EngineTrial
  close(): Promise<void>
}
