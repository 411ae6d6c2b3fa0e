import { formatUnits, formatUsd } from '../../shared/money.ts'
import { countOf } from '../../shared/plural.ts'
import type { Report } from './make-report.ts'
import { eurMissing, reportNotes } from './report-json.ts'
import type { Category, ReportLine } from './report-lines.ts'

const words: readonly (readonly [Category, string])[] = [
  ['under_way', 'under way: not on chain yet'],
  ['credit', 'credits: paid on chain, not answered yet, owed to payers'],
  ['refused', 'refused: could not be collected, not answered'],
  ['theft', 'thefts: answered again, because somebody else had used the transfer'],
  ['owed', 'losses: answered early, not collected'],
  ['reversed', 'losses: answered, then removed from the chain by a reorganisation'],
  ['free', 'first calls free'],
  ['uncharged', 'answered without a charge'],
  ['released', 'ended without an answer and without a charge'],
]

/** The report for a terminal. */
export function reportText(report: Report): string {
  const { total, lines, by, firstDay, lastDay } = report
  return [
    `${firstDay} to ${lastDay} (UTC days, both included)`,
    '',
    ...totalLines(total),
    ...costLines(report),
    ...(by.length === 0 ? [] : ['', ...table(report, lines)]),
    '',
    ...reportNotes,
    '',
  ].join('\n')
}

function totalLines(total: ReportLine): string[] {
  const { figures, notFinal, earnedEur, refundedNet, refundedNetEur } = total
  const row = (name: string, amount: bigint, euro: bigint | null, payments: bigint) =>
    `${name.padEnd(8)} ${formatUsd(amount).padStart(16)} USDC ${euro === null ? '' : `${formatUsd(euro).padStart(16)} EUR`}  ${countOf(Number(payments), 'payment')}`
  return [
    row('earned', figures.earned.amount, earnedEur, figures.earned.payments),
    ...(notFinal > 0n ? [`         of that ${formatUsd(notFinal)} USDC in blocks that are not final yet`] : []),
    ...(figures.refunded.payments > 0n
      ? [
          `${row('refunds', refundedNet, refundedNetEur, figures.refunded.payments)} of ${formatUsd(figures.refunded.amount)} USDC, less the cost of sending`,
        ]
      : []),
    ...words.flatMap(([category, text]) =>
      figures[category].payments === 0n
        ? []
        : [
            `${''.padEnd(8)} ${formatUsd(figures[category].amount).padStart(16)} USDC  ${text} (${countOf(Number(figures[category].payments), 'payment')})`,
          ],
    ),
    ...(total.withoutRate === null ? [] : [`No value in EUR: ${eurMissing(total.withoutRate)}.`]),
  ]
}

function costLines({ gas, modelPicodollars }: Report): string[] {
  return [
    ...gas.map(({ name, coin, gwei, usd, eur }) => {
      const value =
        usd === null
          ? `no price of ${coin} is on record for all days`
          : `${formatUsd(usd)} USD${eur === null ? '' : `, ${formatUsd(eur)} EUR`}`
      return `gas      ${formatUnits(gwei, 9)} ${coin} on ${name} (${value})`
    }),
    ...(modelPicodollars > 0n ? [`models   ${formatUnits(modelPicodollars, 12)} USD to providers of language models`] : []),
  ]
}

function table({ by }: Report, lines: readonly ReportLine[]): string[] {
  const header = [...by, 'earned USDC', 'earned EUR', 'payments', 'refunded', 'credits', 'lost']
  const rows = lines.map(({ by: group, figures, earnedEur, refundedNet }) => [
    ...by.map((dimension) => group[dimension] ?? ''),
    formatUsd(figures.earned.amount),
    earnedEur === null ? 'no rate' : formatUsd(earnedEur),
    String(figures.earned.payments),
    formatUsd(refundedNet),
    formatUsd(figures.credit.amount),
    formatUsd(figures.theft.amount + figures.owed.amount + figures.reversed.amount),
  ])
  const widths = header.map((name, column) => rows.reduce((most, row) => Math.max(most, row[column]!.length), name.length))
  const line = (cells: readonly string[]) =>
    cells.map((cell, column) => (column < by.length ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join('  ')
  return [header, ...rows].map(line)
}
