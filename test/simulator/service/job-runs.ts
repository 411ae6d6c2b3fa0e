import type { ProcessRun } from './process-run.ts'

/** Runs of background jobs over all instances: each job runs once at a time while its lease is valid. */
export interface JobRuns {
  /** Returns a function that ends the run. */
  begin(run: { readonly job: string; readonly instance: string; readonly processRun: ProcessRun; readonly goodUntil: number }): () => void
}

export function createJobRuns(now: () => number, breach: (what: string) => void): JobRuns {
  const running = new Map<string, { readonly instance: string; readonly processRun: ProcessRun; readonly goodUntil: number }>()
  return {
    begin({ job, ...run }) {
      const other = running.get(job)
      if (other?.processRun.alive && other.instance !== run.instance && now() < other.goodUntil)
        breach(`${run.instance} runs ${job} while ${other.instance} does, whose lease is good`)
      running.set(job, run)
      return () => {
        if (running.get(job) === run) running.delete(job)
      }
    },
  }
}
