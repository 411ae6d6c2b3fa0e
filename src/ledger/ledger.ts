import type { Hex } from '../shared/bytes.ts'
import type { NetworkSpending } from './slots/network-spending.ts'
import type { ClaimInput, ClaimResult, ClaimTerms, ClaimTransferInput, ClaimTransferResult } from './payments/claims/claim-input.ts'
import type { Deliveries, ServeDeliveryInput, ServedDelivery } from './deliveries/delivery.ts'
import type { NotePollInput } from './deliveries/note-poll.ts'
import type { ReadDeliveriesInput } from './deliveries/read-deliveries.ts'
import type { EndRefundsInput } from './refunds/end-refunds.ts'
import type { AskRefundInput, AskRefundResult, Refund } from './refunds/refund.ts'
import type { CreditFiguresInput, CreditsOfNetwork } from './refunds/credit-figures.ts'
import type { OrderPriceInput, PriceOrder } from './prices/price-orders.ts'
import type { RecordRatesInput } from './reading/reference-rates.ts'
import type { RefundableInput } from './refunds/refundable.ts'
import type { GrowingAnswer } from './answers/growing-answer.ts'
import type { HookQueue } from './hooks/hooks.ts'
import type { Housekeeping } from './housekeeping/housekeeping.ts'
import type { LeaseHolder, Leases } from './leases/leases.ts'
import type { ChangedSince } from './payments/changed-since.ts'
import type { OrphansInput } from './payments/orphans.ts'
import type { BookOwedInput } from './payments/early/book-owed.ts'
import type { PayOwedInput } from './payments/early/pay-owed.ts'
import type { ServedEarly, ServeEarlyInput } from './payments/early/serve-early.ts'
import type { BringBackInput, CreditPaidInput } from './payments/credit-paid.ts'
import type { Payment, StoredAnswer } from './payments/payment.ts'
import type { NoteOrderInput } from './payments/note-order.ts'
import type { PayerHistory } from './payments/payer-history.ts'
import type { CountedRun } from './quotas/uncharged-runs.ts'
import type { Reconcilable } from './reconcile/reconcilable.ts'

export type { ClaimInput, ClaimResult, ClaimTerms, ClaimTransferInput, ClaimTransferResult }
/** Names a payment at the state in which the caller saw it. */
export interface At {
  readonly id: string
  readonly epoch: number
}

export interface SettledInput {
  readonly id: string
  readonly transaction: Hex
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly logIndex: number
  /** See `TransferKey`. */
  readonly occurrence: number
  readonly at: number
  /** The payment as it was served, where the caller has it; then it is not read back. */
  readonly served?: Payment
}

/** One account nonce of one signer, and every transaction that was signed for it. */
export interface Slot {
  readonly network: string
  readonly signer: Hex
  readonly nonce: number
  readonly state: 'open' | 'mined' | 'abandoned'
  readonly payments: readonly string[]
  readonly transactions: readonly StoredTransaction[]
  readonly createdAt: number
  /** It settles a payment of a contract. */
  readonly contract: boolean
}

export interface StoredTransaction {
  readonly hash: Hex
  readonly raw: Hex
  /** Fees as decimal strings of wei, for bumping. */
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly storedAt: number
}

export interface RecordTransactionInput {
  readonly network: string
  readonly signer: Hex
  readonly nonce: number
  readonly transaction: StoredTransaction
  /** Payments that it settles; those in `ordered` or `served` become `settling`. Empty for a replacement or a gap filler. */
  readonly payments: readonly string[]
  readonly at: number
  /** The most that this transaction may cost, in gwei. Of several for one slot the highest counts. 0 unless given. */
  readonly worstGwei?: bigint
  /** What the payments of a new slot bring, in base units, and whether their payer is a contract. */
  readonly value?: bigint
  readonly contract?: boolean
  /** The lease of the signer: see `LeaseLost`. */
  readonly holder?: LeaseHolder
}

/** A credit that begins its work, for one request of one caller. */
export interface BeginRunInput extends At {
  /** The request that it buys now: another one of the same offer than before, perhaps. The offer counts where the payment's is not known. */
  readonly offerId: string
  readonly fingerprint: string
  readonly client: string
  readonly instance: string
  readonly leaseUntil: number
  /** How often the work may be begun in all. */
  readonly maxRuns: number
}

