import { slices } from '../ledger/in-slices.ts'
import { outcomeOf } from './settlements.ts'
import type { Settlement } from './settlements.ts'
import type { SettlerParts } from './settler-parts.ts'

/** Callers wait for these, and other questions go on beside them. */
const readAtOnce = 8

/**
 * Keeps the payments that are on their way here ours. Those on a network where another instance owns the signers are let
 * go, for that one to take over.
 */
export async function renewLeases(parts: SettlerParts, owns: (network: string) => boolean): Promise<void> {
  const { clock, policy, settlements } = parts
  const now = clock.now()
  const soon = now + (policy.leaseMs * 2) / 3
  // A copy, since each may end while it is looked at.
  const running = [...settlements.all()]
  for (const settlement of running) {
    const { payment, place } = settlement
    if (place !== 'elsewhere' && owns(payment.network) && payment.leaseUntil < soon) await renew(parts, settlement, now + policy.leaseMs)
  }
}

/** Learns the end of those that another instance drives. */
export async function readElsewhere(parts: SettlerParts, owns: (network: string) => boolean): Promise<void> {
  const running = [...parts.settlements.all()].filter(({ place, payment }) => place === 'elsewhere' || !owns(payment.network))
  for (const some of slices(running, readAtOnce)) await Promise.all(some.map((settlement) => readRow(parts, settlement)))
}

/** Gives up what waits here for signers that another instance owns. */
export async function letGoOfWaiting(parts: SettlerParts, owns: (network: string) => boolean): Promise<void> {
  const waiting = [...parts.settlements.all()].filter(
    ({ place, payment: { network, instance, state, leaseUntil } }) =>
      place === 'queue' && state === 'served' && instance === parts.instance && leaseUntil > 0 && !owns(network),
  )
  for (const settlement of waiting) await letGo(parts, settlement)
}

/**
 * Gives up a payment that was served here while another instance owns the signers, so that it need not wait until its lease
 * has run out. Where that fails, it does.
 */
export async function letGo({ ledger, log }: SettlerParts, settlement: Settlement): Promise<void> {
  const { id, epoch, leaseUntil } = settlement.payment
  try {
    if (await ledger.extendLease({ id, epoch, leaseUntil: 0 })) settlement.payment = { ...settlement.payment, leaseUntil: 0 }
  } catch (error) {
    log.warn({ err: error, payment: id, leaseUntil }, 'a payment is not handed over before its lease has run out')
  }
}

async function renew(parts: SettlerParts, settlement: Settlement, leaseUntil: number): Promise<void> {
  const { id, epoch } = settlement.payment
  if (await parts.ledger.extendLease({ id, epoch, leaseUntil })) {
    settlement.payment = { ...settlement.payment, leaseUntil }
    return
  }
  // Its transaction was stored, which counts the epoch up; or somebody else has it.
  const row = await readRow(parts, settlement)
  if (row === undefined || settlement.place === 'ended' || settlement.place === 'elsewhere') return
  if (await parts.ledger.extendLease({ id, epoch: row.epoch, leaseUntil })) settlement.payment = { ...row, leaseUntil }
}

async function readRow(parts: SettlerParts, settlement: Settlement) {
  const row = await parts.ledger.find(settlement.payment.id)
  if (row === undefined) return undefined
  const outcome = outcomeOf(row)
  settlement.payment = row
  if (outcome) parts.settlements.end(settlement, outcome)
  else if (row.instance !== parts.instance) settlement.place = 'elsewhere'
  return row
}
