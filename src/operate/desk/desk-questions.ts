import type { LedgerReading } from '../../ledger/reading/ledger-reading.ts'
import type { TrailFilter } from '../../ledger/reading/audit-trail.ts'
import { readFunnel, type FunnelInput } from '../funnel/read-funnel.ts'
import { listHooks } from '../hooks/list-hooks.ts'
import { explainPayer, type ServiceView } from '../ledger/explain-payer.ts'
import { paymentTimeline } from '../ledger/payment-timeline.ts'
import { priceHistoryOf } from '../prices/price-history.ts'
import { makeReport, type ReportRequest } from '../report/make-report.ts'
import { reportCsv } from '../report/report-csv.ts'
import { reportJson } from '../report/report-json.ts'
import { reportText } from '../report/report-text.ts'
import { auditPage } from './audit-page.ts'
import { compareDays } from './day-figures.ts'
import { findForDesk, type PaymentsQuery } from './find-for-desk.ts'
import { soldLately } from './sold-lately.ts'
import { creditsOwed, underWay } from './under-way.ts'

/**
 * What the desk asks of the books. Each is answered from one snapshot, beside the connection that sells: on a thread of its own with SQLite,
 * in a read-only transaction with PostgreSQL. Inputs and answers are plain data, since they go from thread to thread.
 */
export const deskQuestions = {
  overview: async (reading: LedgerReading, { now, lines }: { readonly now: number; readonly lines: Readonly<Record<string, string>> }) => ({
    days: await compareDays(reading, now),
    underWay: await underWay(reading, now),
    owed: await creditsOwed(reading, now),
    week: await soldLately(reading, { now, lines }),
  }),
  payments: async (reading: LedgerReading, query: PaymentsQuery) => findForDesk(reading, query),
  async payment(reading: LedgerReading, { receipt, now }: { readonly receipt: string; readonly now: number }) {
    const payment = await reading.find(receipt)
    if (payment === undefined) return null
    return {
      ...(await paymentTimeline(reading, payment, now)),
      networkId: payment.network,
      request: payment.fingerprint,
      timing: payment.timing,
    }
  },
  payer: async (
    reading: LedgerReading,
    { payer, now, service }: { readonly payer: string; readonly now: number; readonly service: ServiceView | null },
  ) => explainPayer(reading, payer, { now, service }),
  async report(reading: LedgerReading, request: ReportRequest) {
    const report = await makeReport(reading, request)
    return { json: reportJson(report), csv: reportCsv(report), text: reportText(report) }
  },
  funnel: async (reading: LedgerReading, input: FunnelInput) => readFunnel(reading, input),
  audit: async (reading: LedgerReading, filter: TrailFilter) => auditPage(reading, filter),
  notices: async (reading: LedgerReading, { limit }: { readonly limit: number }) => listHooks(reading, limit),
  priceHistory: async (reading: LedgerReading, { offer, now }: { readonly offer: string; readonly now: number }) =>
    priceHistoryOf(reading, offer, now),
} as const

export type DeskQuestion = keyof typeof deskQuestions
export type DeskInput<Name extends DeskQuestion> = Parameters<(typeof deskQuestions)[Name]>[1]
export type DeskAnswer<Name extends DeskQuestion> = Awaited<ReturnType<(typeof deskQuestions)[Name]>>

/** Asks the books without holding up those who write to them. @throws OperatorError where they do not answer in time */
export type AskBooks = <Name extends DeskQuestion>(name: Name, input: DeskInput<Name>) => Promise<DeskAnswer<Name>>

/** Answers a question from an open reading. */
export async function answerQuestion<Name extends DeskQuestion>(
  reading: LedgerReading,
  name: Name,
  input: DeskInput<Name>,
): Promise<DeskAnswer<Name>> {
  const ask = deskQuestions[name] as (reading: LedgerReading, input: DeskInput<Name>) => Promise<DeskAnswer<Name>>
  return ask(reading, input)
}
