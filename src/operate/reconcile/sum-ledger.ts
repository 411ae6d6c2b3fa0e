import { newReceiptId } from '../../shared/ids.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { NetworkParts } from './reconcile-parts.ts'

/** What the ledger says moved in a span of blocks. Base units. */
export interface LedgerSums {
  readonly received: bigint
  readonly givenBack: bigint
}

/** Payments that are looked at in one turn. */
const slice = 250
/** Milliseconds that a payment may be claimed before its block. */
const maxAheadMs = 8 * 24 * 3_600_000

/**
 * Adds up what the ledger says about a span of blocks, and notes each payment that has no transfer there.
 * @param seen payments whose transfer was found on chain
 * @param since time of the first block in milliseconds
 */
export async function sumLedger(
  parts: NetworkParts,
  span: { readonly from: bigint; readonly to: bigint; readonly since: number },
  seen: ReadonlySet<string>,
): Promise<LedgerSums> {
  let [received, givenBack] = [0n, 0n]
  for await (const payment of paymentsOf(parts, span)) {
    if (payment.timing === 'refund') {
      givenBack += payment.amount
      continue
    }
    if (payment.payTo !== parts.payTo) continue
    received += payment.amount
    if (!seen.has(payment.id)) noteMissing(parts, payment)
  }
  return { received, givenBack }
}

async function* paymentsOf(
  { ledger, chain, ownTurn }: NetworkParts,
  { from, to, since }: { readonly from: bigint; readonly to: bigint; readonly since: number },
): AsyncGenerator<Payment> {
  const first = idAt(Math.max(0, since - maxAheadMs))
  for (const archived of [false, true]) {
    let after = first
    for (;;) {
      await ownTurn()
      const part = { archived, network: chain.network.id, fromBlock: from, toBlock: to, after, limit: slice }
      const { payments, last } = await ledger.paymentsInBlocks(part)
      yield* payments
      if (last === null) break
      after = last
    }
  }
}

/** The lowest receipt id of a moment. */
function idAt(time: number): string {
  return newReceiptId({ bytes: (length) => new Uint8Array(length) }, time)
}

function noteMissing({ findings }: NetworkParts, { id, network, transaction, blockNumber, payer, amount }: Payment): void {
  findings.add({ kind: 'not_on_chain', network, transaction, block: blockNumber, payer, amount, payment: id, what: null })
}
