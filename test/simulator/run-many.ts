import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Instances } from './instance-count.ts'
import type { RunResult } from './run.ts'

type Result = Omit<RunResult, 'story'>

export interface Totals {
  readonly broken: number[]
  purchases: number
  answered: number
  processRuns: number
  steps: number
  readonly states: Record<string, number>
}

/** Runs seeds in several processes. Each process takes the next seed that is left. */
export async function runMany(options: {
  readonly first: number
  readonly count: number
  readonly jobs: number
  readonly instances: Instances
  /** Stops at the first broken invariant. */
  readonly untilBroken?: boolean
  readonly execArgv?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  done(result: Result): void
}): Promise<Totals> {
  const { first, count, done } = options
  const totals: Totals = { broken: [], purchases: 0, answered: 0, processRuns: 0, steps: 0, states: {} }
  let next = first
  let stopped = false

  function add(result: Result): void {
    const { purchases, answered, processRuns, steps, states } = result.figures
    if (result.violations.length > 0) {
      totals.broken.push(result.seed)
      stopped ||= options.untilBroken ?? false
    }
    totals.purchases += purchases
    totals.answered += answered
    totals.processRuns += processRuns
    totals.steps += steps
    for (const [state, payments] of Object.entries(states)) totals.states[state] = (totals.states[state] ?? 0) + payments
    done(result)
  }

  const work = () =>
    new Promise<void>((resolve, reject) => {
      const child = fork(fileURLToPath(new URL('worker.ts', import.meta.url)), [], {
        execArgv: ['--disable-warning=ExperimentalWarning', ...(options.execArgv ?? [])],
        env: { ...process.env, ...options.environment },
      })
      const give = () => {
        if (stopped || next >= first + count) child.disconnect()
        else child.send({ seed: next++, instances: options.instances })
      }
      child.on('message', (result: Result) => {
        add(result)
        give()
      })
      child.on('error', reject)
      child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a simulator process ended with ${code}`))))
      give()
    })

  await Promise.all(Array.from({ length: Math.min(options.jobs, count) }, work))
  totals.broken.sort((one, other) => one - other)
  return totals
}
