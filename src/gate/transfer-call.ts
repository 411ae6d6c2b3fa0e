import type { Ledger } from '../ledger/ledger.ts'
import type { Payment } from '../ledger/payment.ts'
import type { OfferInput } from '../offer.ts'
import type { Refusal } from '../payments/refusals.ts'
import { utcDay, type Clock } from '../shared/clock.ts'
import { newReceiptId } from '../shared/ids.ts'
import type { Random } from '../shared/random.ts'
import type { Repeat } from './again.ts'
import { keyReused, tooManyRuns } from './claim-problems.ts'
import { hourOf } from './hours.ts'
import type { TransferClaim } from './normalize.ts'
import { problemOutcome, type GateOutcome, type Question } from './question.ts'
import { verifyTransfer, type Candidate, type VerifyTransferParts } from './verify-transfer.ts'

type Input = OfferInput<unknown, unknown, unknown>

export interface TransferCallParts {
  readonly verify: VerifyTransferParts
  readonly ledger: Ledger
  readonly clock: Clock
  readonly random: Random
  readonly instance: string
  readonly unchargedRunsPerHour: number
  /** What may be answered a day to payers whose transfer somebody else used up, in base units. */
  readonly theftLimitPerDay: bigint
  /** When a claim made now is given up, in milliseconds since the epoch. */
  leaseUntil(now: number, deadlineMs: number): number
  /** Runs the product for a payment that was claimed. */
  begin(payment: Payment, repeat: Repeat, input: Input): Promise<GateOutcome>
  again(payment: Payment, repeat: Repeat): Promise<GateOutcome>
  refuse(question: Question, refusal: Refusal, about: { payer: string; network: string } | null): GateOutcome
  /** Told of each refusal that took questions to a chain. */
  asked(client: string): void
}

/** A call that is paid by a transfer which is on chain already: claimed and run like any other, with nothing left to settle. */
export function createTransferCalls(parts: TransferCallParts): {
  call(repeat: Repeat, input: Input, claim: TransferClaim): Promise<GateOutcome>
} {
  return {
    async call(repeat, input, claim) {
      const { question } = repeat
      const verified = await verifyTransfer(parts.verify, question.offer, claim)
      if (verified.kind === 'problem') {
        // A hash that no chain knows costs us a question each time.
        parts.asked(question.client)
        return problemOutcome(verified.problem)
      }
      if (verified.kind === 'refused') {
        if (verified.asked) parts.asked(question.client)
        return parts.refuse(question, verified.refusal, null)
      }
      const { facts, candidates } = verified
      let taken: Payment | null = null
      for (const candidate of candidates) {
        const result = await claimCandidate(parts, repeat, claim, candidate, facts)
        switch (result.result) {
          case 'claimed':
            return parts.begin(result.payment, repeat, input)
          case 'taken':
            // Another transfer of the same transaction may be free: two transfers are two payments.
            taken ??= result.payment
            continue
          case 'key_taken':
            if (result.payment.fingerprint !== repeat.fingerprint) {
              return problemOutcome(keyReused())
            }
            return parts.again(result.payment, repeat)
          case 'bound_only':
            return parts.refuse(question, { reason: 'proof_required', field: 'payload' }, null)
          case 'theft_cap_reached':
            return parts.refuse(question, { reason: 'loss_limit_reached', field: 'hash' }, null)
          case 'too_many_uncharged_runs':
            return problemOutcome(tooManyRuns(parts.unchargedRunsPerHour, parts.clock.now()))
        }
      }
      if (!taken) throw new Error('a verified transaction had no transfer')
      return parts.again(taken, repeat)
    },
  }
}

function claimCandidate(
  parts: TransferCallParts,
  repeat: Repeat,
  claim: TransferClaim,
  { transfer, bound }: Candidate,
  facts: { hash: `0x${string}`; blockNumber: bigint; blockHash: `0x${string}` },
) {
  const { offer, client } = repeat.question
  const now = parts.clock.now()
  const chain = parts.verify.chains.get(claim.network)
  return parts.ledger.claimTransfer({
    id: newReceiptId(parts.random, now),
    now,
    offerId: offer.id,
    fingerprint: repeat.fingerprint,
    protocol: claim.protocol,
    network: claim.network,
    asset: (chain?.network.asset.toLowerCase() ?? '0x') as `0x${string}`,
    payer: transfer.from,
    payTo: transfer.to,
    amount: transfer.value,
    credentialHash: claim.hash,
    client,
    keys: repeat.keys(transfer.from),
    instance: parts.instance,
    leaseUntil: parts.leaseUntil(now, offer.deadlineMs),
    unchargedRuns: { hour: hourOf(now), limit: parts.unchargedRunsPerHour },
    transaction: facts.hash,
    blockNumber: facts.blockNumber,
    blockHash: facts.blockHash,
    logIndex: transfer.logIndex,
    occurrence: transfer.occurrence,
    authorizationNonce: transfer.authorization?.nonce ?? null,
    claimBlock: facts.blockNumber,
    bound,
    theft: { day: utcDay(now), dailyLimit: parts.theftLimitPerDay },
  })
}
