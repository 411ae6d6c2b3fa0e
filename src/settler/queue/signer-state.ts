import type { LeaseHolder } from '../../ledger/leases/leases.ts'
import type { Hex } from '../../shared/bytes.ts'
import { hasPassed } from '../../shared/clock.ts'
import type { NetworkParts } from '../settler-parts.ts'
import type { Signer } from '../signer.ts'
import type { GasMoney } from '../spending/gas-money.ts'
import type { OpenSlot } from './open-slot.ts'

/** What this process knows of one signer on one network, and does with it. The functions of the signer queue share it. */
export interface SignerState {
  /** The open account nonces. */
  readonly slots: Map<number, OpenSlot>
  /** When our lease of the signer ends, in milliseconds since the epoch. 0 where it is not ours. */
  leaseUntil: number
  /** How often the lease of this instance had run out when we last took the signer's. */
  lapses: number
  /** The slots that are open in the ledger have been read since the signer became ours. */
  loaded: boolean
  /** The next account nonce to give out; null while it must be looked up. */
  nextNonce: number | null
  /** Payments that are about to be stored. */
  submitting: number
  /** When it last failed to sign, in milliseconds since the epoch; null where its last attempt succeeded. */
  failedToSignAt: number | null
}

/** What the functions of one signer queue are made from. */
export interface SignerParts extends NetworkParts {
  readonly signer: Signer
  /** The name of the lease that makes the signer ours. */
  readonly lease: string
  /**
   * Names the signer in the ledger, which checks the lease whatever our clock says: an instance that has lost the signer stores
   * nothing, and so sends nothing that the new owner does not know.
   */
  readonly key: { readonly network: string; readonly signer: Hex; readonly holder: LeaseHolder }
  readonly gasMoney: GasMoney
  readonly state: SignerState
  /** Called when a slot has opened. */
  readonly onOpened: () => void
  /** Called when the signer has no money for gas any more, or some again. */
  readonly onGasMoney: () => void
}

export function newSignerState(): SignerState {
  return { slots: new Map(), leaseUntil: 0, lapses: 0, loaded: false, nextNonce: null, submitting: 0, failedToSignAt: null }
}

/** Our part of the lease is over sooner than the ledger's, since clocks differ. */
export function isOwned({ state, clock, policy }: SignerParts): boolean {
  return state.loaded && clock.now() < state.leaseUntil - policy.leaseMs / 6
}

/** After this a signer that failed to sign is tried as any other. */
const failureCountsMs = 30_000

/** Whether the signer failed to sign lately, so that another one is better. */
export function failsToSign({ state, clock }: SignerParts): boolean {
  return state.failedToSignAt !== null && !hasPassed(state.failedToSignAt, failureCountsMs, clock.now())
}

/** Whether the signer may send one more transaction. */
export function canSend(parts: SignerParts): boolean {
  return !parts.signer.retiring && isOwned(parts) && parts.state.slots.size < parts.policy.maxOpenSlots && !parts.gasMoney.missing
}
