import type { FreeLeasesInput } from './free-leases.ts'
import type { TakeLeaseInput } from './take-lease.ts'

/** Named leases: which instance owns a signer or a job, and which instances run. */
export interface Leases {
  /** Takes or extends one; true when it is the owner's now. `force` takes it from another owner. */
  takeLease(input: TakeLeaseInput): Promise<boolean>
  /** Gives one back, if it is still this owner's. */
  releaseLease(input: { readonly name: string; readonly owner: string }): Promise<void>
  /** Which of these no other owner holds. */
  freeLeases(input: FreeLeasesInput): Promise<string[]>
}

/** The lease that a writer must hold. Without it nothing is written. */
export interface LeaseHolder {
  readonly lease: string
  readonly owner: string
}

/** Another instance has taken the lease that this write needs. Nothing was written. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'
}
