import type { Cancel, Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'

/** Decides which process owns a job, among all processes that share a ledger. */
export interface LeaseKeeper {
  take(lease: { readonly name: string; readonly owner: string; readonly until: number; readonly now: number }): Promise<boolean>
  release(lease: { readonly name: string; readonly owner: string }): Promise<void>
}

export interface Job {
  /** kebab-case; names it in the log, the metrics and the lease. */
  readonly name: string
  /** From the end of one run to the start of the next. */
  readonly everyMs: number
  /** From the start to the first run; `everyMs` if not given. */
  readonly firstMs?: number
  /** Aborts when the jobs are stopped. */
  readonly run: (signal: AbortSignal) => Promise<void>
  /** Runs in every process, without a lease, because it maintains something of the process itself. */
  readonly everywhere?: boolean
}

export interface JobsParts {
  readonly clock: Clock
  readonly timers: Timers
  readonly log: Log
  readonly metrics: Metrics
  readonly leases: LeaseKeeper
  /** This process. */
  readonly owner: string
  /** How long a lease lasts; must be longer than any single run. */
  readonly leaseMs?: number
}

export interface Jobs {
  add(job: Job): void
  start(): void
  /** Starts no more runs. Resolves when the running ones have ended and the leases are released. */
  stop(): Promise<void>
}

/** Background work by interval: one run of a job at a time, in one process at a time. A failed run is logged, and the job runs again after its interval. */
export function createJobs({ clock, timers, log, metrics, leases, owner, leaseMs = 300_000 }: JobsParts): Jobs {
  const jobs: Job[] = []
  const waiting = new Map<string, Cancel>()
  const running = new Map<string, Promise<void>>()
  const held = new Set<string>()
  /** What was wrong at the last run of a job. */
  const failing = new Map<string, string>()
  const stopping = new AbortController()
  const runs = metrics.counter('farthing_job_runs_total', 'Runs of background jobs by result.', ['job', 'result'])
  let started = false

  const leaseName = (job: Job) => `job:${job.name}`

  async function owns(job: Job): Promise<boolean> {
    if (job.everywhere) return true
    const now = clock.now()
    const taken = await leases.take({ name: leaseName(job), owner, now, until: now + Math.max(leaseMs, 2 * job.everyMs) })
    if (taken) held.add(leaseName(job))
    else held.delete(leaseName(job))
    return taken
  }

  async function runJob(job: Job): Promise<void> {
    try {
      if (!(await owns(job)) || stopping.signal.aborted) return
      await job.run(stopping.signal)
      runs.add({ job: job.name, result: 'done' })
      if (failing.delete(job.name)) log.info({ job: job.name }, 'background job runs again')
    } catch (error) {
      if (stopping.signal.aborted) return
      runs.add({ job: job.name, result: 'failed' })
      const reason = error instanceof Error ? error.message : String(error)
      // Once for each reason: during an outage of the database a job fails every few seconds.
      if (failing.get(job.name) !== reason) log.error({ job: job.name, err: error }, 'background job failed')
      failing.set(job.name, reason)
    }
  }

  function schedule(job: Job, ms: number): void {
    if (stopping.signal.aborted) return
    waiting.set(
      job.name,
      timers.after(ms, () => {
        waiting.delete(job.name)
        const run = runJob(job).then(() => {
          running.delete(job.name)
          schedule(job, job.everyMs)
        })
        running.set(job.name, run)
      }),
    )
  }

  return {
    add(job) {
      if (jobs.some(({ name }) => name === job.name)) throw new Error(`two jobs are named ${job.name}`)
      jobs.push(job)
      if (started) schedule(job, job.firstMs ?? job.everyMs)
    },
    start() {
      if (started) return
      started = true
      for (const job of jobs) schedule(job, job.firstMs ?? job.everyMs)
    },
    async stop() {
      stopping.abort(new Error('background jobs are stopping'))
      for (const cancel of waiting.values()) cancel()
      waiting.clear()
      await Promise.all(running.values())
      for (const name of held) {
        await leases
          .release({ name, owner })
          .catch((error: unknown) => log.warn({ lease: name, err: error }, 'lease not released; it will expire'))
      }
      held.clear()
    },
  }
}
