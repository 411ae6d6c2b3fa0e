import { slices } from '../ledger/housekeeping/in-slices.ts'
import type { Payment } from '../ledger/payments/payment.ts'
import { isUnsent } from '../ledger/payments/payment-states.ts'
import { outcomeOf } from './settlements.ts'
import type { PendingSettlement } from './settlements.ts'
import type { SettlerParts } from './settler-parts.ts'

/** Payments that one query looks up. */
const readAtOnce = 500

/**
 * Renews the leases of the payments that this instance is settling. It lets those run out that are on a network where another
 * instance owns the signers, so that the other one takes them over.
 */
export async function renewLeases(parts: SettlerParts, owns: (network: string) => boolean): Promise<void> {
  const { clock, policy, settlements } = parts
  const now = clock.now()
  const soon = now + (policy.leaseMs * 2) / 3
  // A copy, since each may end while its lease is renewed.
  const running = [...settlements.all()]
  for (const settlement of running) {
    const { payment, phase: place } = settlement
    if (place !== 'elsewhere' && owns(payment.network) && payment.leaseUntil < soon) await renew(parts, settlement, now + policy.leaseMs)
  }
}

/** Reads the end of the payments that another instance settles. */
export async function refreshElsewhere(parts: SettlerParts, owns: (network: string) => boolean): Promise<void> {
  const running = [...parts.settlements.all()].filter(({ phase: place, payment }) => place === 'elsewhere' || !owns(payment.network))
  for (const some of slices(running, readAtOnce)) {
    const { changed, unknown } = await parts.ledger.changedSince(some.map(({ payment }) => payment))
    const rows = new Map(changed.map((payment) => [payment.id, payment]))
    const lost = new Set(unknown)
    for (const settlement of some) {
      const { payment, phase } = settlement
      // It may have gone on here while the ledger was asked.
      if (phase === 'ended') continue
      const row = rows.get(payment.id)
      const newest = row !== undefined && row.epoch > payment.epoch ? row : payment
      noteRow(parts, settlement, lost.has(payment.id) ? undefined : newest)
    }
  }
}

/** Hands over the payments that wait here for signers that another instance owns. */
export async function handOverWaiting(parts: SettlerParts, owns: (network: string) => boolean): Promise<void> {
  const waiting = [...parts.settlements.all()].filter(
    ({ phase: place, payment }) =>
      place === 'queue' && isUnsent(payment) && payment.instance === parts.instance && payment.leaseUntil > 0 && !owns(payment.network),
  )
  for (const settlement of waiting) await handOverPayment(parts, settlement)
}

/**
 * Hands over a payment that was served here while another instance owns the signers, so that it need not wait until its lease
 * has run out. Where that fails, it waits.
 */
export async function handOverPayment({ ledger, log }: SettlerParts, settlement: PendingSettlement): Promise<void> {
  const { id, epoch, leaseUntil } = settlement.payment
  try {
    if (await ledger.extendLease({ id, epoch, leaseUntil: 0 })) settlement.payment = { ...settlement.payment, leaseUntil: 0 }
  } catch (error) {
    log.warn({ err: error, payment: id, leaseUntil }, 'a payment could not be handed over before its lease runs out')
  }
}

async function renew(parts: SettlerParts, settlement: PendingSettlement, leaseUntil: number): Promise<void> {
  const { id, epoch } = settlement.payment
  if (await parts.ledger.extendLease({ id, epoch, leaseUntil })) {
    settlement.payment = { ...settlement.payment, leaseUntil }
    return
  }
  // Its transaction was stored, which counts the epoch up, or another instance has it.
  const row = await readRow(parts, settlement)
  if (row === undefined || settlement.phase === 'ended' || settlement.phase === 'elsewhere') return
  if (await parts.ledger.extendLease({ id, epoch: row.epoch, leaseUntil })) settlement.payment = { ...row, leaseUntil }
}

async function readRow(parts: SettlerParts, settlement: PendingSettlement) {
  return noteRow(parts, settlement, await parts.ledger.find(settlement.payment.id))
}

/** What the ledger has of a payment that is being settled, undefined where it has lost it. */
function noteRow(parts: SettlerParts, settlement: PendingSettlement, row: Payment | undefined): Payment | undefined {
  if (row === undefined) {
    const { id } = settlement.payment
    // What is not in the ledger is not sent. Where it was sent, the comparison with the chain finds it.
    parts.log.warn({ payment: id }, 'the ledger has lost a payment that was being settled')
    parts.settlements.end(settlement, { kind: 'pending', transaction: settlement.transaction })
    return undefined
  }
  const outcome = outcomeOf(row)
  settlement.payment = row
  if (outcome) parts.settlements.end(settlement, outcome)
  else if (row.instance !== parts.instance) settlement.phase = 'elsewhere'
  return row
}
