import type { MigrationReport } from '../service/migrate-ledger.ts'
import { formatUsd } from '../shared/money.ts'

/** A report, with what the command adds to it. */
export interface PrintedReport extends MigrationReport {
  readonly from: string
  /** Without user and password. */
  readonly to: string
  readonly checkOnly: boolean
  /** Resident memory of the process at the end, in bytes. */
  readonly memory: number
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

export function migrateReportText(report: PrintedReport): string {
  const { from, to, tables, sums } = report
  if (report.movedBefore) return `The ledger of ${from} was moved to ${to} before. Nothing was done.\n`
  const lost = tables.flatMap(({ lostAnswers }) => lostAnswers)
  const lines = [
    ...tables.map(
      ({ table, compared, differences }) =>
        `${table.padEnd(20)}${whole.format(compared).padStart(13)} rows compared, ${differences === 0 ? 'no differences' : `${whole.format(differences)} differ`}`,
    ),
    '',
    ...sums.map(sumText),
    ...(lost.length > 0
      ? ['', `Not moved, since their files are missing: the answers of ${lost.slice(0, 10).join(', ')}${lost.length > 10 ? ' ...' : ''}`]
      : []),
    ...tables.flatMap(({ first }) => first.map(differenceText)),
    '',
    `${whole.format(report.copied)} rows copied in ${report.copySeconds.toFixed(1)} s, ${whole.format(rowsCompared(report))} compared in ${report.checkSeconds.toFixed(1)} s.`,
    ending(report),
  ]
  return `${lines.join('\n')}\n`
}

function ending({ matches, checkOnly, from, to }: PrintedReport): string {
  if (!matches)
    return `The ledgers of ${from} and ${to} differ.${checkOnly ? '' : ' The directory keeps the ledger; run this again to copy everything from the beginning.'}`
  return checkOnly
    ? `The ledgers of ${from} and ${to} are the same.`
    : `The ledger of ${from} is now at ${to}. Start the service with DATABASE_URL; DATA_DIR may stay as it is.`
}

function sumText({ network, state, theft, payments, amount, there, same }: MigrationReport['sums'][number]): string {
  const name = `${network} ${theft ? `${state} (thefts)` : state}`
  const ours = `${whole.format(payments)} payments, ${formatUsd(amount)} USDC`
  if (same) return `${name.padEnd(33)}${ours} on both sides`
  return `${name.padEnd(33)}${ours} here, ${there ? `${whole.format(there.payments)} payments, ${formatUsd(there.amount)} USDC` : 'none'} there`
}

function differenceText({ table, key, what }: MigrationReport['tables'][number]['first'][number]): string {
  const how = what === 'missing' ? 'is missing there' : what === 'surplus' ? 'is only there' : `differs in ${what.join(', ')}`
  return `${table} ${key.join(' ')} ${how}`
}

/** One JSON object. Amounts are base units, as text. */
export function migrateReportJson(report: PrintedReport): string {
  const { matches, movedBefore, from, to, checkOnly, resumed, copied, copySeconds, checkSeconds, tables, sums, left, memory } = report
  const compared = rowsCompared(report)
  return `${JSON.stringify(
    {
      well: matches,
      from,
      to,
      moved: matches && !checkOnly,
      movedBefore,
      rows: { resumed, copied, compared },
      rowsPerSecond: { copied: rate(copied, copySeconds), compared: rate(compared, checkSeconds) },
      seconds: { copying: copySeconds, comparing: checkSeconds },
      memoryBytes: memory,
      tables: tables.map(({ table, compared, differences, first, lostAnswers }) => ({ table, compared, differences, first, lostAnswers })),
      sums,
      left,
    },
    (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    2,
  )}\n`
}

function rate(rows: number, seconds: number): number | null {
  return seconds > 0 ? Math.round(rows / seconds) : null
}

function rowsCompared({ tables }: PrintedReport): number {
  return tables.reduce((sum, { compared }) => sum + compared, 0)
}
