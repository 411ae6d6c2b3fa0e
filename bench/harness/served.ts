import { monitorEventLoopDelay } from 'node:perf_hooks'

/** What a server process reports about itself. */
export interface Usage {
  /** User and system time of all its threads since it began, in microseconds. */
  readonly cpuMicros: number
  readonly rssBytes: number
  readonly heapUsedBytes: number
}

/** Turns of the event loop since they were watched. */
export interface Turns {
  readonly p99Ms: number
  readonly longestMs: number
}

export type OfferCall = 'usage' | 'usage after collecting garbage' | 'watch turns' | 'turns'

/** How often the event loop is sampled while its turns are watched. */
const resolution = 1

/** The input that the server was started with, of its own type. */
export function serverInput(): unknown {
  return JSON.parse(process.argv[2] ?? 'null')
}

/** Tells the parent process that the server listens, then answers its questions. Exits with the parent. */
export function served(port: number): void {
  let turns: ReturnType<typeof monitorEventLoopDelay> | null = null
  const answers: Record<OfferCall, () => unknown> = {
    usage,
    'usage after collecting garbage': () => {
      // Twice, since finalizers of the first round free memory for the second.
      globalThis.gc?.()
      globalThis.gc?.()
      return usage()
    },
    'watch turns': () => {
      turns?.disable()
      turns = monitorEventLoopDelay({ resolution })
      turns.enable()
      return null
    },
    turns: () => ({ p99Ms: (turns?.percentile(99) ?? 0) / 1e6 - resolution, longestMs: (turns?.max ?? 0) / 1e6 - resolution }),
  }
  process.on('message', (question: OfferCall) => process.send?.({ answer: answers[question]() }))
  process.once('disconnect', () => process.exit(0))
  process.send?.({ port })
}

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  return { cpuMicros: user + system, rssBytes: rss, heapUsedBytes: heapUsed }
}
