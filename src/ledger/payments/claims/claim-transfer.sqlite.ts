import type { SqliteTransaction } from '../../../store/store.ts'
import { insertTransfer, reclaimCredit } from './claim-row.sqlite.ts'
import { hotOrArchivedHolder, takeIdentities } from '../identities.sqlite.ts'
import { theftIdentity, transferIdentities } from '../identity.ts'
import type { ClaimTransferInput, ClaimTransferResult } from '../../ledger.ts'
import { findPurchaseByKeys, replaceKeys } from './payment-keys.sqlite.ts'
import type { Keyed } from './claim-values.ts'
import type { Payment } from '../payment.ts'
import { lower } from '../payment-row.ts'
import { moveTransfer } from '../move-transfer.sqlite.ts'
import { bookTheft, isBoundOnly } from './theft.sqlite.ts'
import { limitReached, readUnchargedRuns } from '../../quotas/uncharged-runs.ts'

type Admission =
  /** The transfer was not used before. */
  | { readonly kind: 'new' }
  | { readonly kind: 'credit'; readonly credit: Payment }
  /** Its payer brings a proof, after somebody without one used it up. */
  | { readonly kind: 'theft'; readonly holder: Payment }
  | { readonly kind: 'taken'; readonly payment: Payment }

/** The claim by a transfer on SQLite, see `claim-transfer.ts`. */
export function claimTransferInSqlite(transaction: SqliteTransaction, input: Keyed<ClaimTransferInput>): ClaimTransferResult {
  const payer = lower(input.payer)
  const runs = readUnchargedRuns(transaction, input.unchargedRuns.hour, payer, input.client)
  const settled = Math.max(settledBefore(transaction, payer), input.unchargedRuns.settledHere)
  const by = limitReached(runs, { underWay: 0, settled, proven: input.bound, contract: false }, input.unchargedRuns)
  if (by !== null) return { result: 'too_many_uncharged_runs', by }

  const admission = admit(transaction, input)
  if (admission.kind === 'taken') return { result: 'taken', payment: admission.payment }

  const sameKey = findPurchaseByKeys(transaction, input.keys)
  if (sameKey) return { result: 'key_taken', payment: sameKey }

  const boundOnly = isBoundOnly(transaction, payer)
  if (boundOnly && !input.bound) return { result: 'bound_only' }
  if (admission.kind === 'theft') {
    // Once is the limit: a payer that still claims without proofs has had its warning.
    if (boundOnly) return { result: 'taken', payment: admission.holder }
    if (!bookTheft(transaction, input, admission.holder)) return { result: 'theft_cap_reached' }
  }

  const credit = admission.kind === 'credit' ? admission.credit : undefined
  const theft = admission.kind === 'theft' || credit?.theft === true
  const id = credit?.id ?? input.id
  const identities = takeIdentities(transaction, id, theft ? [theftIdentity(input)] : transferIdentities(input), credit !== undefined)
  replaceKeys(transaction, id, credit, input)
  transaction.run('INSERT INTO paying_wallets (payer) VALUES (?) ON CONFLICT (payer) DO NOTHING', payer)
  const write = credit ? reclaimCredit : insertTransfer
  return { result: 'claimed', payment: write(transaction, { id, free: false, theft, identities }, input) }
}

function settledBefore(transaction: SqliteTransaction, payer: string): number {
  return Number(transaction.get('SELECT settled FROM payer_history WHERE payer = ?', payer)?.['settled'] ?? 0n)
}

function admit(transaction: SqliteTransaction, input: ClaimTransferInput): Admission {
  const compensated = input.bound ? hotOrArchivedHolder(transaction, theftIdentity(input)) : undefined
  if (compensated) return compensated.state === 'credit' ? { kind: 'credit', credit: compensated } : { kind: 'taken', payment: compensated }

  const holders = transferIdentities(input)
    .map((identity) => hotOrArchivedHolder(transaction, identity))
    // Anybody may submit an authorization that was released, and then it has paid us.
    .filter((holder) => holder !== undefined && holder.state !== 'released')
  const holder = holders.find((one) => one?.state !== 'credit') ?? holders[0]
  if (!holder) return { kind: 'new' }

  const sameCredential = holder.credentialHash === input.credentialHash
  if (holder.state === 'credit')
    // One that was settled first is no transfer of the payer: it is used under its own receipt, see `beginRun`.
    return holder.authorization === null && (sameCredential || input.bound)
      ? { kind: 'credit', credit: holder }
      : { kind: 'taken', payment: holder }
  if (holder.state === 'reversed' && holder.authorization === null) {
    // It was answered and then booked as a loss, and now it is on chain again.
    return { kind: 'taken', payment: moveTransfer(transaction, holder, { ...input, at: input.now }) ?? holder }
  }
  const stolen = input.bound && holder.authorization === null && !holder.bound && !sameCredential
  return stolen ? { kind: 'theft', holder } : { kind: 'taken', payment: holder }
}
