import type { Ledger } from '../../ledger/ledger.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import { isLive, type ReceivedCredential } from '../../payments/wire/received-credential.ts'
import { unixSeconds, type Clock } from '../../shared/clock.ts'
import { isSameCredential } from './taken-payment.ts'
import type { Verification } from '../verify/verify-authorization.ts'
import { createLastUsed } from '../../shared/last-used.ts'

/** Finds the payment that the ledger already holds for a credential. */
export interface KnownPayments {
  /**
   * True for a new authorization: this process has not seen it, no call verifies it now, and it has not expired. It needs no
   * look-up, since the claim finds out if the ledger holds it, which is rare. All others are looked up first, so that a repeat
   * costs no signature check and no question to a chain. True also reserves the authorization until `verifyReserved` ends.
   */
  reserve(received: ReceivedCredential, identity: string): boolean
  /** Mostly one look-up: an authorization identifies its payment in any encoding. An expired one may be in the archive. */
  find(received: ReceivedCredential, identity: string | null): Promise<Payment | undefined>
  /**
   * Verifies a reserved authorization. If the same bytes bought an answer at another instance, it returns that payment, even
   * when the verification fails.
   */
  verifyReserved(received: ReceivedCredential, identity: string, verify: () => Promise<Verification>): Promise<Verification>
}

export function createKnownPayments({
  ledger,
  clock,
}: {
  readonly ledger: Pick<Ledger, 'hotByIdentity' | 'findByCredential'>
  readonly clock: Clock
}): KnownPayments {
  /** Payments that were claimed or known here. Only signed ones get in, so junk drives nothing out. */
  const seen = createLastUsed<true>(16_384)
  const underway = new Set<string>()
  return {
    reserve(received, identity) {
      if (seen.has(identity) || underway.has(identity) || !isLive(received, unixSeconds(clock))) return false
      underway.add(identity)
      return true
    },
    async find(received, identity) {
      const hot = identity === null ? undefined : await ledger.hotByIdentity(identity)
      return hot !== undefined || isLive(received, unixSeconds(clock)) ? hot : ledger.findByCredential(received.hash)
    },
    async verifyReserved(received, identity, verify) {
      try {
        const ended = await verify().catch((error: unknown) => ({ kind: 'failed' as const, error }))
        const verified = ended.kind === 'verified' || ended.kind === 'known' ? ended : await knownAfter(ended)
        if (verified.kind === 'verified' || verified.kind === 'known') seen.set(identity, true)
        return verified
      } finally {
        underway.delete(identity)
      }

      async function knownAfter(ended: Exclude<Verification, { kind: 'verified' | 'known' }> | { kind: 'failed'; error: unknown }) {
        const payment = await ledger.hotByIdentity(identity)
        if (payment && isSameCredential(payment, received)) return { kind: 'known', payment } as const
        if (ended.kind === 'failed') throw ended.error
        return ended
      }
    },
  }
}
