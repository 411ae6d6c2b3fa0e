import { RpcUnreachable } from '../../chain/chain.ts'
import type { StoredTransaction } from '../../ledger/ledger.ts'
import { LeaseLost } from '../../ledger/leases/leases.ts'
import { broughtBy, type PendingSettlement } from '../settlements.ts'
import { SignerFailed } from '../remote-signers/signer-failed.ts'
import { gwei, storedFees, worstCostGwei, worstCostOfSigned, type Load } from '../transaction/build-transaction.ts'
import type { UnsignedTransaction } from '../transaction/unsigned-transaction.ts'
import { newSlot, recordSendResult, type OpenSlot } from './open-slot.ts'
import type { SignerParts } from './signer-state.ts'
import { alarmFields } from '../../shared/alarm.ts'

/** The next account nonce that the signer has not used: above all on chain and all in the ledger. */
export async function nextNonce({ state, chain, ledger, signer, key }: SignerParts): Promise<number> {
  if (state.nextNonce !== null) return state.nextNonce
  const [latest, highest] = await Promise.all([chain.accountNonce(signer.address, 'latest'), ledger.highestNonce(key)])
  // The ledger may have lost slots that we still follow.
  const followed = Math.max(-1, ...state.slots.keys())
  state.nextNonce = Math.max(latest, highest + 1, followed + 1)
  return state.nextNonce
}

/** Signs a transaction and stores it with its payments, before anything is sent. @throws LeaseLost, SignerFailed */
export async function storeTransaction(
  parts: SignerParts,
  unsigned: UnsignedTransaction,
  settlements: readonly PendingSettlement[],
  load: Load['kind'],
): Promise<StoredTransaction> {
  const { state, clock, ledger, key } = parts
  const { raw, hash } = await sign(parts, unsigned)
  const at = clock.now()
  const transaction: StoredTransaction = { hash, raw, ...storedFees(unsigned.fees), storedAt: at }
  const costs = {
    worstGwei: worstCostGwei(unsigned),
    value: broughtBy(settlements),
    contract: load === 'contract',
  }
  const payments = settlements.map((one) => one.payment.id)
  try {
    await ledger.recordTransaction({ ...key, nonce: unsigned.nonce, transaction, payments, at, ...costs })
  } catch (error) {
    if (error instanceof LeaseLost) throw error
    // Whether it is stored is unknown, so the slots are read again before another nonce is given out.
    Object.assign(state, { leaseUntil: 0, loaded: false, nextNonce: null })
    throw error
  }
  return transaction
}

/** An outage of a remote signer is logged where it begins and where it ends. @throws SignerFailed */
async function sign({ state, signer, clock, log, metrics, key }: SignerParts, unsigned: UnsignedTransaction) {
  try {
    const signed = await signer.sign(unsigned)
    if (state.failedToSignAt !== null) log.info({}, 'the remote signer signs again')
    state.failedToSignAt = null
    return signed
  } catch (error) {
    if (error instanceof SignerFailed) {
      if (state.failedToSignAt === null) {
        metrics.alarms.add({ network: key.network, alarm: 'signer' })
        log.error({ ...alarmFields('signer'), failure: error.failure }, `${error.message}: its settlements wait or go to another signer`)
      }
      state.failedToSignAt = clock.now()
    }
    throw error
  }
}

/** Stores a transaction under a new account nonce, and sends it. */
export async function openSlot(
  parts: SignerParts,
  unsigned: UnsignedTransaction,
  settlements: readonly PendingSettlement[],
  load: Load['kind'],
): Promise<void> {
  const { state, metrics, chain, failPoint, onOpened } = parts
  const network = chain.network.id
  const transaction = await storeTransaction(parts, unsigned, settlements, load)
  state.nextNonce = Math.max(state.nextNonce ?? 0, unsigned.nonce + 1)
  const slot = newSlot(unsigned.nonce, [...settlements], [transaction], load)
  state.slots.set(unsigned.nonce, slot)
  for (const settlement of settlements) Object.assign(settlement, { phase: 'slot', transaction: transaction.hash, lookups: 0 })
  metrics.transactions.add({ network, load })
  if (settlements.length > 0) metrics.batchSize.observe(settlements.length, { network })
  onOpened()
  failPoint('stored')
  await broadcast(parts, slot)
  failPoint('sent')
}

/** Sends the newest transaction of a slot, for the first time or again. */
export async function broadcast({ chain, clock, log, metrics, gasMoney }: SignerParts, slot: OpenSlot): Promise<void> {
  const { hash, raw } = slot.transactions.at(-1)!
  const result = await chain.send(raw).catch((error: unknown) => {
    if (error instanceof RpcUnreachable) return 'unreachable' as const
    throw error
  })
  recordSendResult(slot, result, clock.now())
  log.debug({ nonce: slot.nonce, hash, result }, 'transaction sent')
  if (result === 'accepted') gasMoney.accepted()
  if (result === 'no_gas_money') gasMoney.refused(worstCostOfSigned(raw) * gwei)
  if (result === 'rejected') {
    metrics.alarms.add({ network: chain.network.id, alarm: 'rejected' })
    log.error({ ...alarmFields('rejected'), nonce: slot.nonce, hash }, 'the node refused a settlement transaction')
  }
}
