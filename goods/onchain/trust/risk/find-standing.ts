import { countOf } from '../../../../src/goods/kit/answers.ts'
import type { Sign } from '../../addresses/conduct/conduct.ts'
import { isTrue, type Observed } from '../../addresses/observed.ts'
import { dealtWithMixer, type MixerDealings, type NetworkTransfer } from '../../addresses/sanctions/mixer-dealings.ts'
import { neededSince, riskLimits } from './risk-model.ts'
import type { RiskObservations } from './risk-observations.ts'
import { type Finding, found, notFound, unknown } from './signal.ts'
import { daySeconds, type TransferRecord } from '../../addresses/conduct/transfer-record.ts'

const { failedPayments } = riskLimits

/** What is said of checks by others. */
interface VerdictWords {
  found(named: number, of: number): string
  notFound(of: number): string
}

/** Checks by others: `found` if one of them names the address, `not_found` only if all of them answered. */
export function findVerdict(checks: readonly Observed<boolean>[], say: VerdictWords): Finding {
  const named = checks.filter(isTrue).length
  if (named > 0) return found(say.found(named, checks.length))
  const silent = checks.find((one) => one.state === 'unknown')
  if (silent) return unknown(silent.reason)
  return checks.length === 0 ? unknown('no_network') : notFound(say.notFound(checks.length))
}

/** First seen within a day, and within a week but not within a day. */
export function findFirstSeen(seen: RiskObservations, record: TransferRecord): { readonly today: Finding; readonly week: Finding } {
  const moved = [...record.in, ...record.out].sort((one, other) => one.time - other.time)
  const sent = Object.values(seen.firstSent).flatMap((one) => (one.state === 'observed' && one.value !== null ? [one.value] : []))
  const oldest = Math.min(...sent, moved[0]?.time ?? Infinity)
  const age = seen.now - oldest
  const detail = oldest === Infinity ? 'never seen' : `first seen ${hoursOrDays(age)} ago`
  const evidence: NetworkTransfer[] = moved[0]?.time === oldest ? [moved[0]] : []
  const unanswered = Object.values(seen.firstSent).find((one) => one.state === 'unknown')
  const within = (seconds: number, minAge: number): Finding => {
    // An address that was seen earlier is old enough, whatever could not be read.
    if (oldest !== Infinity && age >= seconds) return notFound(detail)
    const gap = unanswered?.state === 'unknown' ? unanswered.reason : record.gapSince(seen.now - seconds)
    if (gap !== null) return unknown(gap)
    return oldest === Infinity
      ? minAge === 0
        ? found(detail)
        : notFound(detail)
      : age >= minAge
        ? found(detail, evidence)
        : notFound(detail)
  }
  return { today: within(daySeconds, 0), week: within(7 * daySeconds, daySeconds) }
}

function hoursOrDays(seconds: number): string {
  return seconds < 2 * daySeconds
    ? countOf(Math.floor(Math.max(0, seconds) / 3_600), 'hour')
    : countOf(Math.floor(seconds / daySeconds), 'day')
}

/** Transfers to or from a mixer. */
export function findMixer(
  dealings: Observed<MixerDealings>,
  now: number,
  say: { readonly found: string; readonly notFound: string },
): Finding {
  const dealt = dealtWithMixer(dealings, neededSince(now))
  if (dealt.state === 'unknown') return unknown(dealt.reason)
  const transfers = dealings.state === 'observed' ? dealings.value.transfers : []
  return dealt.value ? found(say.found, transfers) : notFound(say.notFound)
}

/** A sign of deceit, with the transfers that show it. */
export function findSign(sign: Observed<Sign | null>, otherwise: string): Finding {
  if (sign.state === 'unknown') return unknown(sign.reason)
  return sign.value ? found(sign.value.detail, sign.value.transfers) : notFound(otherwise)
}

/** Payments to this service that did not settle. */
export function findFailedPayments(payments: RiskObservations['payments']): Finding {
  if (payments.state === 'unknown') return unknown(payments.reason)
  const { ended, settled } = payments.value
  const detail = `${ended - settled} of ${countOf(ended, 'payment')} to this service failed`
  return ended >= failedPayments.payments && 100 * (ended - settled) > failedPayments.percent * ended ? found(detail) : notFound(detail)
}
