import { LRUCache } from 'lru-cache'
import type { ReceivedCredential } from '../../payments/wire/received-credential.ts'
import { refusals } from '../../payments/wire/refusals.ts'
import type { Clock } from '../../shared/clock.ts'
import { problemDetails } from '../../shared/problems.ts'
import type { GateOutcome } from '../offer-call.ts'

/** What a payment that names a wallet was told instead of an answer, and how often. */
export interface RecentRefusal {
  /** The code of the problem, or the reason of the 402. */
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
  note(received: ReceivedCredential, offer: string, outcome: GateOutcome): void
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
    note(received, offer, outcome) {
      const told = toldBy(outcome)
      const payer = (outcome.kind === 'answer' ? null : outcome.payment?.payer) ?? payerOf(received)
      if (told === null || payer === null) return
      const wallet = payer.toLowerCase()
      const codes = byWallet.get(wallet) ?? new Map<string, RecentRefusal>()
      const times = (codes.get(told.code)?.times ?? 0) + 1
      // The order of a map is that of its newest entries last.
      codes.delete(told.code)
      codes.set(told.code, { ...told, offer, times, lastAt: clock.now() })
      if (codes.size > maxCodes) codes.delete(codes.keys().next().value!)
      byWallet.set(wallet, codes)
    },
    forget: (payer) => void byWallet.delete(payer.toLowerCase()),
    of: (payer) => [...(byWallet.get(payer.toLowerCase())?.values() ?? [])].toReversed(),
  }
}

function toldBy(outcome: GateOutcome): Pick<RecentRefusal, 'code' | 'said' | 'fix'> | null {
  if (outcome.kind === 'problem') {
    const { code, detail, fix } = problemDetails(outcome.problem)
    return { code, said: clean(detail), fix }
  }
  if (outcome.kind === 'answer' || outcome.refusal === null) return null
  const { reason, field, expected, received, fix } = outcome.refusal
  const { title, fix: usual } = refusals[reason]
  const details = [field, expected && `expected ${expected}`, received && `received ${received}`].filter((part) => part !== undefined)
  return { code: reason, said: clean(details.length === 0 ? title : `${title} (${details.join(', ')})`), fix: fix ?? usual }
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
