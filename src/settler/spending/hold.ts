import type { NetworkParts } from '../settler-parts.ts'
import { alarmFields } from '../../shared/alarm.ts'

/**
 * Why nothing can be sent on a network at present: its gas budget is used up, no signer has money for gas, the node does not answer,
 * the ledger does not, or no signer signs.
 */
export type HoldReason = 'gas_budget' | 'no_gas_money' | 'unreachable' | 'ledger' | 'signer'

/** Whether a network is held up. While it is, nothing is sold there, and callers who wait for a settlement are told at once. */
export interface Hold {
  /** Null while things can be sent. */
  readonly reason: HoldReason | null
  /** An attempt failed for this reason. */
  failed(reason: HoldReason): void
  /** An attempt succeeded that would have failed for this reason. */
  worked(reason: HoldReason): void
}

/** Milliseconds of failures before a node or the ledger counts as down. One missed answer is not an outage. */
const patienceMs = 700
/** Milliseconds without a failed attempt, after which no attempt is made. Attempts are repeated every second. */
const lapseMs = 3_000
/** An attempt waits for a remote signer for a while, so they are further apart. */
const signerLapseMs = 12_000

const patient: ReadonlySet<HoldReason> = new Set(['unreachable', 'ledger', 'signer'])

const messages: Readonly<Record<HoldReason, string>> = {
  gas_budget: 'the gas budget of the day leaves no room: settlements wait, and nothing is sold on this network',
  no_gas_money: 'no signer has money for gas: settlements wait, and nothing is sold on this network',
  unreachable: 'the node does not answer: settlements wait, and nothing is sold on this network',
  ledger: 'the ledger does not answer: settlements wait, and nothing is sold on this network',
  signer: 'no signer signs: settlements wait, and nothing is sold on this network',
}

/** @param onHold called when a hold begins */
export function createHold(
  parts: Pick<NetworkParts, 'chain' | 'clock' | 'timers' | 'log' | 'metrics' | 'background'>,
  onHold: () => void,
): Hold {
  const { clock, timers, metrics } = parts
  const network = parts.chain.network.id
  const log = parts.log.child({ network })
  const failures = new Map<HoldReason, { readonly since: number; last: number }>()
  let told: HoldReason | null = null

  function current(): HoldReason | null {
    const now = clock.now()
    for (const [reason, { since, last }] of failures) {
      if (now - last > (reason === 'signer' ? signerLapseMs : lapseMs)) {
        failures.delete(reason)
        if (told === reason) told = null
      } else if (!patient.has(reason) || now - since >= patienceMs) return reason
    }
    return null
  }

  function tell(): void {
    const reason = current()
    if (reason === told) return
    const before = told
    told = reason
    metrics.held.set(reason === null ? 0 : 1, { network })
    if (reason === null) return log.info({ was: before }, 'settlements go on')
    metrics.alarms.add({ network, alarm: reason })
    // That no node answers was told when it began.
    if (reason === 'unreachable' && parts.chain.reachability?.reachable === false) log.warn({}, messages[reason])
    else log.error(alarmFields(reason), messages[reason])
    onHold()
  }

  return {
    get reason() {
      return current()
    },
    failed(reason) {
      const now = clock.now()
      const failing = failures.get(reason)
      if (failing) failing.last = now
      else {
        failures.set(reason, { since: now, last: now })
        if (patient.has(reason)) timers.after(patienceMs, () => !parts.background.stopped && tell())
      }
      tell()
    },
    worked(reason) {
      if (failures.delete(reason)) tell()
    },
  }
}