export interface Totals {
  readonly network: string
  readonly state: Payment['state']
  /** Answers that brought no income of their own, see `Payment.theft`. Leave them out where income is counted. */
  readonly theft: boolean
  readonly payments: bigint
  /** Base units. */
  readonly amount: bigint
}

export interface AdoptInput {
  /** As they were seen: an owner that extended its lease since then keeps its row. */
  readonly rows: readonly (At & { readonly leaseUntil: number })[]
  readonly instance: string
  readonly leaseUntil: number
  /**
   * Takes only payments that are abandoned at this moment too: their lease ended at or before `now`, or their instance has ended
   * by `endedBy` as in `orphans`. An instance that stood still may have come back since the rows were read. Without it, all rows
   * are taken that are as they were seen.
   */
  readonly abandonedAt?: { readonly now: number; readonly endedBy: number }
}

/**
 * What was claimed, served, settled, refused: durable, exactly once. One contract suite holds for every engine (`ledger.contract.ts`). A
 * call that changes something resolves only when the change is durable.
 * @throws Problem `ledger_unavailable` where the engine or the disk fails; nothing of that call was written then. The exception is
 * an engine that went away before it answered: then the cause is StoreOutcomeUnknown, and the row shows whether it was written.
 */
export interface Ledger extends Leases, Reconcilable, Housekeeping, HookQueue {
  // Prices, quotas
  /** Records the price of each offer: one that differs from the newest on record is added with its time. */
  recordPrices(input: {
    readonly prices: readonly { readonly offerId: string; readonly price: bigint }[]
    readonly at: number
  }): Promise<void>
  /** Prices that an offer had at some time since then, newest first. */
  pricesSince(input: { readonly offerId: string; readonly since: number }): Promise<bigint[]>
  /** Orders a price of an offer from a moment on. */
  orderPrice(input: OrderPriceInput): Promise<void>
  /** All orders, in the order in which they take effect. */
  priceOrders(): Promise<PriceOrder[]>
  /** Puts what an operator did into the audit trail. */
  noteOrder(input: NoteOrderInput): Promise<void>
  /** Records what currencies and coins were worth on days, for reports. */
  recordRates(input: RecordRatesInput): Promise<void>
  takeQuota(input: {
    readonly day: string
    readonly pool: string
    readonly limit: number
  }): Promise<{ readonly taken: boolean; readonly remaining: number }>
  /** Gives a unit back; the number used never goes below zero. */
  returnQuota(input: { readonly day: string; readonly pool: string; readonly limit: number }): Promise<{ readonly remaining: number }>
  quotaLeft(input: { readonly day: string; readonly pool: string; readonly limit: number }): Promise<number>
  /** Pools that took a unit on that day and whose name ends in `/64`; to rebuild the limit per /48 after a restart. */
  ipv6Pools(input: { readonly day: string }): Promise<string[]>

