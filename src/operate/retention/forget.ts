import type { Ledger } from '../../ledger/ledger.ts'
import type { LedgerReading } from '../../ledger/reading/ledger-reading.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import { formatUsd } from '../../shared/money.ts'

/** What a ledger forgets on order, in small units that hold up no sale. */
export type Forgetting = Pick<Ledger, 'forgetClients' | 'forgetPayer'>

const slice = 500
const pageSize = 500

/**
 * Blanks the client addresses of payments that were called for before this moment. Returns how many had one.
 * @param pause waits between two slices
 */
export async function forgetOldClients(
  ledger: Pick<Forgetting, 'forgetClients'>,
  before: number,
  pause: () => Promise<void> = async () => {},
): Promise<number> {
  let changed = 0
  for (let after: string | null = ''; after !== null;) {
    const done: { readonly changed: number; readonly next: string | null } = await ledger.forgetClients({ after, before, limit: slice })
    changed += done.changed
    after = done.next
    if (after !== null) await pause()
  }
  return changed
}

async function* paymentsOf(reading: Pick<LedgerReading, 'listPayments'>, payer: string): AsyncGenerator<readonly Payment[]> {
  for (let before: string | null = null; ;) {
    const page: Payment[] = await reading.listPayments({ payer, state: null, offer: null, since: 0, before, limit: pageSize })
    // A wallet without payments too: the running service may remember what it was told.
    if (page.length > 0 || before === null) yield page
    if (page.length < pageSize) return
    before = page.at(-1)!.id
  }
}

/** Erases what is on record of a payer beside the books. Returns how many payments had it, and how many are kept until they end. */
export async function erasePayer(
  reading: Pick<LedgerReading, 'listPayments'>,
  ledger: Pick<Forgetting, 'forgetPayer'>,
  payer: string,
): Promise<{ readonly erased: number; readonly waiting: number }> {
  let erased = 0
  let seen = 0
  for await (const page of paymentsOf(reading, payer)) {
    seen += page.length
    erased += (await ledger.forgetPayer({ payer, ids: page.map(({ id }) => id) })).changed
  }
  return { erased, waiting: seen - erased }
}

/** Everything on record of a payer. Only the hash of a request is kept, and of an idempotency key too; of answers, that they are kept. */
export async function showPayer(reading: Pick<LedgerReading, 'listPayments' | 'auditOf' | 'answerKeptUntil'>, payer: string) {
  const payments: object[] = []
  for await (const page of paymentsOf(reading, payer)) {
    for (const payment of page) {
      const keptUntil = await reading.answerKeptUntil({ id: payment.id })
      payments.push({
        receipt: payment.id,
        calledFor: new Date(payment.claimedAt).toISOString(),
        offer: payment.offerId,
        state: payment.state,
        usdc: formatUsd(payment.amount),
        network: payment.network,
        transaction: payment.transaction,
        clientAddress: payment.client,
        requestHash: payment.fingerprint,
        idempotencyKeyHashes: payment.keys,
        answerKeptUntil: keptUntil === null ? null : new Date(keptUntil).toISOString(),
      })
    }
  }
  return { payer, payments, events: await reading.auditOf({ subject: payer }) }
}
