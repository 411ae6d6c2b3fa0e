import type { TransferLog } from '../../chain/read-transfers.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import { utcDay } from '../../shared/clock.ts'
import { newReceiptId } from '../../shared/ids.ts'
import { refundNonce } from '../refunds/create-refunds.ts'
import { holdersOf, note, transferKey } from './compare-window.ts'
import type { NetworkParts } from './reconcile-parts.ts'
import { proofsOf, type TransferProof } from './transfer-proof.ts'

const noLimits = { perDay: 1n << 62n, perPayer: 1n << 62n }

/**
 * Compares transfers of the wallet for refunds with the refunds of the ledger, and books those that it does not know: the credit that was
 * given back must buy nothing more. Gives the ids of the refunds that agree, and what all of them gave back, in base units.
 */
export async function compareRefunds(parts: NetworkParts, transfers: readonly TransferLog[]): Promise<bigint> {
  const keyOf = (transfer: TransferLog) => transferKey(parts, transfer)
  const holders = await holdersOf(parts, transfers.map(keyOf))
  const left = transfers.filter((transfer) => holders.get(keyOf(transfer))?.state !== 'settled')
  const proofs = await proofsOf(parts, left)
  let apart = 0n
  for (const [transfer, proof] of proofs) {
    if (await book(parts, transfer, proof)) continue
    note(parts, 'refund_unknown', { ...transfer, from: transfer.to }, null, 'it gives back no payment that the ledger has')
    apart += transfer.value
  }
  return transfers.reduce((sum, { value }) => sum + value, 0n) - apart
}

async function book(parts: NetworkParts, transfer: TransferLog, { authorization }: TransferProof): Promise<boolean> {
  const { ledger, chain, clock, random, instance, adopt, refundsFrom } = parts
  if (authorization === null || refundsFrom === null) return false
  const credits = await ledger.creditsOfPayer({ network: chain.network.id, payer: transfer.to })
  const credit = credits.find(({ id }) => refundNonce(id) === authorization.nonce) ?? adoptedCredit(credits, transfer)
  if (!credit) return false
  if (!adopt) {
    note(parts, 'to_adopt', { ...transfer, from: transfer.to }, credit, 'it was given back')
    return false
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
  note(parts, 'refund_booked', { ...transfer, from: transfer.to }, credit, `refund ${refund.id}`)
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
