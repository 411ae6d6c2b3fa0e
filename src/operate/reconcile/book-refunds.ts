import type { TransferLog } from '../../chain/read-transfers.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import { utcDay } from '../../shared/clock.ts'
import { newReceiptId } from '../../shared/ids.ts'
import { authorizationIdentity } from '../../ledger/payments/identity.ts'
import { refundNonce } from '../refunds/create-refunds.ts'
import { holdersOf, note, transferKey } from './compare-window.ts'
import type { NetworkParts } from './reconcile-parts.ts'
import type { FindingKind } from './reconciliation.ts'
import { proofsOf, type TransferProof } from './transfer-proof.ts'

const noLimits = { perDay: 1n << 62n, perPayer: 1n << 62n }

/**
 * Compares transfers of the wallet for refunds with the refunds of the ledger, and books those that it does not know: the credit that was
 * given back must buy nothing more. Returns what they gave back, in base units, without transfers that give back no payment.
 */
export async function compareRefunds(parts: NetworkParts, transfers: readonly TransferLog[]): Promise<bigint> {
  const keyOf = (transfer: TransferLog) => transferKey(parts, transfer)
  const holders = await holdersOf(parts, transfers.map(keyOf))
  const left = transfers.filter((transfer) => holders.get(keyOf(transfer))?.state !== 'settled')
  let apart = 0n
  for (const [transfer, { authorization }] of await proofsOf(parts, left)) {
    if (authorization && ((await isKnown(parts, transfer, authorization)) || (await book(parts, transfer, authorization)))) continue
    noteRefund(parts, 'refund_unknown', transfer, null, 'it gives back no payment that the ledger has')
    apart += transfer.value
  }
  return transfers.reduce((sum, { value }) => sum + value, 0n) - apart
}

type RefundAuthorization = NonNullable<TransferProof['authorization']>

function noteRefund(parts: NetworkParts, kind: FindingKind, transfer: TransferLog, payment: Payment | null, what: string): void {
  note(parts, kind, { ...transfer, from: transfer.to }, payment, what)
}

/** Whether the ledger has this refund, and has not yet seen where it was mined, or has it elsewhere. */
async function isKnown(parts: NetworkParts, transfer: TransferLog, { nonce }: RefundAuthorization): Promise<boolean> {
  const { id, asset } = parts.chain.network
  const key = authorizationIdentity(id, asset, transfer.from, nonce)
  const refund = (await holdersOf(parts, [key])).get(key)
  // One that had failed before gives its nonce to the next attempt.
  if (!refund || refund.state === 'refused' || refund.state === 'released') return false
  const isElsewhere = refund.state === 'settled'
  const what = isElsewhere ? `the ledger has it in transaction ${refund.transaction ?? 'none'}` : 'a refund'
  noteRefund(parts, isElsewhere ? 'differs' : 'pending', transfer, refund, what)
  return true
}

/** Whether it gives back a payment. */
async function book(parts: NetworkParts, transfer: TransferLog, authorization: RefundAuthorization): Promise<boolean> {
  const { ledger, chain, clock, random, instance, adopt, refundsFrom } = parts
  if (refundsFrom === null) return false
  const credits = await ledger.creditsOfPayer({ network: chain.network.id, payer: transfer.to })
  const credit = credits.find(({ id }) => refundNonce(id) === authorization.nonce) ?? adoptedCredit(credits, transfer)
  if (!credit) return false
  if (!adopt) {
    noteRefund(parts, 'to_adopt', transfer, credit, 'it was given back')
    return true
  }
  if (!(await finalize(parts, credit))) {
    noteRefund(parts, 'pending', transfer, credit, 'its payment is not final yet')
    return true
  }
  const at = clock.now()
  const refund = {
    id: newReceiptId(random, at),
    from: refundsFrom,
    net: transfer.value,
    authorization,
    instance,
    leaseUntil: at,
    claimBlock: transfer.blockNumber,
  }
  const asked = await ledger.askRefund({ credit, day: utcDay(at), at, reason: 'ordered', limits: noLimits, refund })
  if (asked.result !== 'asked') return false
  const { transaction, blockNumber, blockHash, logIndex, occurrence } = transfer
  await ledger.settle([{ id: refund.id, transaction, blockNumber, blockHash, logIndex, occurrence, at }])
  if (blockNumber <= parts.finalBlock) await ledger.finalize({ ids: [refund.id] })
  await ledger.endRefunds({ closedBefore: 0n })
  noteRefund(parts, 'refund_booked', transfer, credit, `refund ${refund.id}`)
  return true
}

/** Only what is final is given back. The service may not have got round to this payment since it was restored. */
async function finalize({ ledger, finalBlock }: NetworkParts, { id, final, blockNumber }: Payment): Promise<boolean> {
  if (final) return true
  if (blockNumber === null || blockNumber > finalBlock) return false
  await ledger.finalize({ ids: [id] })
  return true
}

/**
 * A payment that was adopted has another receipt than the one that was given back, so it is known by what it paid: the smallest credit of
 * its payer, paid before, that could have been given back with this.
 */
function adoptedCredit(credits: readonly Payment[], { value, blockNumber }: TransferLog): Payment | undefined {
  return credits
    .filter(({ reason, amount, blockNumber: paid }) => reason === 'adopted' && amount >= value && (paid ?? 0n) <= blockNumber)
    .toSorted((one, other) => (one.amount < other.amount ? -1 : 1))[0]
}
