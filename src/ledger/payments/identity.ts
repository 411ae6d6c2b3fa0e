import { hash } from 'node:crypto'
import { sha256 } from '../../shared/sha256.ts'

/** The key of an EIP-3009 authorization: one use of it, no matter who submits it. */
export function authorizationIdentity(network: string, asset: string, payer: string, nonce: string): string {
  return `a:${digest(`${network}:${asset.toLowerCase()}:${payer.toLowerCase()}:${nonce.toLowerCase()}`)}`
}

/** What distinguishes one transfer from all others. */
export interface TransferKey {
  readonly network: string
  readonly transaction: string
  readonly payTo: string
  /** Base units. */
  readonly amount: bigint
  /**
   * Which of the transaction's transfers of this amount to this payee it is. Not the log index: that counts over the whole
   * block, so a reorganisation could give one transfer two names, or two transfers one name.
   */
  readonly occurrence: number
}

/**
 * The key of a transfer that is on chain, no matter who claims it and which block holds it. It begins with the transaction, so
 * the keys of all transfers of one transaction lie side by side.
 */
export function transferIdentity(transfer: TransferKey): string {
  return `t:${transfer.transaction.slice(2, 10).toLowerCase()}${nameOf(transfer)}`
}

/** The keys that a use of a transfer takes: its own first, then that of the authorization that made it, if one did. */
export function transferIdentities(
  transfer: TransferKey & { readonly asset: string; readonly payer: string; readonly authorizationNonce: string | null },
): string[] {
  const { network, asset, payer, authorizationNonce } = transfer
  const own = transferIdentity(transfer)
  return authorizationNonce === null ? [own] : [own, authorizationIdentity(network, asset, payer, authorizationNonce)]
}

/**
 * The key of a transfer as SQL of PostgreSQL, for statements where only the row knows what the transfer had to pay.
 * @param payment a payment with its columns, @param place a row with `transaction` in lower case and `occurrence`
 */
export function transferIdentitySql(payment: string, place: string): string {
  const name = `concat_ws(':', ${payment}.network, ${place}.transaction, lower(${payment}.pay_to), ${payment}.amount, ${place}.occurrence)`
  const digested = `encode(sha256(convert_to(${name}, 'UTF8')), 'base64')`
  return `'t:' || substr(${place}.transaction, 3, 8) || rtrim(translate(${digested}, '+/', '-_'), '=')`
}

export function isTransferIdentity(identity: string): boolean {
  return identity.startsWith('t:')
}

/** The key of the one answer that a payer gets for a transfer that somebody else used up. */
export function theftIdentity(transfer: TransferKey): string {
  return `b:${nameOf(transfer)}`
}

function nameOf({ network, transaction, payTo, amount, occurrence }: TransferKey): string {
  return digest(`${network}:${transaction.toLowerCase()}:${payTo.toLowerCase()}:${amount}:${occurrence}`)
}

/** Every payment keeps two keys for ever, in tables and indexes. Keys of a quarter of the length need a quarter of the pages that a commit writes. */
function digest(name: string): string {
  return hash('sha256', name, 'base64url')
}

/** A caller's idempotency key, scoped to the payer so that no caller can take another's, and hashed so that it is not on record. */
export function scopedKey(payer: string, kind: 'idempotency-key' | 'payment-identifier', key: string): string {
  return sha256(`${kind}\n${payer.toLowerCase()}\n${key}`)
}
