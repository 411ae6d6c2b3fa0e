import { Problem } from '../../shared/problems.ts'
import { endWithParent } from './end-with-parent.ts'
import type { JobOrder, WorkerMessage } from './worker-messages.ts'

/** What a job may ask of its process. */
export interface JobHost {
  /** Its state can no longer be relied on: it is replaced after this job. */
  wearOut(): void
}

type AnyJob<Tools> = (input: never, tools: Tools, host: JobHost) => Promise<unknown>

/**
 * Makes this process a worker: opens what the jobs need, then does one job after the other.
 * @param faultOf the words of an error of `open` that may be logged; null for others
 */
export async function serveJobs<Tools>(
  jobs: Readonly<Record<string, AnyJob<Tools>>>,
  open: () => Promise<Tools>,
  faultOf: (error: unknown) => string | null = () => null,
): Promise<void> {
  const say = (message: WorkerMessage) => void process.send?.(message)
  // A terminal sends its signals to every process. The service decides when this one ends, and ends it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  endWithParent(process.ppid)
  try {
    const tools = await open()
    process.on('message', (order) => void work(order as JobOrder, jobs, tools).then(say))
    say({ kind: 'ready' })
  } catch (error) {
    say({ kind: 'unusable', reason: faultOf(error) ?? describe(error) })
  }
}

async function work<Tools>(
  { id, job, input }: JobOrder,
  jobs: Readonly<Record<string, AnyJob<Tools>>>,
  tools: Tools,
): Promise<WorkerMessage> {
  let isWorn = false
  const host: JobHost = { wearOut: () => void (isWorn = true) }
  try {
    const run = Object.hasOwn(jobs, job) ? jobs[job] : undefined
    if (!run) throw new Error('there is no such job')
    const result = await run(input as never, tools, host)
    return { kind: 'done', id, result, residentBytes: process.memoryUsage.rss(), isWorn }
  } catch (error) {
    if (!(error instanceof Problem)) return { kind: 'failed', id, error: describe(error) }
    const { cause: _, ...options } = error.options
    return { kind: 'problem', id, problem: error.kind, detail: error.message, options }
  }
}

/** Where an error was thrown. Its message may hold what a caller sent, so it stays here. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'something that is not an error was thrown'
  const places = error.stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  return [error.name, ...places.slice(0, 8).map((line) => line.trim())].join(' ')
}
