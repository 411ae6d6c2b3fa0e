import type { Life } from './life.ts'

/** Runs of background jobs over all instances: of each there is one at a time, as long as its lease is good. */
export interface JobRuns {
  /** Gives what ends it. */
  begin(run: { readonly job: string; readonly instance: string; readonly life: Life; readonly goodUntil: number }): () => void
}

export function createJobRuns(now: () => number, breach: (what: string) => void): JobRuns {
  const running = new Map<string, { readonly instance: string; readonly life: Life; readonly goodUntil: number }>()
  return {
    begin({ job, ...run }) {
      const other = running.get(job)
      if (other?.life.alive && other.instance !== run.instance && now() < other.goodUntil)
        breach(`${run.instance} runs ${job} while ${other.instance} does, whose lease is good`)
      running.set(job, run)
      return () => {
        if (running.get(job) === run) running.delete(job)
      }
    },
  }
}
