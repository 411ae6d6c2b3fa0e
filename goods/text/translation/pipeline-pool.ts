import { PipelineFailed, type Pipeline } from './pipeline.ts'
import { createTurns } from './turns.ts'

export interface PipelinePoolSettings {
  /** Pipelines that work at once. */
  readonly maxAtWork: number
  /** Pipelines that are kept running, at least as many as work at once. */
  readonly maxRunning: number
  /** Calls after which a pipeline is replaced, so that it can't keep growing. */
  readonly maxRuns: number
  /** For one call. */
  readonly runMs: number
}

/** Pipelines of several modes, started when they are needed and kept for the next call. */
export interface PipelinePool {
  /** @throws PipelineFailed; the reason of the signal, while the call waits for its turn */
  run(mode: string, units: readonly string[], signal: AbortSignal): Promise<readonly string[]>
  close(): Promise<void>
}

interface Kept {
  readonly mode: string
  readonly pipeline: Pipeline
  runs: number
}

/** A pipeline serves one call at a time, so texts of two callers never meet in it. */
export function createPipelinePool(settings: PipelinePoolSettings, start: (mode: string) => Pipeline): PipelinePool {
  const turns = createTurns(settings.maxAtWork)
  /** Those that have nothing to do, the one that was used last at the end. */
  const idle: Kept[] = []
  const working = new Set<Kept>()
  const ending = new Set<Promise<void>>()
  let closed = false

  function end({ pipeline }: Kept): void {
    const gone = pipeline.end()
    ending.add(gone)
    void gone.finally(() => ending.delete(gone))
  }

  function take(mode: string): Kept {
    const at = idle.findLastIndex((one) => one.mode === mode && !one.pipeline.hasEnded())
    const [found] = at >= 0 ? idle.splice(at, 1) : []
    if (found) return found
    while (idle.length > 0 && idle.length + working.size >= settings.maxRunning) {
      const oldest = idle.shift()
      if (oldest) end(oldest)
    }
    return { mode, pipeline: start(mode), runs: 0 }
  }

  async function work(mode: string, units: readonly string[]): Promise<readonly string[]> {
    if (closed) throw new PipelineFailed('the service is closing')
    const kept = take(mode)
    working.add(kept)
    try {
      return await kept.pipeline.run(units, settings.runMs)
    } finally {
      working.delete(kept)
      kept.runs += 1
      if (closed || kept.pipeline.hasEnded() || kept.runs >= settings.maxRuns) end(kept)
      else idle.push(kept)
    }
  }

  return {
    async run(mode, units, signal) {
      await turns.enter(signal)
      try {
        return await work(mode, units)
      } finally {
        turns.leave()
      }
    },
    async close() {
      closed = true
      for (const kept of [...idle.splice(0), ...working]) end(kept)
      await Promise.all(ending)
    },
  }
}
