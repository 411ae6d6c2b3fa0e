import { RpcUnreachable } from '../../chain/chain.ts'
import { transfersTo } from '../../chain/find-transfer.ts'
import { transferIdentity } from '../../ledger/payments/identity.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { Hex } from '../../shared/bytes.ts'
import { formatUsd } from '../../shared/money.ts'
import { createFinality } from './finality.ts'
import { graceMs } from '../policy.ts'
import { paysUs } from './resolve-payment.ts'
import type { NetworkParts } from '../settler-parts.ts'
import { alarmFields } from '../../shared/alarm.ts'

/** A payment whose transfer is in no block that we know of. */
interface Vanished {
  readonly payment: Payment
  readonly since: number
}

/** Rounds between two readings of what is not final. */
const refreshEvery = 20

/**
 * Watches the transfers that payers made themselves until their blocks are final. It needs no signer, so it also works on
 * networks where nothing can be settled. We can't send again a transfer whose block vanished. The payment stays as it is while its
 * transaction is looked for, moves to the block where it turns up, and is booked as a loss when it has not come back in the
 * time that finality takes. The list in memory may be lost: the ledger knows what is not final, and the chain what vanished.
 */
export function createTransferWatch(parts: NetworkParts): () => Promise<void> {
  const { chain, ledger, clock, policy, metrics } = parts
  const { network } = chain
  const log = parts.log.child({ network: network.id })
  const finality = createFinality(parts, { transfers: true })
  const vanished = new Map<string, Vanished>()
  let round = 0

  function addVanished(payment: Payment): void {
    if (vanished.has(payment.id)) return
    log.warn({ payment: payment.id, block: payment.blockNumber, hash: payment.blockHash }, 'the block of a transfer was reorganised away')
    vanished.set(payment.id, { payment, since: clock.now() })
  }

  async function follow(transaction: Hex, payments: readonly Vanished[]): Promise<void> {
    const facts = await chain.transaction(transaction)
    for (const { payment, since } of payments) {
      const { id, payTo, amount } = payment
      const matching = facts ? transfersTo(facts, payTo, amount).filter((transfer) => paysUs(payment, transfer)) : []
      const owners = await Promise.all(
        matching.map(({ occurrence }) =>
          ledger.findByIdentity(transferIdentity({ network: network.id, transaction, payTo, amount, occurrence })),
        ),
      )
      const found = matching.find((_, index) => owners[index]?.id === id)
      if (facts && found) {
        const { blockNumber, blockHash } = facts
        const { logIndex, occurrence } = found
        const place = { id, transaction, blockNumber, blockHash, logIndex, occurrence, at: clock.now() }
        for (const moved of await ledger.settle([place])) finality.track(moved)
        vanished.delete(id)
      } else if (clock.now() - since > graceMs(policy, network)) {
        await giveUp(payment)
      }
    }
  }

  async function giveUp({ id, epoch, amount }: Payment): Promise<void> {
    const reason = 'transfer_reorganised_away'
    vanished.delete(id)
    // Undefined where another instance has found it since.
    if ((await ledger.reverse({ id, epoch, reason, at: clock.now() })) === undefined) return
    metrics.reversedValue.add({ network: network.id }, Number(amount))
    log.error(
      { ...alarmFields('reversed'), payment: id, reason, usdc: formatUsd(amount) },
      'an answered transfer was reorganised away for good: booked as a loss',
    )
  }

  return async () => {
    if (round % refreshEvery === 0) await finality.refresh()
    round += 1
    const gone = (await finality.check()).flatMap((block) => [...block.payments.values()])
    // An answer to the victim of a theft is a loss wherever the transfer is.
    const thefts = gone.filter(({ theft }) => theft)
    if (thefts.length > 0) await ledger.finalize({ ids: thefts.map(({ id }) => id) })
    gone.filter(({ theft }) => !theft).forEach(addVanished)
    const byTransaction = Map.groupBy(vanished.values(), ({ payment }) => payment.transaction)
    for (const [transaction, payments] of byTransaction) {
      try {
        if (transaction !== null) await follow(transaction, payments)
      } catch (error) {
        if (!(error instanceof RpcUnreachable)) throw error
        log.debug({ transaction }, 'a vanished transfer could not be looked up')
      }
    }
  }
}
