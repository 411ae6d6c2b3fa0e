import { formatUsd } from '../../shared/money.ts'
import { csvRow } from './csv.ts'
import type { Report } from './make-report.ts'
import type { Category, ReportLine } from './report-lines.ts'

const counted = [
  'earned',
  'under_way',
  'credit',
  'refunded',
  'refused',
  'theft',
  'owed',
  'reversed',
  'free',
  'uncharged',
  'released',
] as const satisfies readonly Category[]

/** One row per group; a report that is not split has one row. */
export function reportCsv(report: Report): string {
  const rows = report.by.length === 0 ? [report.total] : report.lines
  const header = [
    ...report.by,
    ...counted.flatMap((category) => [`${category}_payments`, `${category}_usdc`]),
    'earned_not_final_usdc',
    'earned_eur',
    'refunds_paid_usdc',
    'refunds_paid_eur',
    'usd_per_eur',
    'rate_day',
    'rate_source',
  ]
  return csvRow(header) + rows.map((line) => rowOf(report, line)).join('')
}

function rowOf(report: Report, line: ReportLine): string {
  const { figures, by } = line
  const rate = by.day === undefined ? null : report.rateOf(by.day)
  return csvRow([
    ...report.by.map((dimension) => by[dimension] ?? null),
    ...counted.flatMap((category) => [String(figures[category].payments), formatUsd(figures[category].amount)]),
    formatUsd(line.notFinal),
    line.earnedEur === null ? null : formatUsd(line.earnedEur),
    formatUsd(line.refundedNet),
    line.refundedNetEur === null ? null : formatUsd(line.refundedNetEur),
    rate?.usdPerEur ?? null,
    rate?.day ?? null,
    rate?.source ?? null,
  ])
}
