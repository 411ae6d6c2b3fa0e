import { sameAddress } from '../../chain/address.ts'
import type { Chain, Chains, TransactionFacts, TransferFact } from '../../chain/chain.ts'
import { transfersTo } from '../../chain/find-transfer.ts'
import { provesPayer } from '../../chain/proof-signature.ts'
import { bindingOf } from '../../chain/transfer-binding.ts'
import { transferIdentity } from '../../ledger/payments/identity.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { bindsToChallenge } from '../../payments/mpp/challenge-hash.ts'
import { endsWithMemo } from '../../payments/mpp/memo.ts'
import { proofDigests } from '../../payments/mpp/proof-message.ts'
import { returnedByOperator, paymentRefusal } from '../../payments/wire/refusals.ts'
import type { Settler } from '../../settler/settler.ts'
import { notCompared } from '../../settler/hold-until-reconciled.ts'
import type { Hex } from '../../shared/bytes.ts'
import { unixSeconds, type Clock } from '../../shared/clock.ts'
import { refusalOf, type Refusal } from '../../shared/refusal.ts'
import { networkUnavailable } from '../call-refusals.ts'
import { refused, refusedByChain, type Refused } from '../outcome.ts'
import { unlessUnreachable } from './chain-unreachable.ts'
import type { TransferClaim } from './normalize.ts'
import type { TermsOfSale } from '../terms/terms.ts'
import { paysPrice, wrongAmount } from './transfer-price.ts'
import { notFunded } from './verify-authorization.ts'

/** A transfer that pays these terms. Several transfers of one transaction are several payments. */
export interface TransferCandidate {
  readonly transfer: TransferFact
  /** The caller proved that the payer itself claims it. */
  readonly bound: boolean
  /** The transfer itself names the challenge, so it can't be older than the challenge. */
  readonly named: boolean
  readonly holder: Payment | undefined
}

/** A transaction that paid these terms. */
export interface TransferVerified {
  readonly kind: 'transfer'
  readonly claim: TransferClaim
  /** The canonical token of its network. */
  readonly asset: Hex
  readonly facts: TransactionFacts
  /** In the order in which they are to be claimed, at least one. */
  readonly candidates: readonly TransferCandidate[]
}

export type TransferVerification = { readonly kind: 'verified'; readonly proof: TransferVerified } | Refused

export interface VerifyTransferParts {
  readonly chains: Chains
  readonly ledger: Ledger
  readonly clock: Clock
  readonly terms: TermsOfSale
  readonly settler: Pick<Settler, 'heldBy'>
  readonly acceptsPayer: (payer: string) => boolean
  /** Whether a hash without any proof of its payer is taken at all. */
  readonly bareHashes: boolean
}

/**
 * Verifies that a transaction paid these terms: canonical token, to us, exactly the price, deep enough, in its time window. A
 * hash is public, so it proves nothing about its presenter unless something binds it to the payer. A fault that waiting can
 * cure is refused with a 503, never with a 402.
 */
export async function verifyTransfer(parts: VerifyTransferParts, offer: AnyOffer, claim: TransferClaim): Promise<TransferVerification> {
  const chain = parts.chains.get(claim.network)
  if (!chain) {
    const expected = [...parts.chains.keys()].join(', ')
    const fix = `Pay on one of the networks that accepts lists. ${returnedByOperator}`
    return refused(paymentRefusal('invalid_exact_evm_network_mismatch', { field: 'network', expected, received: claim.network, fix }))
  }
  // It may be a payment that a restored ledger does not know yet.
  if (parts.settler.heldBy(claim.network) === notCompared) return refusedByChain(networkUnavailable(chain.network.name, notCompared))
  if (!(await paysPrice(parts, offer, claim, null))) return refused(await wrongAmount(parts, offer, claim))
  return unlessUnreachable(chain.network, verifyOnChain(parts, offer, chain, claim), true)
}