  // Payments
  find(id: string): Promise<Payment | undefined>
  /** Of many payments that were seen at an epoch, those that have changed since, and the ids that the ledger does not have. */
  changedSince(seen: readonly At[]): Promise<ChangedSince>
  /** The newest payment that this credential brought: a transfer, or an archived payment. Hot authorizations are found by identity. */
  findByCredential(hash: string): Promise<Payment | undefined>
  findByIdentity(identity: string): Promise<Payment | undefined>
  /** As above without the archive, which holds no authorization that is still valid. So the cost does not grow with the archive. */
  hotByIdentity(identity: string): Promise<Payment | undefined>
  /**
   * The answer while it is kept, undefined after that. Also undefined while the payment is refused: the row is withheld until its
   * time is over, so that a settlement that appears late makes it available again.
   */
  answer(id: string): Promise<StoredAnswer | undefined>
  /** Begins the answer of a payment that is at work: it is copied here while it is made, and stored when it has ended. */
  growAnswer(at: At): Promise<GrowingAnswer>
  claim(input: ClaimInput): Promise<ClaimResult>
  /** Admits a payment by a transfer, or claims a credit again in its row, under its receipt id; see `claim-transfer.ts`. */
  claimTransfer(input: ClaimTransferInput): Promise<ClaimTransferResult>
  /** Not a transition: the epoch stays. False when the payment has moved on. */
  extendLease(input: At & { readonly leaseUntil: number }): Promise<boolean>
  /**
   * claimed -> served (or free, when it was granted as the first call free), with its answer. A transfer is settled at
   * once, and not final yet. Undefined when it lost the race. `claimed` is the payment at that epoch, where the caller
   * has it.
   */
  serve(input: At & { readonly answer: StoredAnswer; readonly at: number; readonly claimed?: Payment }): Promise<Payment | undefined>
  /** As `serve`, and decides in the same unit whether the answer may be sent before the settlement; see `serve-early.ts`. */
  serveEarly(input: Omit<ServeEarlyInput, 'answer'> & { readonly answer: StoredAnswer }): Promise<ServedEarly | undefined>
  /** As `serve`, and marks in the same unit what the answer delivers of a watchlist. */
  serveDelivery(input: Omit<ServeDeliveryInput, 'answer'> & { readonly answer: StoredAnswer }): Promise<ServedDelivery>
  /** What a payer was given of a watchlist. */
  deliveries(input: ReadDeliveriesInput): Promise<Deliveries>
  /** Remembers from which day on a payer wants a watchlist. */
  notePoll(input: NotePollInput): Promise<void>
  /** served or settling -> owed: it was answered early, and can't be collected. */
  bookOwed(input: BookOwedInput): Promise<Payment | undefined>
  /** owed -> served, with another authorization of its payer. */
  payOwed(input: PayOwedInput): Promise<Payment | undefined>
  /**
   * claimed -> uncharged, with its answer; a free grant is given back. A transfer becomes a credit instead, and its answer is not
   * kept. `counted`: it counts as an uncharged run; null where it does not.
   */
  uncharge(
    input: At & {
      readonly answer: StoredAnswer
      readonly reason: string
      readonly counted: CountedRun | null
      readonly at: number
    },
  ): Promise<Payment | undefined>
  /**
   * claimed -> released; a free grant is given back, unless it is used up. A transfer becomes a credit instead. `counted`: the run
   * ended by the caller's doing, so it counts as an uncharged run; null where it does not.
   */
  release(
    input: At & { readonly reason: string; readonly counted: CountedRun | null; readonly freeCallUsed?: boolean },
  ): Promise<Payment | undefined>
  /** Counts a call without a payment that failed by its client's doing. */
  countFreeRun(input: CountedRun & { readonly client: string }): Promise<void>
  /** What was counted for a client in an hour. */
  runsOfClient(input: { readonly hour: string; readonly client: string }): Promise<number>
  /** claimed -> ordered: it is settled before the work. Undefined when it lost the race. */
  order(input: At): Promise<Payment | undefined>
  /** credit -> running, of a payment that was settled first. Undefined when it lost the race, or was begun `maxRuns` times. */
  beginRun(input: BeginRunInput): Promise<Payment | undefined>
  /** running -> settled, with its answer. */
  serveRun(input: At & { readonly answer: StoredAnswer; readonly at: number }): Promise<Payment | undefined>
  /** running -> credit: its work failed, or is not worth its price. */
  failRun(input: At & { readonly reason: string }): Promise<Payment | undefined>
  /** running -> credit, for all work whose owner has ended; gives those payments. */
  endAbandonedRuns(input: Omit<OrphansInput, 'networks'>): Promise<Payment[]>
  /**
   * ordered, served or settling -> settled (or credit, if settled first), all in one unit. Returns the payments that changed. A refused payment is
   * settled too, when our transfer appeared after all. A transfer that was settled or reversed moves to the block that holds it now.
   */
  settle(input: readonly SettledInput[]): Promise<Payment[]>
  /**
   * ordered, served or settling -> refused; the stored answer is withheld, not dropped. Undefined for one that was settled before
   * (`settledAt` is set): its answer has been given, so it is reversed instead. `counted`: it counts as an uncharged run.
   */
  refuse(input: {
    readonly id: string
    readonly reason: string
    readonly at: number
    readonly counted?: { readonly hour: string; readonly contract: boolean }
  }): Promise<Payment | undefined>
  /**
   * settled and not final -> settling, after its block vanished. `settledAt` stays: it decides between refuse and reverse. A credit
   * that was settled first was not answered, so it is as if it had never been settled.
   * Undefined for transfers: we can send nothing for them, so they stay until they are found again or reversed.
   */
  unsettle(input: { readonly id: string; readonly at: number }): Promise<Payment | undefined>
  /** settling (after unsettle) -> reversed: answered, and can't be collected. A transfer at this epoch: settled and not final -> reversed. */
  reverse(input: {
    readonly id: string
    readonly epoch?: number
    readonly reason: string
    readonly at: number
  }): Promise<Payment | undefined>
  /** Marks these settlements as final. */
  finalize(input: { readonly ids: readonly string[] }): Promise<void>

