import type { MoveListener } from '../ledger/move/move-ledger.ts'
import type { Clock } from '../shared/clock.ts'

/** So often a line is written at most. */
const everyMs = 2_000

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/** Says how far a move is, in lines: rows a second since the part began, and what is left at that rate. */
export function createProgress(clock: Clock, write: (line: string) => void): MoveListener {
  let part: 'copied' | 'checked' = 'copied'
  let [rows, before, done, startedAt, toldAt] = [0, 0, 0, 0, 0]

  function tell(table: string): void {
    const seconds = (clock.now() - startedAt) / 1000
    const perSecond = seconds > 0 ? (done - before) / seconds : 0
    const left = perSecond > 0 ? `, ${whole.format(Math.ceil(Math.max(0, rows - done) / perSecond))} s left` : ''
    write(`${part} ${whole.format(done)} of ${whole.format(rows)} rows, ${whole.format(perSecond)} a second${left} (${table})`)
  }

  return {
    began(name, all, already) {
      part = name
      ;[rows, before, done] = [all, already, already]
      startedAt = toldAt = clock.now()
      const resumed = already > 0 ? `, ${whole.format(already)} of them before` : ''
      write(`${whole.format(all)} rows are to be ${part}${resumed}`)
    },
    passed(table, more) {
      done += more
      if (clock.now() - toldAt < everyMs) return
      toldAt = clock.now()
      tell(table)
    },
  }
}
