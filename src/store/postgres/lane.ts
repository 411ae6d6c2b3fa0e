import type { Cancel, Timers } from '../../shared/clock.ts'
import type { Counter, Histogram } from '../../shared/metrics.ts'
import { StoreFailed, type Row } from '../store.ts'
import { endsConnection } from './engine-fault.ts'
import type { Asked } from './statement.ts'

export interface LaneOptions {
  readonly timers: Timers
  /** Sends some together, as one transaction; gives the rows of each. */
  sendTogether(batch: readonly Asked[]): Promise<readonly Row[][]>
  sendAlone(asked: Asked): Promise<Row[]>
  /** Connections that are used at once. With few of them more travel together, and the server works less for each. */
  readonly connections: number
  /** Milliseconds after which one more connection is used at a time, up to `moreConnections`, since what is under way may wait for a lock. */
  readonly patienceMs?: number
  readonly moreConnections?: number
  /** The most that travel together: what one of them has locked stays so until all are done. */
  readonly maxTogether: number
  /** The most bytes of bodies that travel together. */
  readonly maxBytes?: number
  /** How long one waits to be sent before it fails, unwritten. */
  readonly waitMs: number
  readonly sizes: Histogram
  readonly undone: Counter
}

interface Waiting extends Asked {
  readonly order: string
  resolve(rows: Row[]): void
  reject(error: unknown): void
  giveUp: Cancel | null
}

/** @param order names what the statement locks, in the same way in all processes. What travels together locks in this order, so that transactions do not deadlock. */
export type Send = (asked: Asked, order: string) => Promise<Row[]>

/** How many are sent alone at once, where all of them together failed. */
const aloneAtOnce = 4

/**
 * Sends what is asked. What comes in one turn of the event loop, or while all connections are busy, travels together; a single one is
 * sent at once. Where a transaction fails, nothing of it is written, and each of its inputs is sent again alone, so that none fails
 * because of another. Where the connection broke, the outcome of all of them is unknown.
 */
export function createLane(options: LaneOptions): Send {
  const { timers, connections, patienceMs, moreConnections = connections, maxTogether, maxBytes = Infinity, waitMs } = options
  const waiting: Waiting[] = []
  let busy = 0
  let allowed = connections
  let scheduled: Cancel | null = null
  let patience: Cancel | null = null

  function schedule(): void {
    if (waiting.length === 0) return
    if (busy < allowed) scheduled ??= timers.soon(start)
    else if (patienceMs !== undefined && allowed < moreConnections) patience ??= timers.after(patienceMs, useOneMore)
  }

  function useOneMore(): void {
    patience = null
    allowed++
    schedule()
  }

  function start(): void {
    scheduled = null
    while (busy < allowed && waiting.length > 0) {
      const batch = waiting.splice(0, countTogether(waiting, maxTogether, maxBytes))
      for (const one of batch) one.giveUp?.()
      busy++
      void run(batch).finally(ended)
    }
    // Only statements that could not be sent at once need a timeout.
    for (const one of waiting) one.giveUp ??= timers.after(waitMs, () => leave(one))
    schedule()
  }

  function ended(): void {
    busy--
    patience?.()
    patience = null
    allowed = Math.max(connections, busy)
    schedule()
  }

  function leave(one: Waiting): void {
    waiting.splice(waiting.indexOf(one), 1)
    one.reject(new StoreFailed('the database is too slow for what is asked of it'))
  }

  return (asked, order) =>
    new Promise((resolve, reject) => {
      waiting.push({ ...asked, order, resolve, reject, giveUp: null })
      schedule()
    })

  async function run(batch: Waiting[]): Promise<void> {
    batch.sort((one, other) => (one.order < other.order ? -1 : one.order > other.order ? 1 : 0))
    options.sizes.observe(batch.length)
    try {
      const rows = await options.sendTogether(batch)
      for (const [index, one] of batch.entries()) one.resolve(rows[index]!)
    } catch (error) {
      if (batch.length === 1 || error instanceof StoreFailed || endsConnection(error)) {
        for (const one of batch) one.reject(error)
        return
      }
      options.undone.add()
      const left = [...batch]
      const sendNext = async () => {
        for (let one = left.shift(); one !== undefined; one = left.shift()) await options.sendAlone(one).then(one.resolve, one.reject)
      }
      await Promise.all(Array.from({ length: aloneAtOnce }, sendNext))
    }
  }
}

function countTogether(waiting: readonly Asked[], maxTogether: number, maxBytes: number): number {
  let bytes = 0
  for (const [index, { values }] of waiting.slice(0, maxTogether).entries()) {
    for (const value of values) if (value instanceof Uint8Array) bytes += value.byteLength
    if (bytes > maxBytes && index > 0) return index
  }
  return maxTogether
}