/** @throws RpcUnreachable, RpcRejected */
async function verifyOnChain(
  parts: VerifyTransferParts,
  offer: AnyOffer,
  chain: Chain,
  claim: TransferClaim,
): Promise<TransferVerification> {
  const { name, asset, confirmations } = chain.network
  const facts = await chain.transaction(claim.transaction)
  if (!facts || facts.confirmations < BigInt(confirmations)) {
    const detail = `${name} does not know this transaction yet, or it has too few confirmations.`
    // It counts against the sender: a hash that no chain knows costs us a question each time.
    return refusedByChain(refusalOf('transaction_not_found', detail, { retryAfter: 2 }))
  }
  if (facts.status === 'reverted') return refusedByChain(paymentRefusal('transaction_reverted', { field: 'hash', received: facts.hash }))
  const paid = transfersTo(facts, parts.terms.payTo, claim.amount)
  const own = claim.source === null ? paid : paid.filter((transfer) => sameAddress(transfer.from, claim.source as Hex))
  if (own.length === 0) {
    const expected = `a transfer of ${claim.amount} base units of ${asset} to ${parts.terms.payTo}${claim.source === null ? '' : ` from ${claim.source}`}`
    const field = claim.source !== null && paid.length > 0 ? 'source' : 'hash'
    return refusedByChain(paymentRefusal('transfer_not_found', { field, expected, received: facts.hash }))
  }
  const stranger = own.find((transfer) => !parts.acceptsPayer(transfer.from))
  if (stranger) return refusedByChain(notFunded('hash', stranger.from))
  const candidates = await Promise.all(own.map((transfer) => candidateOf(parts.ledger, chain, facts, transfer, claim)))
  if (!(await paysPrice(parts, offer, claim, facts))) return refusedByChain(await wrongAmount(parts, offer, claim))
  const fitting = candidates.filter(
    (candidate) => isCreditOf(candidate, claim) || checkPlace(parts, offer, facts, claim, candidate) === null,
  )
  if (fitting.length === 0) return refusedByChain(checkPlace(parts, offer, facts, claim, candidates[0]!) as Refusal)
  if (!parts.bareHashes && fitting.every((candidate) => !candidate.bound))
    return refusedByChain(paymentRefusal('proof_required', { field: 'payload' }))
  const inOrder = fitting.toSorted((one, other) => rank(one, claim) - rank(other, claim))
  return { kind: 'verified', proof: { kind: 'transfer', claim, asset, facts, candidates: inOrder } }
}

async function candidateOf(
  ledger: Ledger,
  chain: Chain,
  facts: TransactionFacts,
  transfer: TransferFact,
  claim: TransferClaim,
): Promise<TransferCandidate> {
  const holder = await ledger.findByIdentity(
    transferIdentity({
      network: claim.network,
      transaction: facts.hash,
      payTo: transfer.to,
      amount: transfer.value,
      occurrence: transfer.occurrence,
    }),
  )
  const proof = await proofOf(chain, facts, transfer, claim)
  return { transfer, holder, bound: proof !== null, named: proof === 'on chain' }
}

/** How the payer proves that it makes this claim itself; null when it does not. */
async function proofOf(
  chain: Chain,
  facts: TransactionFacts,
  transfer: TransferFact,
  { challenge, signature }: TransferClaim,
): Promise<'on chain' | 'signature' | null> {
  if (!challenge) return null
  const memo: Hex | null = endsWithMemo(facts.inputTail, challenge) ? `0x${facts.inputTail.slice(-64)}` : null
  const nonce = transfer.authorization?.nonce ?? null
  const bound = nonce !== null && bindsToChallenge(nonce, challenge.id, challenge.realm) ? nonce : null
  if (bindingOf(facts, transfer, { challengeHash: bound, memo }) !== null) return 'on chain'
  if (signature === null) return null
  const claim = { account: transfer.from, chainId: chain.network.chainId, challengeId: challenge.id, realm: challenge.realm }
  for (const digest of proofDigests(claim, facts.hash)) {
    if (await provesPayer(chain, transfer.from, digest, signature)) return 'signature'
  }
  return null
}

/** A credit: paid but not answered. Its own credential, or a proof by the payer, may use it later on any offer of its price. */
function isCreditOf({ holder, bound }: TransferCandidate, claim: TransferClaim): boolean {
  return holder?.state === 'credit' && (bound || holder.credentialHash === claim.hash)
}

/** Credits of the caller first, then unused transfers, then used ones. */
function rank(candidate: TransferCandidate, claim: TransferClaim): number {
  if (isCreditOf(candidate, claim)) return 0
  return candidate.holder === undefined ? 1 : 2
}

/** Why its time or its route does not fit; null when both fit. */
function checkPlace(
  parts: VerifyTransferParts,
  offer: AnyOffer,
  facts: TransactionFacts,
  claim: TransferClaim,
  { named }: Pick<TransferCandidate, 'named'>,
): Refusal | null {
  if (claim.challenge && claim.challenge.route !== offer.route) {
    return paymentRefusal('invalid_challenge', {
      field: 'challenge.opaque',
      expected: `a challenge of ${offer.route}`,
      received: claim.challenge.route,
      fix: `Present it on the route of its own challenge: ${claim.challenge.route}.`,
    })
  }
  const at = Number(facts.timestamp)
  // A transfer that names its challenge and seems older shows only that our clock was ahead when we made the challenge.
  if ((at < claim.notBefore && !named) || (claim.notAfter !== null && at > claim.notAfter)) {
    const until = claim.notAfter === null ? 'now' : iso(claim.notAfter)
    return paymentRefusal('transfer_outside_window', {
      field: 'hash',
      expected: `a block between ${iso(claim.notBefore)} and ${until}`,
      received: iso(at),
    })
  }
  const now = unixSeconds(parts.clock)
  if (claim.presentUntil !== null && now > claim.presentUntil) {
    return paymentRefusal('presented_too_late', { field: 'hash', expected: `before ${iso(claim.presentUntil)}`, received: iso(now) })
  }
  return null
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
