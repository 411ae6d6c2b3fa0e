import { riskLimits } from './risk-model.ts'
import type { NetworkTransfer } from '../../addresses/sanctions/mixer-dealings.ts'
import { distinctCounterparties, daySeconds, sum, type TransferRecord } from '../../addresses/conduct/transfer-record.ts'

const windows = { '1h': 3_600, '24h': daySeconds, '7d': 7 * daySeconds } as const

export type WindowName = keyof typeof windows

export interface WindowVelocity {
  /** USDC transfers in both directions, without those of nothing and those to itself. */
  readonly transfers: number
  /** With three decimals. */
  readonly perHour: number
  /** Base units. */
  readonly usdcIn: bigint
  readonly usdcOut: bigint
  readonly counterparties: number
  /** False where a network did not answer or its history does not reach back so far, so that there may be more. */
  readonly complete: boolean
}

export interface Velocity {
  readonly windows: Readonly<Record<WindowName, WindowVelocity>>
  /**
   * Coefficient of variation of the times between its paying transactions within seven days: their standard deviation divided by
   * their mean. Near 0 is as regular as a clock. Null where there are too few.
   */
  readonly interArrivalCv: number | null
}

/** How much a wallet moves, and how regularly it pays. */
export function velocityOf(record: TransferRecord, now: number): Velocity {
  const moved = [...record.in, ...record.out]
  const paceOf = (seconds: number): WindowVelocity => {
    const within = (all: readonly NetworkTransfer[]) => all.filter(({ time }) => time > now - seconds)
    const recent = within(moved)
    return {
      transfers: recent.length,
      perHour: Math.round((recent.length / (seconds / 3_600)) * 1_000) / 1_000,
      usdcIn: sum(within(record.in)),
      usdcOut: sum(within(record.out)),
      counterparties: distinctCounterparties(recent).size,
      complete: record.gapSince(now - seconds) === null,
    }
  }
  return {
    windows: { '1h': paceOf(windows['1h']), '24h': paceOf(windows['24h']), '7d': paceOf(windows['7d']) },
    interArrivalCv: cvOf(record.out.filter(({ time }) => time > now - windows['7d'])),
  }
}

function cvOf(payments: readonly NetworkTransfer[]): number | null {
  const times = [...new Map(payments.map(({ network, transaction, time }) => [`${network} ${transaction}`, time])).values()].sort(
    (one, other) => one - other,
  )
  if (times.length < riskLimits.regular.transfers) return null
  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? time))
  const mean = gaps.reduce((total, gap) => total + gap, 0) / gaps.length
  if (mean === 0) return 0
  const variance = gaps.reduce((total, gap) => total + (gap - mean) ** 2, 0) / gaps.length
  return Math.round((Math.sqrt(variance) / mean) * 1_000) / 1_000
}
