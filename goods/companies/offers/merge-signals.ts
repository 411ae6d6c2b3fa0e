import { utcDay } from '../../../src/goods/kit/time.ts'
import type { CompanyChanges, CompanyEvent } from '../sources/company-event.ts'
import type { RegisterFinding } from '../sources/finding.ts'
import type { Day } from '../sources/register-record.ts'

/** What one source says about the changes of a company. */
export interface SourceSignals {
  /** Id of the source. */
  readonly source: string
  readonly method: CompanyEvent['method']
  /** "Not found" counts as no changes: another source knows the company. */
  readonly finding: RegisterFinding<CompanyChanges>
}

export interface Asked {
  readonly since: Day
  readonly today: Day
  /** Whether the register of the company was asked, or should have been. */
  readonly hasRegister: boolean
}

export interface SourceCoverage {
  readonly source: string
  readonly method: CompanyEvent['method']
  readonly status: 'complete' | 'truncated' | 'unavailable'
  readonly from: Day | null
  readonly detail: string | null
}

export interface Coverage {
  readonly status: 'complete' | 'truncated'
  readonly reason: 'source_unavailable' | 'no_register' | 'short_history' | null
  /** Nothing is missing from this day on. */
  readonly from: Day | null
  readonly sources: readonly SourceCoverage[]
}

export interface MergedSignals {
  /** All that the sources have, also from before the day that was asked for. */
  readonly events: readonly CompanyEvent[]
  /** The last day that every source has answered for, or the first day if one did not answer. */
  readonly answeredUntil: Day
  readonly coverage: Coverage
}

/** Joins what the sources say. */
export function mergeSignals(asked: Asked, signals: readonly SourceSignals[]): MergedSignals {
  return {
    events: signals.flatMap(({ finding }) => (finding.status === 'found' ? finding.value.events : [])),
    answeredUntil: answeredUntil(asked, signals),
    coverage: coverageOf(asked, signals),
  }
}

/** The day of the oldest answer, so that no later call misses a change. */
function answeredUntil({ since, today }: Asked, signals: readonly SourceSignals[]): Day {
  const until = signals.reduce(
    (day, { finding }) => (finding.status === 'unavailable' ? since : earlier(day, utcDay(Date.parse(finding.source.asOf)))),
    today,
  )
  return until < since ? since : until
}

function coverageOf({ since, hasRegister }: Asked, signals: readonly SourceSignals[]): Coverage {
  const sources = signals.map((one) => coverageOfSource(one, since))
  const truncated = (reason: NonNullable<Coverage['reason']>, from: Day | null) => ({ status: 'truncated' as const, reason, from, sources })
  if (sources.some(({ status }) => status === 'unavailable')) return truncated('source_unavailable', null)
  if (!hasRegister) return truncated('no_register', null)
  const short = sources.flatMap(({ status, from }) => (status === 'truncated' && from !== null ? [from] : []))
  if (short.length === 0) return { status: 'complete', reason: null, from: null, sources }
  return truncated('short_history', short.reduce(later, since))
}

function coverageOfSource({ source, method, finding }: SourceSignals, since: Day): SourceCoverage {
  if (finding.status === 'unavailable') return { source, method, status: 'unavailable', from: null, detail: details[finding.reason] }
  const cut = finding.status === 'found' ? finding.value.truncated : null
  if (cut && cut.from > since) return { source, method, status: 'truncated', from: cut.from, detail: cut.reason }
  return { source, method, status: 'complete', from: null, detail: null }
}

const details = {
  down: 'the source does not answer',
  timeout: 'the source did not answer in time',
  busy: 'the source accepts no more requests at present',
  blocked: 'the source refuses the requests of this service',
  not_understood: 'the answer of the source was not understood',
  disabled: 'the source is switched off here',
} as const

function earlier(one: Day, other: Day): Day {
  return one < other ? one : other
}

function later(one: Day, other: Day): Day {
  return one > other ? one : other
}
