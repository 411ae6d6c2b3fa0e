import type { SqliteTransaction, Unit } from '../store/store.ts'
import { claimTransferStatement } from './claim-transfer-statement.ts'
import { insertTransfer, retakeCredit } from './claim-row.ts'
import { holderEver, ownIdentities } from './identities.ts'
import { theftIdentity, transferIdentities } from './identity.ts'
import type { ClaimTransferInput, ClaimTransferResult } from './ledger.ts'
import { boughtUnder, ownKeys, type Keyed } from './payment-keys.ts'
import type { Payment } from './payment.ts'
import { lower } from './payment-row.ts'
import { moveTransfer } from './move-transfer.ts'
import { bookTheft, isBoundOnly } from './theft.ts'
import { unchargedRuns } from './uncharged-runs.ts'

type Admission =
  /** Nobody used the transfer so far. */
  | { readonly kind: 'new' }
  | { readonly kind: 'credit'; readonly credit: Payment }
  /** Its payer comes with a proof, after somebody without one had used it up. */
  | { readonly kind: 'theft'; readonly holder: Payment }
  | { readonly kind: 'taken'; readonly payment: Payment }

/**
 * Admits a payment by a transfer, or says why not, all in one unit: run limit, identities, keys, theft, in this order. The
 * money is with us already, so there is no cover and no first call free.
 *
 * A transfer is used once, under its own key and that of the authorization that made it. What was not answered is a credit,
 * for its own credential or for a proof by the payer, whoever had brought it. A bare claim may be a thief's: a payer whose
 * transfer was used up by one, and who proves it, is served too, in a row under a key of its own; once, within the cap of
 * the day, and from then on its bare claims are not taken.
 */
export const claimTransfer: Unit<Keyed<ClaimTransferInput>, ClaimTransferResult> = {
  name: 'claim_transfer',
  sqlite(transaction, input) {
    const payer = lower(input.payer)
    const { hour, limit } = input.unchargedRuns
    if (unchargedRuns(transaction, hour, { payer, client: input.client }) >= limit) return { result: 'too_many_uncharged_runs' }

    const admission = admit(transaction, input)
    if (admission.kind === 'taken') return { result: 'taken', payment: admission.payment }

    const sameKey = boughtUnder(transaction, input.keys)
    if (sameKey) return { result: 'key_taken', payment: sameKey }

    const boundOnly = isBoundOnly(transaction, payer)
    if (boundOnly && !input.bound) return { result: 'bound_only' }
    if (admission.kind === 'theft') {
      // Once was enough: a payer that goes on without proofs of its own has been told.
      if (boundOnly) return { result: 'taken', payment: admission.holder }
      if (!bookTheft(transaction, input, admission.holder)) return { result: 'theft_cap_reached' }
    }

    const credit = admission.kind === 'credit' ? admission.credit : undefined
    const theft = admission.kind === 'theft' || credit?.theft === true
    const id = credit?.id ?? input.id
    const identities = ownIdentities(transaction, id, theft ? [theftIdentity(input)] : transferIdentities(input), credit !== undefined)
    ownKeys(transaction, id, credit, input)
    transaction.run('INSERT INTO paying_wallets (payer) VALUES (?) ON CONFLICT (payer) DO NOTHING', payer)
    const write = credit ? retakeCredit : insertTransfer
    return { result: 'claimed', payment: write(transaction, { id, theft, identities }, input) }
  },
  postgres: claimTransferStatement,
}

function admit(transaction: SqliteTransaction, input: ClaimTransferInput): Admission {
  const compensated = input.bound ? holderEver(transaction, theftIdentity(input)) : undefined
  if (compensated) return compensated.state === 'credit' ? { kind: 'credit', credit: compensated } : { kind: 'taken', payment: compensated }

  const holders = transferIdentities(input)
    .map((identity) => holderEver(transaction, identity))
    // An authorization that was released may be submitted by anybody, and has paid us then.
    .filter((holder) => holder !== undefined && holder.state !== 'released')
  const holder = holders.find((one) => one?.state !== 'credit') ?? holders[0]
  if (!holder) return { kind: 'new' }

  const sameCredential = holder.credentialHash === input.credentialHash
  if (holder.state === 'credit')
    return sameCredential || input.bound ? { kind: 'credit', credit: holder } : { kind: 'taken', payment: holder }
  if (holder.state === 'reversed' && holder.authorization === null) {
    // It was answered and then given up for lost, and here it is.
    return { kind: 'taken', payment: moveTransfer(transaction, holder, { ...input, at: input.now }) ?? holder }
  }
  const stolen = input.bound && holder.authorization === null && !holder.bound && !sameCredential
  return stolen ? { kind: 'theft', holder } : { kind: 'taken', payment: holder }
}
