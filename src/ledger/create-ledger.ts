import type { Query, Store, Unit } from '../store/store.ts'
import { adopt } from './payments/adopt.ts'
import type { AnswerFiles } from './answers/answer-files.ts'
import { addCounts } from './counts/add-counts.ts'
import { findAnswer } from './answers/answer.ts'
import { archive } from './housekeeping/archive.ts'
import { recountDays } from './housekeeping/archived-days.ts'
import { barPayer, barredUntil } from './payments/bar-payer.ts'
import { claimTransfer } from './payments/claims/claim-transfer.ts'
import { claim } from './payments/claims/claim.ts'
import { closeSlot } from './slots/close-slot.ts'
import { expireAll } from './housekeeping/expire-all.ts'
import { bringBack, creditPaid } from './payments/credit-paid.ts'
import { extendLease } from './payments/extend-lease.ts'
import { finalize } from './payments/finalize.ts'
import { forgetClients } from './retention/forget-clients.ts'
import { forgetPayer } from './retention/forget-payer.ts'
import { changedSince } from './payments/changed-since.ts'
import { find, findByCredential, findByIdentity, hotByIdentity } from './payments/find.ts'
import { freeLeases } from './leases/free-leases.ts'
import { networkSpending } from './slots/network-spending.ts'
import { highestNonce } from './slots/highest-nonce.ts'
import { inSlices, slices } from './housekeeping/in-slices.ts'
import { growAnswer, keepAnswer, readAnswer } from './answers/keep-answer.ts'
import { hookQueue } from './hooks/hooks.ts'
import type { Ledger } from './ledger.ts'
import { LeaseLost } from './leases/leases.ts'
import { openSlots, slotAt } from './slots/open-slots.ts'
import { askRefund } from './refunds/ask-refund.ts'
import { endRefunds } from './refunds/end-refunds.ts'
import { creditFigures } from './refunds/credit-figures.ts'
import { refundable, refundOf } from './refunds/refundable.ts'
import { reconcilable } from './reconcile/create-reconcilable.ts'
import { reportUnavailable } from './report-unavailable.ts'
import { noteOrder } from './payments/note-order.ts'
import { orphans } from './payments/orphans.ts'
import { payersSince } from './payments/payers-since.ts'
import { payerHistory } from './payments/payer-history.ts'
import { ipv6Pools, quotaLeft, returnQuota, takeQuota } from './quotas/quota.ts'
import { countFreeRun, runsOfClient } from './quotas/uncharged-runs.ts'
import { notePoll } from './deliveries/note-poll.ts'
import { readDeliveries } from './deliveries/read-deliveries.ts'
import { serveDelivery } from './deliveries/serve-delivery.ts'
import { pricesSince, recordPrices } from './housekeeping/record-prices.ts'
import { orderPrice, priceOrders } from './prices/price-orders.ts'
import { recordRates } from './reading/reference-rates.ts'
import { recordTransaction } from './slots/record-transaction.ts'
import { reopenSlot } from './slots/reopen-slot.ts'
import { refuse } from './payments/refuse.ts'
import { release } from './payments/release.ts'
import { reverse } from './payments/reverse.ts'
import { bookOwed } from './payments/early/book-owed.ts'
import { earlyExposure } from './payments/early/early-exposure.ts'
import { payOwed } from './payments/early/pay-owed.ts'
import { serveEarly } from './payments/early/serve-early.ts'
import { serve } from './payments/serve.ts'
import { beginRun } from './payments/settled-first/begin-run.ts'
import { endAbandonedRuns } from './payments/settled-first/end-abandoned-runs.ts'
import { failRun, serveRun } from './payments/settled-first/end-run.ts'
import { orderPayment } from './payments/settled-first/order.ts'
import { settle } from './payments/settle.ts'
import { releaseLease, takeLease } from './leases/take-lease.ts'
import { totals } from './housekeeping/totals.ts'
import { uncharge } from './payments/uncharge.ts'
import { notFinal } from './payments/not-final.ts'
import { unsettle } from './payments/unsettle.ts'
import { refusedStillValid } from './payments/refused-still-valid.ts'

export interface LedgerOptions {
  readonly store: Store
  readonly answerFiles: AnswerFiles
  /** How long answers are kept, and how long idempotency keys name their payment. Default 24 h. */
  readonly answerTtlMs?: number
  /** Answers over this size are kept in files. Default 256 KB. */
  readonly largeAnswerBytes?: number
}

/** Rows in one unit. */
const archiveSlice = 50
const finalizeSlice = 200

