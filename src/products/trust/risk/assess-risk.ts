import { findBurst, findDrain, findFanOut, findLookAlikes, findSingleFunder } from './find-behaviour.ts'
import { findFailedPayments, findFirstSeen, findMixer, findVerdict } from './find-standing.ts'
import { riskLevels, riskModelVersion, riskPoints, type RiskLevel, type SignalName } from './risk-model.ts'
import type { RiskObservations } from './risk-observations.ts'
import type { Finding, Findings } from './signal.ts'
import { transferRecord } from './transfer-record.ts'

export interface Signal extends Finding {
  readonly signal: SignalName
  /** What it adds to the score: all of `max` when it is found, else nothing. */
  readonly points: number
  readonly max: number
}

export interface Risk {
  readonly model: typeof riskModelVersion
  /** A whole number from 0 to 100. */
  readonly score: number
  readonly level: RiskLevel
  /** Share of the signals that could be looked for, from 0 to 1, with two decimals, rounded down. */
  readonly observedShare: number
  readonly signals: readonly Signal[]
}

/** The risk of an address from what was observed, by the table in `risk-model.ts`. Pure. */
export function assessRisk(seen: RiskObservations): Risk {
  const findings = findingsOf(seen)
  const signals = (Object.keys(riskPoints) as SignalName[]).map((signal): Signal => {
    const max = riskPoints[signal]
    return { signal, max, points: findings[signal].state === 'found' ? max : 0, ...findings[signal] }
  })
  const score = Math.min(
    100,
    signals.reduce((sum, { points }) => sum + points, 0),
  )
  const known = signals.filter(({ state }) => state !== 'unknown').length
  return {
    model: riskModelVersion,
    score,
    level: (riskLevels.findLast(({ from }) => score >= from) ?? riskLevels[0]).level,
    observedShare: Math.floor((known / signals.length) * 100 + 1e-9) / 100,
    signals,
  }
}

function findingsOf(seen: RiskObservations): Findings {
  const { now, sanctions } = seen
  const record = transferRecord(seen)
  const { today, week } = findFirstSeen(seen, record)
  return {
    sanctioned: findVerdict([sanctions.lists, ...Object.values(sanctions.oracle)], 'named by sanctions lists or oracles:'),
    usdc_blacklisted: findVerdict(Object.values(sanctions.blacklist), 'blacklisted'),
    mixer: findMixer(seen.mixer, now, 'it'),
    mixer_one_hop: findMixer(seen.mixerOneHop, now, 'a counterparty'),
    first_seen_today: today,
    first_seen_this_week: week,
    burst: findBurst(record, now),
    fan_out: findFanOut(record, now),
    drain: findDrain(record, now),
    look_alikes: findLookAlikes(record, now),
    single_funder: findSingleFunder(record, now),
    failed_payments: findFailedPayments(seen.payments),
  }
}
