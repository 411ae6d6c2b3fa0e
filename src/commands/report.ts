import { constants, setPriority } from 'node:os'
import { makeReport } from '../operate/report/make-report.ts'
import { reportCsv } from '../operate/report/report-csv.ts'
import { reportJson } from '../operate/report/report-json.ts'
import { reportText } from '../operate/report/report-text.ts'
import { salesCsv } from '../operate/report/sales-csv.ts'
import { askService } from '../service/ask-service.ts'
import { openReading, openSnapshotReading } from '../service/open-reading.ts'
import { operatorCommand, type CommandIo } from './operator-command.ts'
import { readReportArguments, reportHelp, type ReportArguments } from './report-arguments.ts'

/** `farthing report`; gives the exit code that its help documents. */
export function reportCommand(args: readonly string[], own?: CommandIo): Promise<number> {
  return operatorCommand({ name: 'report', help: reportHelp, io: own }, async ({ io, place, system }) => {
    const given = readReportArguments(args, system.clock.now())
    if (given === 'help') {
      await io.out(reportHelp)
      return 0
    }
    // Sales go first where both want the processor.
    if (own === undefined) setPriority(constants.priority.PRIORITY_LOW)
    // A service that has just started has recorded no rates yet. Without a service, or without its answer, those on record must do.
    await askService({ dataDir: place.dataDir, action: 'rates/record' }).catch(() => undefined)
    if (given.form === 'csv' && given.by.length === 0) await writeSales(io, await openReading(place, system), given)
    else await writeReport(io, await openSnapshotReading(place, system.timers), given)
    return 0
  })
}

type Reading = Awaited<ReturnType<typeof openReading>>

/** As long as the reader of the output takes, so not from a snapshot. */
async function writeSales(io: CommandIo, reading: Reading, given: ReportArguments): Promise<void> {
  try {
    for await (const rows of salesCsv(reading, given)) await io.out(rows)
  } finally {
    await reading.close()
  }
}

async function writeReport(io: CommandIo, reading: Reading, given: ReportArguments): Promise<void> {
  const report = await makeReport(reading, given)
  await reading.close()
  if (given.form === 'json') await io.out(`${JSON.stringify(reportJson(report), null, 2)}\n`)
  else await io.out(given.form === 'csv' ? reportCsv(report) : reportText(report))
}
