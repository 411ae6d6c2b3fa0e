import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

/** A line of the log: its fields, and when it came by the clock of the test, which nothing changes. */
interface HeardLine {
  readonly at: number
  readonly text: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** What an operator is told within, in seconds. */
const alarmWithin = 60
const pages = readFileSync('docs/operate/alarms.md', 'utf8')

export interface Incident {
  readonly name: string
  readonly alarm: string
  /** What ends it, beside the cause being mended: nothing, or the command that the page names. */
  readonly recovery: string
  /** The line that says that it is over. */
  readonly over: string | RegExp
  readonly breakIt: () => Promise<void> | void
  /** What `/status` and `/readyz` say while it lasts. */
  readonly whileItLasts: () => Promise<void>
  readonly mend: () => Promise<void> | void
  /** Whether a new call is sold. */
  readonly sells: () => Promise<boolean>
}

/** Hears the log of a service, lets incidents happen, and keeps what was measured. */
export function openIncidentBook() {
  const lines: HeardLine[] = []
  const rows: string[][] = []

  function hear(text: string): void {
    try {
      lines.push({ at: performance.now(), text, fields: JSON.parse(text) as Record<string, unknown> })
    } catch {
      // Not all that a process writes is a line of its log.
      lines.push({ at: performance.now(), text, fields: {} })
    }
  }

  const since = (from: number, matches: (line: HeardLine) => boolean) => lines.filter((line) => line.at >= from && matches(line))
  const firstSince = async (from: number, matches: (line: HeardLine) => boolean, seconds: number) => {
    await expect.poll(() => since(from, matches).length, { timeout: seconds * 1_000, interval: 50 }).toBeGreaterThan(0)
    return since(from, matches)[0]!
  }

  async function happens({ name, alarm, recovery, over, breakIt, whileItLasts, mend, sells }: Incident): Promise<void> {
    const isAlarm = ({ fields }: HeardLine) => fields['alarm'] === alarm
    const isOver = ({ fields, text }: HeardLine) => (typeof over === 'string' ? fields['msg'] === over : over.test(text))
    const brokenAt = performance.now()
    /** Nothing is said twice while it lasts; each worker says it for itself. */
    const toldTwice = () => {
      const told = since(brokenAt, isAlarm).map(({ fields }) => `${String(fields['worker'])} ${String(fields['msg'])}`)
      return told.filter((text, index) => told.indexOf(text) !== index)
    }
    await breakIt()
    let secondsToAlarm = Number.NaN
    let mended = false
    try {
      const raised = await firstSince(brokenAt, isAlarm, alarmWithin)
      secondsToAlarm = (raised.at - brokenAt) / 1_000
      expect(raised.fields['page']).toBe(`docs/operate/alarms.md#${alarm}`)
      expect(pages).toContain(`\n### ${alarm}\n`)
      await whileItLasts()
      expect(toldTwice()).toEqual([])
      mended = true
    } finally {
      // The incidents after it begin with a whole service.
      if (!mended) await mend()
    }
    const mendedAt = performance.now()
    await mend()
    await expect.poll(sells, { timeout: 120_000, interval: 200 }).toBe(true)
    const secondsToSales = (performance.now() - mendedAt) / 1_000
    await firstSince(mendedAt, isOver, 120)
    expect(toldTwice()).toEqual([])
    rows.push([name, alarm, secondsToAlarm.toFixed(1), recovery, secondsToSales.toFixed(1)])
  }

  return {
    hear,
    happens,
    /** All that was heard, for what must not be in it. */
    text: () => lines.map(({ text }) => text).join('\n'),
    table: () =>
      [['incident', 'alarm', 'seconds to the alarm', 'recovery', 'seconds to sales'], ...rows]
        .map((row) => `| ${row.join(' | ')} |`)
        .join('\n'),
  }
}
