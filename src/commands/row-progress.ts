import type { Clock } from '../shared/clock.ts'

/** Milliseconds between two lines of progress. */
const minPauseMs = 2_000

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Called with the progress of work on rows. */
export interface RowListener {
  /** A part begins, such as `copied`: how many rows it has, and how many of them were done before. */
  onStart(part: string, rows: number, done: number): void
  /** The number of further rows of a table that are done. */
  onRows(table: string, rows: number): void
}

/** Writes progress line by line: rows per second since the part began, and the time left at that rate. */
export function createProgress(clock: Clock, write: (line: string) => void): RowListener {
  let part = ''
  let [rows, before, done, startedAt, reportedAt] = [0, 0, 0, 0, 0]

  function report(table: string): void {
    const seconds = (clock.now() - startedAt) / 1000
    const perSecond = seconds > 0 ? (done - before) / seconds : 0
    const left = perSecond > 0 ? `, ${whole.format(Math.ceil(Math.max(0, rows - done) / perSecond))} s left` : ''
    write(`${part} ${whole.format(done)} of ${whole.format(rows)} rows, ${whole.format(perSecond)} a second${left} (${table})`)
  }

  return {
    onStart(name, all, already) {
      part = name
      ;[rows, before, done] = [all, already, already]
      startedAt = reportedAt = clock.now()
      const resumed = already > 0 ? `, ${whole.format(already)} of them before` : ''
      write(`${whole.format(all)} rows to be ${part}${resumed}`)
    },
    onRows(table, more) {
      done += more
      if (clock.now() - reportedAt < minPauseMs) return
      reportedAt = clock.now()
      report(table)
    },
  }
}
