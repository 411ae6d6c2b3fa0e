import { formatUnits, formatUsd } from '../../shared/money.ts'
import type { Report } from './make-report.ts'
import type { Category, ReportLine } from './report-lines.ts'

/** What a report can't say, and what its figures mean. */
export const reportNotes = [
  'Days are UTC. A payment belongs to the day on which it was settled, or called for where it was not; a refund to the day on which it was asked for.',
  'One USDC counts as one US dollar. Each payment is converted to euro, to the nearest millionth, with the reference rate of the European Central Bank of that day, or of the last day before it that has one.',
  'The whole is in one report currency, the euro. It is not split by countries of customers: a payment has a wallet address and no country, so who needs that for VAT must get it from the customers.',
] as const

const picodollarDecimals = 12

/** The report as plain JSON: amounts are decimal text in USDC, US dollars or euro. */
export function reportJson(report: Report) {
  const models = formatUnits(report.modelPicodollars, picodollarDecimals)
  return {
    firstDay: report.firstDay,
    lastDay: report.lastDay,
    by: report.by,
    total: lineJson(report.total),
    lines: report.lines.map((line) => ({ ...line.by, ...lineJson(line), ...rateJson(report, line) })),
    costs: {
      gas: report.gas.map(({ gwei, usd, eur, ...network }) => ({
        ...network,
        spent: formatUnits(gwei, 9),
        usd: usd === null ? null : formatUsd(usd),
        eur: eur === null ? null : formatUsd(eur),
      })),
      languageModelsUsd: models,
    },
    notes: reportNotes,
  }
}

function lineJson({ figures, notFinal, earnedEur, refundedNet, refundedNetEur, withoutRate }: ReportLine) {
  const all = Object.entries(figures).map(([category, { payments, amount }]) => [
    category,
    { payments: Number(payments), usdc: formatUsd(amount) },
  ])
  return {
    earnedUsdc: formatUsd(figures.earned.amount),
    earnedNotFinalUsdc: formatUsd(notFinal),
    earnedEur: earnedEur === null ? null : formatUsd(earnedEur),
    refundsPaidUsdc: formatUsd(refundedNet),
    refundsPaidEur: refundedNetEur === null ? null : formatUsd(refundedNetEur),
    eurMissing: eurMissing(withoutRate),
    payments: Object.fromEntries(all) as Readonly<Record<Category, { readonly payments: number; readonly usdc: string }>>,
  }
}

function rateJson(report: Report, { by }: ReportLine) {
  if (by.day === undefined) return {}
  const rate = report.rateOf(by.day)
  return { rate }
}

/** Why there is no value in euro; null where there is one. */
export function eurMissing(days: ReportLine['withoutRate']): string | null {
  if (days === null) return null
  const { firstDay, lastDay } = days
  const which = firstDay === lastDay ? firstDay : `days from ${firstDay} to ${lastDay}`
  return `no reference rate is on record for ${which}: the service records the rates of the last 90 days while it runs with the source ecb`
}
