import { LRUCache } from 'lru-cache'
import type { Ledger } from '../ledger/ledger.ts'
import type { Payment } from '../ledger/payment.ts'
import { isLive, type ReceivedCredential } from '../payments/received-credential.ts'
import { unixSeconds, type Clock } from '../shared/clock.ts'
import type { Verification } from './verify.ts'

/** Finds the payment that the ledger holds already for what came. */
export interface HeldPayments {
  /**
   * Whether the claim may find out if the ledger holds this authorization, which it hardly ever does: it was not seen in this
   * process, nobody verifies it at this moment, and it has not expired. All others are looked up first, so that a repeat costs
   * no signature and no question to a chain.
   */
  isNew(received: ReceivedCredential, identity: string): boolean
  /** One look-up for most: an authorization names its payment, in whatever bytes it comes. What has expired may be in the archive. */
  heldBy(received: ReceivedCredential, identity: string | null): Promise<Payment | undefined>
  /**
   * Verifies what is new. Whoever brings the very bytes that bought an answer elsewhere is known whatever is wrong now, also
   * where the verification fails.
   */
  verifyNew(received: ReceivedCredential, identity: string, verify: () => Promise<Verification>): Promise<Verification>
}

export function createHeldPayments({
  ledger,
  clock,
}: {
  readonly ledger: Pick<Ledger, 'hotByIdentity' | 'findByCredential'>
  readonly clock: Clock
}): HeldPayments {
  /** What was claimed or known here. What nobody has signed is never in it, so that junk drives nothing out. */
  const seen = new LRUCache<string, true>({ max: 16_384 })
  const underway = new Set<string>()
  return {
    isNew: (received, identity) => !seen.has(identity) && !underway.has(identity) && isLive(received, unixSeconds(clock)),
    async heldBy(received, identity) {
      const hot = identity === null ? undefined : await ledger.hotByIdentity(identity)
      return hot !== undefined || isLive(received, unixSeconds(clock)) ? hot : ledger.findByCredential(received.hash)
    },
    async verifyNew(received, identity, verify) {
      underway.add(identity)
      try {
        const ended = await verify().catch((error: unknown) => ({ kind: 'failed' as const, error }))
        const verified = ended.kind === 'verified' || ended.kind === 'known' ? ended : await knownAfter(ended)
        if (verified.kind === 'verified' || verified.kind === 'known') seen.set(identity, true)
        return verified
      } finally {
        underway.delete(identity)
      }

      async function knownAfter(ended: Exclude<Verification, { kind: 'verified' | 'known' }> | { kind: 'failed'; error: unknown }) {
        const meant = await ledger.hotByIdentity(identity)
        if (meant && isVery(meant, received)) return { kind: 'known', payment: meant } as const
        if (ended.kind === 'failed') throw ended.error
        return ended
      }
    },
  }
}

/** Whether these very bytes brought this payment. What was released or is a credit buys a call yet; the same payment in other bytes has to prove itself. */
export function isVery(payment: Payment, received: ReceivedCredential): boolean {
  return payment.credentialHash === received.hash && payment.state !== 'released' && payment.state !== 'credit'
}
