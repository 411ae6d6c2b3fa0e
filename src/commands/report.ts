import { makeReport } from '../operate/report/make-report.ts'
import { reportCsv } from '../operate/report/report-csv.ts'
import { reportJson } from '../operate/report/report-json.ts'
import { reportDimensions, type ReportDimension } from '../operate/report/report-lines.ts'
import { reportText } from '../operate/report/report-text.ts'
import { salesCsv } from '../operate/report/sales-csv.ts'
import { askService } from '../service/ask-service.ts'
import { openReading, openSnapshotReading } from '../service/open-reading.ts'
import { utcDay } from '../shared/clock.ts'
import { defineCommand, flag, value, type GivenTo } from './define/define-command.ts'
import { operatorCommand, type CommandIo } from './define/operator-command.ts'
import { UsageError } from './define/usage-error.ts'

const command = defineCommand({
  name: 'report',
  forms: [['[options]', 'what was earned, spent on gas, refused, given back and lost']],
  options: {
    month: value('month', 'such as 2026-03; the present month unless another time is given'),
    from: value('day', 'the first day, such as 2026-03-01'),
    to: value('day', 'the last day, which is included; today unless given'),
    by: value('list', `splits it: any of ${reportDimensions.join(',')}, with commas between`),
    csv: flag('for accountants: one row per group with --by, one row per payment without'),
    json: flag('the report as JSON'),
  },
  notes: `Days are UTC. Income is in USDC to the last unit and in euro, by the reference rates of the European Central Bank that the service
    records; one USDC counts as one US dollar. What was earned in March, in euro: farthing report --month 2026-03. It is not split by the
    countries of customers, which a payment does not tell.

    The command reads the ledger in a process of its own, beside the service or without it. Exit code: 0, 1 if the ledger could not be
    read, 2 for wrong usage.`,
})

/** `farthing report`; gives the exit code that its help documents. */
export function reportCommand(args: readonly string[], own?: CommandIo): Promise<number> {
  return operatorCommand(command, args, own, async ({ io, place, system }, { options }) => {
    const given = readReport(options, system.clock.now())
    // A service that has just started has recorded no rates yet. Without a service, or without its answer, those on record must do.
    await askService({ dataDir: place.dataDir, action: 'rates/record' }).catch(() => undefined)
    if (given.form === 'csv' && given.by.length === 0) await writeSales(io, await openReading(place, system), given)
    else await writeReport(io, await openSnapshotReading(place, system.timers), given)
    return 0
  })
}

interface Asked {
  /** UTC days, both included. */
  readonly firstDay: string
  readonly lastDay: string
  readonly by: readonly ReportDimension[]
  readonly form: 'text' | 'json' | 'csv'
}

type Options = GivenTo<typeof command>['options']

/** @throws UsageError */
export function readReportArguments(args: readonly string[], now: number): Asked | 'help' {
  const given = command.read(args)
  return given === 'help' ? 'help' : readReport(given.options, now)
}

function readReport(options: Options, now: number): Asked {
  if (options.csv && options.json) throw new UsageError('--csv and --json exclude each other')
  if (options.month !== undefined && (options.from !== undefined || options.to !== undefined))
    throw new UsageError('--month excludes --from and --to')
  const form = options.csv ? 'csv' : options.json ? 'json' : 'text'
  return { ...days(options, now), by: dimensions(options.by), form }
}

function days({ month, from, to }: Options, now: number) {
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

type Reading = Awaited<ReturnType<typeof openReading>>

/** As long as the reader of the output takes, so not from a snapshot. */
async function writeSales(io: CommandIo, reading: Reading, given: Asked): Promise<void> {
  try {
    for await (const rows of salesCsv(reading, given)) await io.out(rows)
  } finally {
    await reading.close()
  }
}

async function writeReport(io: CommandIo, reading: Reading, given: Asked): Promise<void> {
  const report = await makeReport(reading, given)
  await reading.close()
  if (given.form === 'json') await io.out(`${JSON.stringify(reportJson(report), null, 2)}\n`)
  else await io.out(given.form === 'csv' ? reportCsv(report) : reportText(report))
}
