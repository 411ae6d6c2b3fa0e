import { parseArgs } from 'node:util'
import { reportDimensions, type ReportDimension } from '../operate/report/report-lines.ts'
import { utcDay } from '../shared/clock.ts'
import { UsageError } from './usage-error.ts'

export interface ReportArguments {
  /** UTC days, both included. */
  readonly firstDay: string
  readonly lastDay: string
  readonly by: readonly ReportDimension[]
  readonly form: 'text' | 'json' | 'csv'
}

export const reportHelp = `farthing report [options]: what was earned, spent on gas, refused, given back and lost

  --month <month>    such as 2026-03; the present month unless another time is given
  --from <day>       the first day, such as 2026-03-01
  --to <day>         the last day, which is included; today unless given
  --by <list>        splits it: any of ${reportDimensions.join(',')}, with commas between
  --csv              for accountants: one row per group with --by, one row per payment without
  --json             the report as JSON
  --env-file <file>  a file of settings, one NAME=value a line; the environment overrides it
  --help             this text

Days are UTC. Income is in USDC to the last unit and in euro, by the reference rates of the European Central Bank that the service
records; one USDC counts as one US dollar. What was earned in March, in euro: farthing report --month 2026-03. It is not split by the
countries of customers, which a payment does not tell.
The command reads the ledger in a process of its own, beside the service or without it. Exit code: 0, 1 if the ledger could not be
read, 2 for wrong usage.
`

const options = {
  month: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  by: { type: 'string' },
  csv: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** @throws UsageError */
export function readReportArguments(args: readonly string[], now: number): ReportArguments | 'help' {
  const values = parse(args)
  if (values.help) return 'help'
  if (values.csv && values.json) throw new UsageError('--csv and --json exclude each other')
  if (values.month !== undefined && (values.from !== undefined || values.to !== undefined))
    throw new UsageError('--month excludes --from and --to')
  const form = values.csv ? 'csv' : values.json ? 'json' : 'text'
  return { ...days(values, now), by: dimensions(values.by), form }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch {
    throw new UsageError('unknown or incomplete option')
  }
}

function days({ month, from, to }: { month?: string; from?: string; to?: string }, now: number) {
  const today = utcDay(now)
  if (from === undefined && to === undefined) return daysOfMonth(month ?? today.slice(0, 7))
  if (from === undefined) throw new UsageError('--to needs --from')
  const firstDay = day('--from', from)
  const lastDay = to === undefined ? today : day('--to', to)
  if (lastDay < firstDay) throw new UsageError('--to is before --from')
  return { firstDay, lastDay }
}

function daysOfMonth(month: string) {
  const first = Date.parse(`${month}-01T00:00:00Z`)
  if (!/^\d{4}-\d\d$/.test(month) || Number.isNaN(first)) throw new UsageError('--month must be a month such as 2026-03')
  const at = new Date(first)
  return { firstDay: `${month}-01`, lastDay: utcDay(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)) }
}

function day(option: string, text: string): string {
  const at = Date.parse(`${text}T00:00:00Z`)
  // A day that no month has, such as 31 April, is another day for the parser.
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(at) || utcDay(at) !== text)
    throw new UsageError(`${option} must be a day such as 2026-03-01`)
  return text
}

function dimensions(list: string | undefined): readonly ReportDimension[] {
  if (list === undefined) return []
  return [...new Set(list.split(',').map((text) => text.trim()))].map((name) => {
    const dimension = reportDimensions.find((one) => one === name)
    if (dimension === undefined) throw new UsageError(`--by takes ${reportDimensions.join(', ')}, with commas between`)
    return dimension
  })
}
