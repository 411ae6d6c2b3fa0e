import type { Hex } from '../../shared/bytes.ts'
import type { AddCountsInput } from '../counts/add-counts.ts'
import type { EarlyExposure } from '../payments/early/early-exposure.ts'
import type { ForgetClientsInput, ForgottenSlice } from '../retention/forget-clients.ts'
import type { ForgetPayerInput } from '../retention/forget-payer.ts'

/** What background work and the operator's commands do to a ledger beside sales. */
export interface Housekeeping {
  /** Blanks client addresses of archived payments, one slice after the other. */
  forgetClients(input: ForgetClientsInput): Promise<ForgottenSlice>
  /** Erases what payments say of their caller beside the books, with the files of their answers. Returns how many changed. */
  forgetPayer(input: ForgetPayerInput): Promise<{ readonly changed: number }>
  /** Adds to counts of events, by hour and by day. */
  addCounts(input: AddCountsInput): Promise<void>
  /** Drops answers past their time, files that no row names, counters of past days, slots closed a week ago. Returns the number of rows. */
  expire(input: { readonly now: number; readonly limit: number }): Promise<number>
  /**
   * Moves ended payments whose authorization has expired (validBefore before `expiredBefore`, in seconds) to the archive in
   * sorted batches, and transfers that are final and were settled before then. A credit is never moved.
   */
  archive(input: { readonly expiredBefore: bigint; readonly limit: number }): Promise<number>
  /** Mends the counts of archived payments by day, where an instance of an earlier version archived some. Returns how many were wrong. */
  recountDays(): Promise<number>
  /** The payers of all payments after the given one, archived ones included, in the order of their ids, which is that of time. */
  payersSince(input: { readonly after: string; readonly limit: number }): Promise<{ readonly id: string; readonly payer: Hex }[]>
  earlyExposure(input: { readonly day: string }): Promise<EarlyExposure>
}
