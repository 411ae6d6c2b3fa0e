import { authorizationIdentity, transferIdentity } from '../../../src/ledger/payments/identity.ts'
import type { World } from '../world/world.ts'
import type { BookRow, Books } from './read-books.ts'

/** A transfer to us on one of the chains. */
export interface Income {
  readonly network: string
  readonly transaction: string
  readonly payer: string
  readonly amount: bigint
  /** Nonce of the authorization that made it; null for a plain transfer. */
  readonly nonce: string | null
  /** One of our signers sent the transaction. */
  readonly ours: boolean
  readonly row: BookRow | undefined
}

/** Every transfer to us, with its row in the books. */
export function incomesOf(world: World, books: Books): Income[] {
  const byId = new Map(books.payments.map((row) => [row.id, row]))
  return world.chains.flatMap(({ network, simulated }) => {
    const counts = new Map<string, number>()
    const sent = new Set(world.signers.flatMap(({ address }) => simulated.minedTransactionsOf(address).hashes))
    return simulated.transfersTo(world.payTo).map((transfer) => {
      const key = `${transfer.transaction}:${transfer.value}`
      const occurrence = counts.get(key) ?? 0
      counts.set(key, occurrence + 1)
      const byTransfer = books.identities.get(
        transferIdentity({
          network: network.id,
          transaction: transfer.transaction,
          payTo: world.payTo,
          amount: transfer.value,
          occurrence,
        }),
      )
      const byNonce =
        transfer.nonce && books.identities.get(authorizationIdentity(network.id, network.asset, transfer.from, transfer.nonce))
      return {
        network: network.id,
        transaction: transfer.transaction,
        payer: transfer.from,
        amount: transfer.value,
        nonce: transfer.nonce,
        ours: sent.has(transfer.transaction),
        row: byId.get(byTransfer ?? byNonce ?? ''),
      }
    })
  })
}
