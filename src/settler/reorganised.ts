import { RpcUnreachable } from '../chain/chain.ts'
import type { Hex } from '../shared/bytes.ts'
import type { Payment } from '../ledger/payment.ts'
import { paidIn } from './conclude.ts'
import type { Finality, WatchedBlock } from './finality.ts'
import type { Lane } from './lane.ts'
import type { Looking } from './looking.ts'
import type { NetworkParts } from './settler-parts.ts'

/**
 * Settlements whose block vanished: where the transaction stands in another block they move there; otherwise they are
 * open again, what was mined is sent again, and each goes its way from what became of its authorization.
 */
export async function reorganised(
  parts: NetworkParts & { readonly finality: Finality; readonly looking: Looking; readonly lanes: readonly Lane[] },
  blocks: readonly WatchedBlock[],
): Promise<void> {
  const { chain, ledger, clock, finality, looking, lanes, settlements: running, policy } = parts
  const { network } = chain
  const log = parts.log.child({ network: network.id })
  const open: Payment[] = []

  async function follow(transaction: Hex, payments: readonly Payment[]): Promise<void> {
    const receipt = await chain.receipt(transaction)
    const paid = receipt === null ? new Map() : paidIn(payments, receipt, network)
    for (const payment of payments) {
      const paidAt = paid.get(payment.id)
      const unsettled = await ledger.unsettle({ id: payment.id, at: clock.now() })
      if (unsettled === undefined) continue
      if (paidAt === undefined) {
        open.push(unsettled)
        continue
      }
      for (const moved of await ledger.settle([{ id: payment.id, ...paidAt, at: clock.now() }])) finality.track(moved)
    }
  }

  for (const block of blocks) {
    log.warn({ block: block.number, hash: block.hash, payments: block.payments.size }, 'a block with settlements was reorganised away')
    const byTransaction = Map.groupBy(block.payments.values(), (payment) => payment.transaction)
    try {
      for (const [transaction, payments] of byTransaction) if (transaction !== null) await follow(transaction, payments)
    } catch (error) {
      log.warn({ err: error, block: block.number }, 'a vanished block could not be followed yet')
      for (const payment of block.payments.values()) finality.track(payment)
    }
  }
  for (const payment of open) looking.add(running.begin(payment, 'look').settlement, policy.reorgWaitBlocks * network.blockMs)
  if (open.length > 0) await Promise.all(lanes.map((lane) => sendAgain(lane)))

  async function sendAgain(lane: Lane): Promise<void> {
    try {
      await lane.fill(await chain.accountNonce(lane.signer, 'latest'))
    } catch (error) {
      if (!(error instanceof RpcUnreachable)) throw error
    }
  }
}
