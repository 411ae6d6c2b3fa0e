import type { LedgerReading } from '../../ledger/reading/ledger-reading.ts'
import type { Clock } from '../../shared/clock.ts'
import { durationAtShare } from '../../shared/duration-count.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const days = 90
/** Milliseconds for which a history is shown again. */
const keptMs = 60_000

export interface DayOfHealth {
  /** `2026-11-28`, in UTC. */
  readonly day: string
  /** Checks of this day that found the service ready, and all of them. One is made each minute. */
  readonly ready: number
  readonly checks: number
}

/** How long answers of the last 24 hours took, in milliseconds, rounded up. */
export interface Latency {
  readonly p50: number
  readonly p99: number
  readonly answers: number
}

export interface StatusHistory {
  /** 90 days, the oldest first. */
  readonly days: readonly DayOfHealth[]
  /** Null where there were none. */
  readonly terms: Latency | null
  readonly paid: Latency | null
}

interface HistoryParts {
  readonly reading: Pick<LedgerReading, 'counts' | 'sumOfCounts'>
  readonly clock: Clock
}

/** Reads what was counted, at most once a minute. Null where it can't be read: the page is shown without it. */
export function createStatusHistory({ reading, clock }: HistoryParts): () => Promise<StatusHistory | null> {
  let kept: { readonly at: number; readonly history: Promise<StatusHistory | null> } | null = null
  return () => {
    const now = clock.now()
    if (!kept || Math.abs(now - kept.at) >= keptMs) kept = { at: now, history: readHistory(reading, now).catch(() => null) }
    return kept.history
  }
}

async function readHistory(reading: HistoryParts['reading'], now: number): Promise<StatusHistory> {
  const today = now - (now % dayMs)
  const from = today - (days - 1) * dayMs
  const rows = await reading.counts({ name: 'health', span: 24, from, to: today + dayMs })
  const countOf = (start: number, wanted: string) =>
    rows.reduce((sum, row) => (row.start === start && row.key === wanted ? sum + row.count : sum), 0)
  const latency = async (name: 'terms-ms' | 'paid-ms') =>
    latencyOf(await reading.sumOfCounts({ name, span: 1, from: now - (now % hourMs) - dayMs, to: now + 1 }))
  return {
    days: Array.from({ length: days }, (_, index) => {
      const start = from + index * dayMs
      const ready = countOf(start, 'ready')
      return { day: new Date(start).toISOString().slice(0, 10), ready, checks: ready + countOf(start, 'not ready') }
    }),
    terms: await latency('terms-ms'),
    paid: await latency('paid-ms'),
  }
}

function latencyOf(counts: readonly { readonly key: string; readonly count: number }[]): Latency | null {
  const byKey = new Map(counts.map(({ key, count }) => [key, count]))
  const [p50, p99] = [durationAtShare(byKey, 0.5), durationAtShare(byKey, 0.99)]
  return p50 === null || p99 === null ? null : { p50, p99, answers: counts.reduce((sum, { count }) => sum + count, 0) }
}
