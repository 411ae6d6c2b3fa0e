import type { Timers } from '../../src/shared/clock.ts'
import { lostRace } from '../../src/store/store.ts'

/** What a statement gives, or that somebody else was faster. */
export type Done<Output> = Output | typeof lostRace

/** Sends one transaction over a connection of its own. */
export type Transaction = <Output>(name: string, run: () => Promise<Output>) => Promise<Done<Output>>

interface Traveller {
  readonly name: string
  run(): Promise<unknown>
  resolve(output: Done<unknown>): void
  reject(error: unknown): void
}

/**
 * As `src/store/postgres/gather.ts`: brief statements that come in one turn go in one transaction, so that all of them are
 * done or none, and nobody knows of all of them where nobody knows of one. Where it lost a race each is sent by itself.
 */
export function travelTogether(timers: Pick<Timers, 'soon'>, transaction: Transaction): Transaction {
  let waiting: Traveller[] = []

  async function leave(): Promise<void> {
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
    }
  }

  return (name, run) =>
    new Promise((resolve, reject) => {
      waiting.push({ name, run, resolve, reject })
      if (waiting.length === 1) timers.soon(() => void leave())
    })
}
