import type { FreeLeasesInput } from './free-leases.ts'
import type { TakeLeaseInput } from './take-lease.ts'

/** Named leases: who owns a signer or a job, and which instances live. */
export interface Leases {
  /** Takes or extends one; true when it is the owner's now. `force` takes it from whoever has it. */
  takeLease(input: TakeLeaseInput): Promise<boolean>
  /** Gives one back, if it is still this owner's. */
  releaseLease(input: { readonly name: string; readonly owner: string }): Promise<void>
  /** Which of these nobody else holds. */
  freeLeases(input: FreeLeasesInput): Promise<string[]>
}

/** By which lease somebody writes: what is written without holding it is not written. */
export interface LeaseHolder {
  readonly lease: string
  readonly owner: string
}

/** Somebody else has taken the lease by which this was to be written; nothing was. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}
