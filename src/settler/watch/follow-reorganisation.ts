import { RpcUnreachable } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import { paidIn } from './record-outcome.ts'
import type { Finality, WatchedBlock } from './finality.ts'
import type { SignerQueue } from '../queue/signer-queue.ts'
import type { PaymentWatch } from './payment-watch.ts'
import type { NetworkParts } from '../settler-parts.ts'

/**
 * Follows settlements whose block vanished. Where another block holds the transaction, they move there. Otherwise they are open
 * again, the transaction is sent again, and what became of each authorization decides how its payment goes on.
 */
export async function followReorganisation(
  parts: NetworkParts & { readonly finality: Finality; readonly paymentWatch: PaymentWatch; readonly signerQueues: readonly SignerQueue[] },
  blocks: readonly WatchedBlock[],
): Promise<void> {
  const { chain, ledger, clock, finality, paymentWatch, signerQueues, settlements: running, policy } = parts
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
      log.warn({ err: error, block: block.number }, 'a vanished block could not be followed and is tried again')
      for (const payment of block.payments.values()) finality.track(payment)
    }
  }
  for (const payment of open) paymentWatch.add(running.begin(payment, 'watch').settlement, policy.reorgWaitBlocks * network.blockMs)
  if (open.length > 0) await Promise.all(signerQueues.map(sendAgain))

  async function sendAgain(signerQueue: SignerQueue): Promise<void> {
    try {
      await signerQueue.fill(await chain.accountNonce(signerQueue.signer, 'latest'))
    } catch (error) {
      if (!(error instanceof RpcUnreachable)) throw error
    }
  }
}
