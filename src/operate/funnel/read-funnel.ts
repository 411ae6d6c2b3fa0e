import type { CountSpan } from '../../ledger/counts/add-counts.ts'
import type { LedgerReading } from '../../ledger/reading/ledger-reading.ts'
import { readCallCountKey, type CallCount, type CallOutcome } from '../../shared/call-count.ts'

/** How far calls came, from terms to settlement. Each is part of the one before, but `asked`, which counts calls without a payment. */
export interface FunnelSteps {
  /** Terms that were answered to calls without a payment. */
  readonly asked: number
  /** Calls that brought a payment, repeats of known ones left out. */
  readonly attempted: number
  /** Payments that were accepted. */
  readonly verified: number
  readonly served: number
  /** Of those, the settled ones at the moment of the answer. */
  readonly settled: number
}

export const funnelDimensions = ['offer', 'protocol', 'software', 'via'] as const
export type FunnelDimension = (typeof funnelDimensions)[number]

export interface FunnelLine extends FunnelSteps {
  readonly name: string
}

export interface RefusedPart {
  /** The reason of a refusal, or the code of a problem. */
  readonly reason: string
  readonly calls: number
  /** The payment was not accepted; or it was accepted, and the call was not answered; or there was none. */
  readonly outcome: Extract<CallOutcome, 'refused' | 'failed' | 'problem'>
}

export interface Funnel extends FunnelSteps {
  /** Answers that cost nothing: free offers, free calls of a day, a payer's first call. */
  readonly free: number
  /** Answers that were given again for a payment that had bought them. */
  readonly replayed: number
  /** Paid by wallets of the operator. They are in no other figure. */
  readonly own: number
  readonly by: Readonly<Record<FunnelDimension, readonly FunnelLine[]>>
  /** Most frequent first. */
  readonly refusals: readonly RefusedPart[]
}

export interface FunnelInput {
  /** Milliseconds since the epoch; whole hours, or whole days for times of more than a month ago. */
  readonly from: number
  readonly to: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Counts of hours are kept for five weeks; whole days are read from the counts of days, which are fewer. */
function spanOf({ from, to }: FunnelInput): CountSpan {
  return from % dayMs === 0 && to % dayMs === 0 ? 24 : 1
}

/** What became of the calls of a time. The counts are a little late: the newest ten seconds are still in memory. */
export async function readFunnel(reading: Pick<LedgerReading, 'sumOfCounts'>, input: FunnelInput): Promise<Funnel> {
  const rows = await reading.sumOfCounts({ name: 'calls', span: spanOf(input), ...input })
  const calls = rows.flatMap(({ key, count }) => {
    const call = readCallCountKey(key)
    return call ? [{ ...call, count }] : []
  })
  const foreign = calls.filter(({ own }) => !own)
  return {
    ...stepsOf(foreign),
    free: sum(foreign, 'free', 'uncharged'),
    replayed: sum(foreign, 'replayed'),
    own: calls.filter(({ own }) => own).reduce((total, { count }) => total + count, 0),
    by: {
      offer: linesBy(foreign, 'offer'),
      protocol: linesBy(foreign, 'protocol'),
      software: linesBy(foreign, 'software'),
      via: linesBy(foreign, 'via'),
    },
    refusals: refusalsOf(foreign),
  }
}

type Counted = CallCount & { readonly count: number }

function stepsOf(calls: readonly Counted[]): FunnelSteps {
  const paying = calls.filter(({ protocol }) => protocol !== '')
  const verified = sum(paying, 'failed', 'settled', 'pending', 'uncharged')
  return {
    asked: sum(calls, 'asked'),
    attempted: verified + sum(paying, 'refused', 'problem'),
    verified,
    served: sum(paying, 'settled', 'pending', 'uncharged'),
    settled: sum(paying, 'settled'),
  }
}

function linesBy(calls: readonly Counted[], dimension: FunnelDimension): FunnelLine[] {
  const groups = Map.groupBy(calls, (call) => call[dimension])
  // Terms are asked for without a protocol.
  if (dimension === 'protocol') groups.delete('')
  return [...groups]
    .map(([name, group]) => ({ name, ...stepsOf(group) }))
    .sort((one, other) => other.settled - one.settled || other.asked - one.asked || one.name.localeCompare(other.name))
}

function refusalsOf(calls: readonly Counted[]): RefusedPart[] {
  const refused = calls.filter((call): call is Counted & Pick<RefusedPart, 'outcome'> =>
    ['refused', 'failed', 'problem'].includes(call.outcome),
  )
  return [...Map.groupBy(refused, ({ outcome, detail }) => `${outcome} ${detail}`).values()]
    .map((group) => ({ reason: group[0]!.detail, outcome: group[0]!.outcome, calls: total(group) }))
    .sort((one, other) => other.calls - one.calls || one.reason.localeCompare(other.reason))
}

function sum(calls: readonly Counted[], ...outcomes: readonly CallOutcome[]): number {
  return total(calls.filter(({ outcome }) => outcomes.includes(outcome)))
}

function total(calls: readonly Counted[]): number {
  return calls.reduce((all, { count }) => all + count, 0)
}
