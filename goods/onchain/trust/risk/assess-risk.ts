import { findBurst, findDrain, findFanOut, findSingleFunder } from './find-behaviour.ts'
import { findFailedPayments, findFirstSeen, findMixer, findSign, findVerdict } from './find-standing.ts'
import { minShareForLow, riskLevels, riskModelVersion, riskPoints, type RiskLevel, type SignalName } from './risk-model.ts'
import type { RiskObservations } from './risk-observations.ts'
import { type Finding, type Findings, unknown } from './signal.ts'
import { countOf } from '../../../../src/goods/kit/answers.ts'
import type { Sighting } from '../../addresses/sighting.ts'
import { transferRecord, withoutPayments } from '../../addresses/conduct/transfer-record.ts'

export interface Signal extends Finding {
  readonly signal: SignalName
  /** What it adds to the score: all of `max` when it is found, else nothing. */
  readonly points: number
  readonly max: number
}

export interface Risk {
  readonly model: typeof riskModelVersion
  /** A whole number from 0 to 100; null where the level is unknown. */
  readonly score: number | null
  readonly level: RiskLevel
  /** Share of the signals that could be looked for, from 0 to 1, with two decimals, rounded down. */
  readonly observedShare: number
  readonly signals: readonly Signal[]
}

/** The risk of an address from what was observed, by the table in `risk-model.ts`. Pure. */
export function assessRisk(seen: RiskObservations): Risk {
  const findings = withoutUnseenBehaviour(seen.sighting, findingsOf(seen))
  const signals = (Object.keys(riskPoints) as SignalName[]).map((signal): Signal => {
    const max = riskPoints[signal]
    return { signal, max, points: findings[signal].state === 'found' ? max : 0, ...findings[signal] }
  })
  const score = Math.min(
    100,
    signals.reduce((sum, { points }) => sum + points, 0),
  )
  const known = signals.filter(({ state }) => state !== 'unknown').length
  const observedShare = Math.floor((known / signals.length) * 100 + 1e-9) / 100
  const level = (riskLevels.findLast(({ from }) => score >= from) ?? riskLevels[0]).level
  const isUnknown = level === 'low' && !isKnownToBeLow(seen, findings, observedShare)
  return {
    model: riskModelVersion,
    score: isUnknown ? null : score,
    level: isUnknown ? 'unknown' : level,
    observedShare,
    signals,
  }
}

/** That nothing was found reassures only where it was looked for. */
function isKnownToBeLow({ sighting }: RiskObservations, findings: Findings, observedShare: number): boolean {
  const screened = findings.sanctioned.state === 'not_found' && findings.usdc_blacklisted.state === 'not_found'
  return sighting === 'seen' && screened && observedShare >= minShareForLow
}

const neverSeen = unknown('never_seen', 'this address was never seen on the networks that were read')
const noTrace = unknown('no_trace', 'no trace of this address was found, and not all networks could be read')

/** What an address without any trace did not do says nothing about it. */
function withoutUnseenBehaviour(sighting: Sighting, findings: Findings): Findings {
  if (sighting === 'seen') return findings
  const { sanctioned, usdc_blacklisted, ...behaviour } = findings
  const unseen = (finding: Finding) => {
    if (sighting === 'never_seen') return neverSeen
    return finding.state === 'not_found' ? noTrace : finding
  }
  const signals = Object.entries(behaviour).map(([signal, finding]) => [signal, unseen(finding)])
  return { sanctioned, usdc_blacklisted, ...(Object.fromEntries(signals) as typeof behaviour) }
}

function findingsOf(seen: RiskObservations): Findings {
  const { now, sanctions, conduct } = seen
  const record = transferRecord(seen)
  // A call of this service is a payment too. Many of them are no haste, and no flight.
  const elsewhere = seen.payTo === null ? record : withoutPayments(record, seen.payTo)
  const { today, week } = findFirstSeen(seen, record)
  return {
    sanctioned: findVerdict([sanctions.lists, ...Object.values(sanctions.oracle)], {
      found: (named, of) => `named by ${named} of ${countOf(of, 'sanctions check')}`,
      notFound: (of) => `not named by any of ${countOf(of, 'sanctions check')}`,
    }),
    usdc_blacklisted: findVerdict(Object.values(sanctions.blacklist), {
      found: (named, of) => `blacklisted by the issuer of USDC on ${named} of ${countOf(of, 'network')}`,
      notFound: (of) => `not blacklisted by the issuer of USDC on any of ${countOf(of, 'network')}`,
    }),
    mixer: findMixer(seen.mixer, now, { found: 'it moved USDC to or from a mixer', notFound: 'it moved no USDC to or from a mixer' }),
    mixer_one_hop: findMixer(seen.mixerOneHop, now, {
      found: 'one of its counterparties moved USDC to or from a mixer',
      notFound: 'none of its newest counterparties moved USDC to or from a mixer',
    }),
    address_poisoning: findSign(conduct.poisoning, 'no dust sent to wallets that pay an address like its own'),
    unsellable_token: findSign(conduct.unsellableToken, 'made no token that buyers cannot sell'),
    circular_transfers: findSign(conduct.circles, 'no series of transfers in a circle'),
    first_seen_today: today,
    first_seen_this_week: week,
    burst: findBurst(elsewhere, now),
    fan_out: findFanOut(elsewhere, now),
    drain: findDrain(elsewhere, now),
    single_funder: findSingleFunder(record, now),
    failed_payments: findFailedPayments(seen.payments),
  }
}
