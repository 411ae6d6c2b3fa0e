import type { Timers } from '../../../src/shared/clock.ts'
import { lostRace } from '../../../src/store/store.ts'

/** The result of a statement, or that it lost a race. */
export type Done<Output> = Output | typeof lostRace

/** Sends one transaction over its own connection. */
export type Transaction = <Output>(name: string, run: () => Promise<Output>) => Promise<Done<Output>>

interface WaitingStatement {
  readonly name: string
  run(): Promise<unknown>
  resolve(output: Done<unknown>): void
  reject(error: unknown): void
}

/**
 * As in `src/store/postgres/lane.ts`: brief statements of one turn of the event loop share one transaction. So all of them
 * are done or none, and if the outcome of one is unknown, so is that of all. If the transaction lost a race, each is sent alone.
 * @param oneAtATime inputs of one statement that takes sets: those that come while one is under way travel together as the next one
 */
export function batchStatements(timers: Pick<Timers, 'soon'>, transaction: Transaction, oneAtATime = false): Transaction {
  let waiting: WaitingStatement[] = []
  let underWay = false

  function schedule(): void {
    if (waiting.length > 0 && !(oneAtATime && underWay)) timers.soon(() => void sendBatch())
  }

  async function sendBatch(): Promise<void> {
    if (waiting.length === 0) return
    underWay = true
    const batch = waiting
    waiting = []
    const name = batch.map((one) => one.name).join(' and ')
    try {
      const outputs = await transaction(name, () => Promise.all(batch.map((one) => one.run())))
      if (outputs !== lostRace) for (const [index, one] of batch.entries()) one.resolve(outputs[index])
      else if (batch.length === 1) batch[0]!.resolve(lostRace)
      else for (const one of batch) transaction(one.name, () => one.run()).then(one.resolve, one.reject)
    } catch (error) {
      for (const one of batch) one.reject(error)
    } finally {
      underWay = false
      if (oneAtATime) schedule()
    }
  }

  return (name, run) =>
    new Promise((resolve, reject) => {
      waiting.push({ name, run, resolve, reject })
      if (waiting.length === 1) schedule()
    })
}
