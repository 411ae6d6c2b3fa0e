import { LRUCache } from 'lru-cache'
import type { ReceivedCredential } from '../../payments/wire/received-credential.ts'
import type { Clock } from '../../shared/clock.ts'
import { problemDetails } from '../../shared/problems.ts'
import type { Refused } from '../outcome.ts'

/** What a payment that names a wallet was told instead of an answer, and how often. */
export interface RecentRefusal {
  readonly code: string
  /** The last one of this code, as its caller read it. */
  readonly said: string
  readonly fix: string
  readonly offer: string
  readonly times: number
  /** Milliseconds since the epoch. */
  readonly lastAt: number
}

/**
 * What wallets were told of late, for the operator's `farthing ledger why`. It is in memory only, since a payment that is refused before
 * its claim leaves nothing in the ledger. Nothing proves that the wallet itself sent the payment.
 */
export interface RecentRefusals {
  note(received: ReceivedCredential, offer: string, refused: Refused): void
  /** The newest first. @param payer in any case */
  of(payer: string): readonly RecentRefusal[]
  forget(payer: string): void
}

const maxWallets = 10_000
/** Different codes for one wallet. One code counts on in its place, so a flood of one fault hides no other. */
const maxCodes = 12
const maxLength = 300

export function createRecentRefusals(clock: Clock): RecentRefusals {
  const byWallet = new LRUCache<string, Map<string, RecentRefusal>>({ max: maxWallets })
  return {
    note(received, offer, { refusal, payment }) {
      const payer = payment?.payer ?? payerOf(received)
      if (payer === null) return
      const { code, detail, fix } = problemDetails(refusal)
      const wallet = payer.toLowerCase()
      const codes = byWallet.get(wallet) ?? new Map<string, RecentRefusal>()
      const times = (codes.get(code)?.times ?? 0) + 1
      // The order of a map is that of its newest entries last.
      codes.delete(code)
      codes.set(code, { code, said: clean(detail), fix, offer, times, lastAt: clock.now() })
      if (codes.size > maxCodes) codes.delete(codes.keys().next().value!)
      byWallet.set(wallet, codes)
    },
    forget: (payer) => void byWallet.delete(payer.toLowerCase()),
    of: (payer) => [...(byWallet.get(payer.toLowerCase())?.values() ?? [])].toReversed(),
  }
}

/** Parts of it are the sender's words: they must neither fill the memory nor move the cursor of a terminal. */
function clean(text: string): string {
  return text.slice(0, maxLength).replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
}

/** The wallet that an authorization names. A transfer names none before the chain was asked. */
function payerOf(received: ReceivedCredential): string | null {
  if (received.kind === 'x402') return received.credential.proof.authorization.from
  if (received.kind === 'mpp' && received.credential.payload.type === 'authorization') return received.credential.payload.authorization.from
  return null
}
