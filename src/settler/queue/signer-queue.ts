import type { Fees } from '../../chain/chain.ts'
import { settlementsIn } from '../../chain/settlement-logs.ts'
import type { Hex } from '../../shared/bytes.ts'
import { utcDay } from '../../shared/clock.ts'
import { createOrderedRuns } from '../../shared/ordered-runs.ts'
import type { PendingSettlement } from '../settlements.ts'
import type { NetworkParts } from '../settler-parts.ts'
import type { Signer } from '../signer.ts'
import {
  bumped,
  capped,
  costGwei,
  fillerTransaction,
  gasLimit,
  replacement,
  settlementTransaction,
  type Load,
} from '../transaction/build-transaction.ts'
import { createGasMoney } from '../spending/gas-money.ts'
import { addReplacement, reopenedSlot, type OpenSlot } from './open-slot.ts'
import { broadcast, nextNonce, openSlot, storeTransaction } from './send-transaction.ts'
import { acquireSigner, releaseSigner, unlessLeaseLost } from './signer-lease.ts'
import { canSend, failsToSign, isOwned, newSignerState, type SignerParts } from './signer-state.ts'

/** The one owner of a signer's account nonces on one network. */
export interface SignerQueue {
  readonly signer: Hex
  /** The name of the lease that makes the signer ours. */
  readonly lease: string
  readonly slots: ReadonlyMap<number, OpenSlot>
  /** Whether we may give out the account's nonces. */
  readonly owned: boolean
  /** Whether it may send one more. */
  readonly canSend: boolean
  /** It failed to sign lately. */
  readonly failsToSign: boolean
  /** It has no money for gas. */
  readonly paused: boolean
  /** Looks whether it has, unless that was done a moment ago. */
  checkGasMoney(): void
  /** Payments under way in it, those about to be stored included. */
  readonly paymentCount: number
  /** Takes or renews the lease, and takes over the slots that are open in the ledger. False when another instance owns it. */
  acquire(force: boolean): Promise<boolean>
  /** Stores and sends a settlement of these. False when it can't now; then nothing was stored. @throws RpcUnreachable, SignerFailed likewise. */
  submit(settlements: readonly PendingSettlement[], load: Load, fees: Fees): Promise<boolean>
  /** Sends the newest transaction of a slot (again). */
  broadcast(slot: OpenSlot): Promise<void>
  /** Replaces it by the same call at higher fees, or by a filler. False where no higher fee is allowed. */
  replace(slot: OpenSlot, filler: boolean): Promise<boolean>
  /** Fills account nonces from `from` up to the lowest open slot: what was mined there is sent again, else a filler. */
  fill(from: number): Promise<void>
  close(slot: OpenSlot, state: 'mined' | 'abandoned'): Promise<void>
  /** Gives the lease back. */
  release(): Promise<void>
}

/** @param events see `SignerParts` */
export function createSignerQueue(shared: NetworkParts, signer: Signer, events: Pick<SignerParts, 'onOpened' | 'onGasMoney'>): SignerQueue {
  const parts = signerParts(shared, signer, events)
  const { state } = parts
  const runInOrder = createOrderedRuns()
  const inOrder = <Output>(task: () => Promise<Output>) => runInOrder(parts.lease, task)
  const inOrderUnlessLost = (task: () => Promise<boolean>) => inOrder(() => unlessLeaseLost(parts, task))
  return {
    signer: signer.address,
    lease: parts.lease,
    slots: state.slots,
    get owned() {
      return isOwned(parts)
    },
    get canSend() {
      return canSend(parts)
    },
    get failsToSign() {
      return failsToSign(parts)
    },
    get paused() {
      // One that begins nothing has no say in whether anything can be sent.
      return signer.retiring === true || parts.gasMoney.missing
    },
    checkGasMoney: () => parts.gasMoney.check(state.slots.size > 0),
    get paymentCount() {
      let payments = state.submitting
      for (const slot of state.slots.values()) payments += Math.max(1, slot.settlements.length)
      return payments
    },
    acquire: (force) => inOrder(() => acquireSigner(parts, force)),
    broadcast: (slot) => broadcast(parts, slot),
    async submit(settlements, load, fees) {
      state.submitting += settlements.length
      try {
        return await inOrderUnlessLost(() => submit(parts, settlements, load, fees))
      } finally {
        state.submitting -= settlements.length
      }
    },
    replace: (slot, filler) => inOrderUnlessLost(() => replace(parts, slot, filler)),
    fill: async (from) => {
      await inOrderUnlessLost(() => fill(parts, from))
    },
    close: (slot, end) => close(parts, slot, end),
    release: () => inOrder(() => releaseSigner(parts)),
  }
}