/** The ledger over any store; closing it closes the store. Where the store or a file fails, a Problem `ledger_unavailable` says so. */
export function createLedger(options: LedgerOptions): Ledger {
  const { answerFiles, answerTtlMs = 24 * 3_600_000, largeAnswerBytes = 256 * 1024 } = options
  const store = reportUnavailable(options.store)
  const keeping = { answerFiles, answerTtlMs, largeAnswerBytes }
  const writes =
    <Input, Output>(unit: Unit<Input, Output>) =>
    (input: Input) =>
      store.write(unit, input)
  const writesHeld =
    <Input>(unit: Unit<Input, boolean>) =>
    async (input: Input) => {
      if (!(await store.write(unit, input))) throw new LeaseLost(`${unit.name}: another instance has taken the lease`)
    }
  const reads =
    <Input, Output>(query: Query<Input, Output>) =>
    (input: Input) =>
      store.read(query, input)

  return {
    recordPrices: writes(recordPrices),
    pricesSince: reads(pricesSince),
    orderPrice: writes(orderPrice),
    priceOrders: () => store.read(priceOrders, undefined),
    recordRates: writes(recordRates),
    noteOrder: writes(noteOrder),
    addCounts: writes(addCounts),
    takeQuota: writes(takeQuota),
    returnQuota: writes(returnQuota),
    quotaLeft: reads(quotaLeft),
    ipv6Pools: reads(ipv6Pools),

    find: reads(find),
    changedSince: reads(changedSince),
    findByCredential: reads(findByCredential),
    findByIdentity: reads(findByIdentity),
    hotByIdentity: reads(hotByIdentity),
    async answer(id) {
      const row = await store.read(findAnswer, id)
      return row && readAnswer(answerFiles, row)
    },
    growAnswer: (at) => growAnswer(answerFiles, at),
    claim: (input) => store.write(claim, { ...input, keysUntil: input.now + answerTtlMs }),
    claimTransfer: (input) => store.write(claimTransfer, { ...input, keysUntil: input.now + answerTtlMs }),
    extendLease: writes(extendLease),
    serve: async (input) => store.write(serve, { ...input, answer: await keepAnswer(keeping, input, input.answer, input.at) }),
    serveEarly: async (input) => store.write(serveEarly, { ...input, answer: await keepAnswer(keeping, input, input.answer, input.at) }),
    deliveries: reads(readDeliveries),
    async serveDelivery(input) {
      return store.write(serveDelivery, { ...input, answer: await keepAnswer(keeping, input, input.answer, input.at) })
    },
    notePoll: writes(notePoll),
    bookOwed: writes(bookOwed),
    payOwed: writes(payOwed),
    uncharge: async (input) => store.write(uncharge, { ...input, answer: await keepAnswer(keeping, input, input.answer, input.at) }),
    release: writes(release),
    countFreeRun: writes(countFreeRun),
    runsOfClient: reads(runsOfClient),
    order: writes(orderPayment),
    beginRun: writes(beginRun),
    async serveRun(input) {
      return store.write(serveRun, { ...input, answer: await keepAnswer(keeping, input, input.answer, input.at) })
    },
    failRun: writes(failRun),
    endAbandonedRuns: writes(endAbandonedRuns),
    settle: writes(settle),
    refuse: writes(refuse),
    unsettle: writes(unsettle),
    reverse: writes(reverse),
    async finalize({ ids }) {
      for (const some of slices(ids, finalizeSlice)) await store.write(finalize, { ids: some })
    },
    bringBack: writes(bringBack),
    creditPaid: writes(creditPaid),

    refundable: reads(refundable),
    askRefund: writes(askRefund),
    endRefunds: writes(endRefunds),
    refundOf: reads(refundOf),
    creditFigures: reads(creditFigures),

    orphans: reads(orphans),
    adopt: writes(adopt),
    notFinal: reads(notFinal),
    refusedStillValid: reads(refusedStillValid),
    recordTransaction: writesHeld(recordTransaction),
    openSlots: reads(openSlots),
    slotAt: reads(slotAt),
    closeSlot: writesHeld(closeSlot),
    reopenSlot: writesHeld(reopenSlot),
    highestNonce: reads(highestNonce),
    networkSpending: reads(networkSpending),
    barPayer: writes(barPayer),
    barredUntil: reads(barredUntil),
    takeLease: writes(takeLease),
    releaseLease: writes(releaseLease),
    freeLeases: reads(freeLeases),

    forgetClients: writes(forgetClients),
    async forgetPayer(input) {
      const { changed, files } = await store.write(forgetPayer, input)
      for (const file of files) await answerFiles.remove(file)
      return { changed }
    },

    expire: (input) => expireAll(store, answerFiles, input),
    recountDays: () => recountDays(store),
    archive: ({ expiredBefore, limit }) => inSlices(limit, archiveSlice, (part) => store.write(archive, { expiredBefore, limit: part })),
    totals: () => store.read(totals, undefined),
    payersSince: reads(payersSince),
    payerHistory: reads(payerHistory),
    earlyExposure: reads(earlyExposure),
    ...hookQueue(store),
    ...reconcilable(store),
    close: () => store.close(),
  }
}
