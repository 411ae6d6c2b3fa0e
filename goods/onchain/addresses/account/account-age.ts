import { countOf } from '../../../../src/goods/kit/answers.ts'
import type { Clock } from '../../../../src/goods/kit/parts.ts'
import type { Observed } from '../observed.ts'
import type { NetworkObservations } from './observe-network.ts'

export interface AccountAge {
  /** Whole days since it first sent a transaction or signed a payment; null where it never did. */
  readonly days: number | null
  /** The account may be older: a network did not answer, or its history does not reach back far enough. */
  readonly atLeast: boolean
}

const daySeconds = 86_400

/** The age of an account, by the network that knew it first. */
export function accountAge(networks: readonly Pick<NetworkObservations, 'first'>[], clock: Clock): Observed<AccountAge> {
  const answers = networks.flatMap(({ first }) => (first.state === 'observed' ? [first] : []))
  const unknown = networks.find(({ first }) => first.state === 'unknown')?.first
  const active = answers.flatMap((one) => (one.value ? [{ ...one, value: one.value }] : []))
  const earliest = active.sort((one, other) => one.value.at - other.value.at)[0]
  if (earliest) {
    const days = Math.max(0, Math.floor((clock.now() / 1_000 - earliest.value.at) / daySeconds))
    return { ...earliest, value: { days, atLeast: unknown !== undefined || active.some(({ value }) => !value.exact) } }
  }
  // An account without activity on some networks may be active on one that did not answer.
  if (unknown?.state === 'unknown') return unknown
  const [answer] = answers
  return answer ? { ...answer, value: { days: null, atLeast: false } } : { state: 'unknown', reason: 'no_network' }
}

/** The age in words. */
export function describeAge({ days, atLeast }: AccountAge): string {
  if (days === null) return 'never seen to send a transaction or to sign a payment'
  const when = days === 0 ? 'today' : `${countOf(days, 'day')} ago`
  return atLeast ? `first active ${when} or earlier` : `first active ${when}`
}
