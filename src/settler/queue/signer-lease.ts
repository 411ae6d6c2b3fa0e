import { LeaseLost } from '../../ledger/leases/leases.ts'
import { slotFromLedger } from './open-slot.ts'
import { worstCostOfSigned } from '../transaction/build-transaction.ts'
import type { SignerParts } from './signer-state.ts'

/** Takes or renews the lease, and reads the slots that are open in the ledger. False when another instance has it. */
export async function acquireSigner(parts: SignerParts, force: boolean): Promise<boolean> {
  const { state, ledger, clock, policy, instance, instanceLease, lease: name, log } = parts
  const now = clock.now()
  const { lapses } = instanceLease
  // Another instance may have had it for a while, so what it did with the signer is read again.
  if (lapses !== state.lapses || now >= state.leaseUntil) Object.assign(state, { loaded: false, nextNonce: null })
  if (state.loaded && state.leaseUntil - now > (policy.leaseMs * 2) / 3) return true
  const until = now + policy.leaseMs
  if (!(await ledger.takeLease({ name, owner: instance, until, now, force, endedBy: instanceLease.endedBy() }))) {
    if (state.leaseUntil > 0) log.error({}, 'another instance took over this signer')
    forgetSigner(parts)
    return false
  }
  Object.assign(state, { leaseUntil: until, lapses })
  if (!state.loaded) await loadSlots(parts)
  return true
}

/** Another instance owns the slots now. How their payments end is read from the ledger. */
function forgetSigner({ state }: SignerParts): void {
  Object.assign(state, { leaseUntil: 0, loaded: false, nextNonce: null })
  for (const slot of state.slots.values())
    for (const settlement of slot.settlements) if (settlement.phase === 'slot') settlement.phase = 'elsewhere'
  state.slots.clear()
}

async function loadSlots(parts: SignerParts): Promise<void> {
  const { state, ledger, key, onOpened } = parts
  for (const stored of await ledger.openSlots(key)) {
    const slot = await slotFromLedger(parts, stored)
    const known = state.slots.get(slot.nonce)
    if (known === undefined) state.slots.set(slot.nonce, slot)
    else known.transactions.splice(0, Infinity, ...slot.transactions)
  }
  await storeLostSlots(parts)
  state.loaded = true
  if (state.slots.size > 0) onOpened()
}

/** What was sent and the ledger has lost is stored again, so that its account nonce is not given out twice. */
async function storeLostSlots({ state, ledger, clock, key, log }: SignerParts): Promise<void> {
  for (const { nonce, transactions, load } of state.slots.values()) {
    if ((await ledger.slotAt({ ...key, nonce })) !== undefined) continue
    log.warn({ nonce }, 'the ledger has lost a transaction that was sent: it is stored again')
    for (const transaction of transactions) {
      const costs = { worstGwei: worstCostOfSigned(transaction.raw), value: 0n, contract: load === 'contract' }
      await ledger.recordTransaction({ ...key, nonce, transaction, payments: [], at: clock.now(), ...costs })
    }
  }
}

/** What the task returns, or false where another instance has the signer by now: then the task stored nothing. */
export async function unlessLeaseLost(parts: SignerParts, task: () => Promise<boolean>): Promise<boolean> {
  try {
    return await task()
  } catch (error) {
    if (!(error instanceof LeaseLost)) throw error
    // Work that was under way when we released the lease ourselves is no reason to log an error.
    if (parts.state.leaseUntil > 0) parts.log.error({}, 'another instance has this signer: nothing was stored, nothing is sent')
    forgetSigner(parts)
    return false
  }
}

export async function releaseSigner({ state, ledger, lease: name, instance }: SignerParts): Promise<void> {
  if (state.leaseUntil === 0) return
  state.leaseUntil = 0
  await ledger.releaseLease({ name, owner: instance })
}