function signerParts(shared: NetworkParts, signer: Signer, events: Pick<SignerParts, 'onOpened' | 'onGasMoney'>): SignerParts {
  const { network } = shared.chain
  const lease = `settler:${network.id}:${signer.address}`
  const ids = { network: network.id, signer: signer.address }
  return {
    ...shared,
    signer,
    lease,
    key: { ...ids, holder: { lease, owner: shared.instance } },
    log: shared.log.child(ids),
    gasMoney: createGasMoney(shared, signer, events.onGasMoney),
    state: newSignerState(),
    ...events,
  }
}

async function submit(parts: SignerParts, settlements: readonly PendingSettlement[], load: Load, fees: Fees): Promise<boolean> {
  const { state, policy, chain } = parts
  if (!canSend(parts)) return false
  if (load.kind === 'contract' && state.slots.size >= policy.maxOpenSlots - policy.slotsForBatches) return false
  const nonce = await nextNonce(parts)
  const call = chain.transferCall(settlements.map((one) => one.authorization))
  const gas = gasLimit(policy, chain.network, load)
  await openSlot(parts, settlementTransaction(chain.network, nonce, call, gas, capped(fees, policy.feeCapGwei)), settlements, load.kind)
  return true
}

async function replace(parts: SignerParts, slot: OpenSlot, filler: boolean): Promise<boolean> {
  const { state, policy, chain, signer, metrics, log, failPoint } = parts
  const { network } = chain
  const newest = slot.transactions.at(-1)
  if (!isOwned(parts) || newest === undefined || !state.slots.has(slot.nonce)) return false
  const fees = bumped(newest, await chain.suggestFees(), policy)
  if (fees === null) return false
  const gas = gasLimit(policy, network, { kind: 'filler' })
  const unsigned = filler ? fillerTransaction(network, slot.nonce, signer.address, gas, fees) : replacement(network, newest.raw, fees)
  const transaction = await storeTransaction(parts, unsigned, [], slot.load)
  addReplacement(slot, transaction)
  if (!filler) for (const settlement of slot.settlements) settlement.transaction = transaction.hash
  metrics.bumps.add({ network: network.id })
  log.info({ nonce: slot.nonce, hash: transaction.hash, filler }, 'transaction replaced at higher fees')
  failPoint('stored')
  await broadcast(parts, slot)
  failPoint('sent')
  return true
}

async function fill(parts: SignerParts, from: number): Promise<boolean> {
  const { state, policy, chain, ledger, signer, key, log, onOpened } = parts
  const { network } = chain
  const lowest = Math.min(...state.slots.keys(), await nextNonce(parts))
  for (let nonce = from; nonce < lowest && nonce < from + policy.maxOpenSlots; nonce += 1) {
    if (!isOwned(parts)) return false
    const past = await ledger.slotAt({ ...key, nonce })
    if (past !== undefined && past.transactions.length > 0) {
      log.warn({ nonce }, 'sending again what a reorganisation removed')
      await ledger.reopenSlot({ ...key, nonce })
      const slot = reopenedSlot(past)
      state.slots.set(nonce, slot)
      onOpened()
      await broadcast(parts, slot)
      continue
    }
    log.warn({ nonce }, 'filling a gap in the account nonces')
    const fees = capped(await chain.suggestFees(), policy.feeCapGwei)
    const gas = gasLimit(policy, network, { kind: 'filler' })
    await openSlot(parts, fillerTransaction(network, nonce, signer.address, gas, fees), [], 'filler')
  }
  return true
}

async function close(parts: SignerParts, slot: OpenSlot, end: 'mined' | 'abandoned'): Promise<void> {
  const { state, ledger, clock, key, metrics, chain, spending, refundsFrom } = parts
  const gasGwei = slot.mined === null ? 0n : costGwei(slot.mined)
  const paid = slot.mined === null ? [] : settlementsIn(slot.mined, chain.network)
  // What we give back brings nothing.
  const settled = paid.reduce((sum, { payer, value }) => (payer === refundsFrom ? sum : sum + value), 0n)
  const closed = await unlessLeaseLost(parts, async () => {
    await ledger.closeSlot({ ...key, nonce: slot.nonce, state: end, gasGwei, settled, day: utcDay(clock.now()) })
    return true
  })
  if (!closed) return
  state.slots.delete(slot.nonce)
  // What a contract's own check takes says nothing about other payers, who must not be turned away for it.
  if (slot.mined && slot.load !== 'contract') spending?.costs.observe(chain.network.id, slot.mined, paid.length)
  // Another program gives out nonces of this account, so the next one is asked of the chain again.
  if (end === 'abandoned') state.nextNonce = null
  if (end === 'mined') metrics.gasSpent.add({ network: key.network, signer: key.signer }, Number(gasGwei))
}
