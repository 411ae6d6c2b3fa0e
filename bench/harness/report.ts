import type { Result, Row, Subject, Target } from './subject.ts'

export interface Ran {
  readonly subject: Subject
  readonly result: Result
  readonly seconds: number
}

/** One subject in Markdown. */
export function sectionOf({ subject, result, seconds }: Ran): string {
  const { rows, targets, notes } = result
  return [`## ${subject.title}`, tableOf(rows), targets.map(verdict).join('\n'), [...notes, `Took ${Math.round(seconds)} s.`].join(' ')]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** All targets, and whether they are met. */
export function summaryOf(ran: readonly Ran[]): string {
  const rows = ran.flatMap(({ subject, result }) =>
    result.targets.map(({ what, wanted, measured, met }) => ({
      subject: subject.name,
      target: what,
      wanted,
      measured,
      met: met ? 'yes' : '**no**',
    })),
  )
  return rows.length === 0 ? 'No targets.' : tableOf(rows)
}

function verdict({ what, wanted, measured, met }: Target): string {
  return `- ${met ? 'Met' : '**Missed**'}: ${what}: ${measured} (wanted: ${wanted}).`
}

function tableOf(rows: readonly Row[]): string {
  const columns = Object.keys(rows[0] ?? {})
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(columns), line(columns.map(() => '---')), ...rows.map((row) => line(columns.map((column) => row[column] ?? '')))].join('\n')
}