  /** Moves a payment that was not answered from the archive back; see `credit-paid.ts`. False where that can't be. */
  bringBack(input: BringBackInput): Promise<boolean>
  /** released or refused -> credit: it was paid on chain after all. Undefined where it is in another state, or its transfer was used. */
  creditPaid(input: CreditPaidInput): Promise<Payment | undefined>

  // Refunds
  /** Credits that are given back by themselves: begun `maxRuns` times without an answer, or left unused. Final ones only. */
  refundable(input: RefundableInput): Promise<Payment[]>
  /** credit -> refunding, and the payment that gives it back, to be settled; one unit, within the limits of the day. */
  askRefund(input: AskRefundInput): Promise<AskRefundResult>
  /** refunding -> refunded or credit, for refunds that are final or impossible by now. */
  endRefunds(input: EndRefundsInput): Promise<Refund[]>
  /** The newest attempt to give this payment back. */
  refundOf(id: string): Promise<Refund | undefined>
  creditFigures(input: CreditFiguresInput): Promise<CreditsOfNetwork[]>

  // For the settler and the reconciler
  /**
   * Rows in `claimed`, `ordered`, `served` or `settling` without an owner: their lease has run out, their instance has ended, or `instance`
   * differs and `allInstances` is set (the data directory's lock proves that the others have ended).
   */
  orphans(input: OrphansInput): Promise<Payment[]>
  /** Takes over payments whose owner has ended: sets instance and lease. Returns those that it took. An owner that has extended its lease or has come back keeps its row. */
  adopt(input: AdoptInput): Promise<Payment[]>
  /** Settled and not yet final, oldest first: authorizations, or transfers. */
  notFinal(input: { readonly network: string; readonly transfers?: boolean; readonly limit: number }): Promise<Payment[]>
  /** Refused payments with an authorization that somebody may still submit (validBefore plus grace has not passed). They are watched. */
  refusedStillValid(input: { readonly network: string; readonly validAfterSeconds: bigint; readonly limit: number }): Promise<Payment[]>
  /** Stores a signed transaction before it is sent, and moves its payments to settling; one unit. @throws LeaseLost */
  recordTransaction(input: RecordTransactionInput): Promise<void>
  openSlots(input: { readonly network: string; readonly signer: Hex }): Promise<Slot[]>
  /** Undefined where nothing was ever stored for this account nonce, or where it was closed long ago. */
  slotAt(input: { readonly network: string; readonly signer: Hex; readonly nonce: number }): Promise<Slot | undefined>
  /** @throws LeaseLost */
  closeSlot(input: {
    readonly network: string
    readonly signer: Hex
    readonly nonce: number
    readonly state: 'mined' | 'abandoned'
    readonly gasGwei: bigint
    /** What its transaction brought, in base units; 0 unless given. */
    readonly settled?: bigint
    readonly day: string
    readonly holder?: LeaseHolder
  }): Promise<void>
  /** mined or abandoned -> open, since a reorganisation has removed its transaction; takes back what was booked for it. @throws LeaseLost */
  reopenSlot(input: {
    readonly network: string
    readonly signer: Hex
    readonly nonce: number
    readonly holder?: LeaseHolder
  }): Promise<void>
  /** The highest account nonce ever stored for this signer, or -1. */
  highestNonce(input: { readonly network: string; readonly signer: Hex }): Promise<number>
  /** What settling on this network cost and brought on that day, and what is committed now: all signers and instances together. */
  networkSpending(input: { readonly network: string; readonly day: string }): Promise<NetworkSpending>
  barPayer(input: { readonly payer: Hex; readonly until: number; readonly reason: string }): Promise<void>
  /** Until when this payer is barred, or 0. */
  barredUntil(input: { readonly payer: Hex; readonly now: number }): Promise<number>

  // Reading
  totals(): Promise<Totals[]>
  /** How the archived payments of a payer ended. */
  payerHistory(payer: Hex): Promise<PayerHistory>
  close(): Promise<void>
}
