import { RpcUnreachable } from '../chain/chain.ts'
import type { Fees } from '../chain/chain.ts'
import type { Hex } from '../shared/bytes.ts'
import { utcDay } from '../shared/clock.ts'
import type { StoredTransaction } from '../ledger/ledger.ts'
import { LeaseLost } from '../ledger/leases.ts'
import {
  bumped,
  capped,
  costGwei,
  fillerTransaction,
  gasLimit,
  replacement,
  settlementTransaction,
  storedFees,
  worstCostGwei,
} from './build-transaction.ts'
import type { Load } from './build-transaction.ts'
import { createGasPurse } from './gas-purse.ts'
import { newSlot, noteSent, renew, slotAgain, slotFromLedger } from './open-slot.ts'
import type { OpenSlot } from './open-slot.ts'
import { createSerial } from './serial.ts'
import type { Settlement } from './settlements.ts'
import type { NetworkParts } from './settler-parts.ts'
import type { Signer } from './signer.ts'
import type { UnsignedTransaction } from './unsigned-transaction.ts'

/** The one owner of a signer's account nonces on one network. */
export interface Lane {
  readonly signer: Hex
  /** The lease by which it is ours. */
  readonly lease: string
  readonly slots: ReadonlyMap<number, OpenSlot>
  /** Whether the account's nonces are ours to give out. */
  readonly owned: boolean
  /** Whether it may send one more. */
  readonly usable: boolean
  /** It has no money for gas, or has spent the day's budget. */
  readonly paused: boolean
  /** Payments under way in it, those about to be stored included. */
  readonly load: number
  /** Takes or renews the lease, and takes over the slots that are open in the ledger. False when another instance owns it. */
  own(force: boolean): Promise<boolean>
  /** Stores and sends a settlement of these. False when it can't now; then nothing was stored. @throws RpcUnreachable likewise. */
  submit(settlements: readonly Settlement[], load: Load, fees: Fees): Promise<boolean>
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

/** @param opened called when a slot has opened. */
export function createLane(parts: NetworkParts, signer: Signer, opened: () => void): Lane {
  const { chain, ledger, clock, policy, checkpoint, meters, instance } = parts
  const { network } = chain
  const name = `settler:${network.id}:${signer.address}`
  const ids = { network: network.id, signer: signer.address }
  // Whatever our clock says: who has lost the lease stores nothing, and so sends nothing that the new owner does not know.
  const key = { ...ids, holder: { lease: name, owner: instance } }
  const log = parts.log.child(ids)
  const slots = new Map<number, OpenSlot>()
  const purse = createGasPurse(parts, signer)
  const serial = createSerial()
  const lane = { leaseUntil: 0, lapses: 0, loaded: false, next: null as number | null, submitting: 0 }

  const owned = () => lane.loaded && clock.now() < lane.leaseUntil - policy.leaseMs / 6
  const usable = () => owned() && slots.size < policy.maxOpenSlots && !purse.paused

  async function own(force: boolean): Promise<boolean> {
    const now = clock.now()
    const { lapses } = parts.instanceLease
    // It may have been another's for a while: what that one did with it is read again.
    if (lapses !== lane.lapses || now >= lane.leaseUntil) Object.assign(lane, { loaded: false, next: null })
    if (lane.loaded && lane.leaseUntil - now > (policy.leaseMs * 2) / 3) return true
    const until = now + policy.leaseMs
    if (!(await ledger.takeLease({ name, owner: instance, until, now, force, goneBy: parts.instanceLease.goneBy() }))) {
      if (lane.leaseUntil > 0) log.error({}, 'another instance took over this signer')
      disown()
      return false
    }
    Object.assign(lane, { leaseUntil: until, lapses })
    if (!lane.loaded) await load()
    return true
  }

  /** Another instance owns the slots now; the end of what they settle is read from its row. */
  function disown(): void {
    Object.assign(lane, { leaseUntil: 0, loaded: false, next: null })
    for (const slot of slots.values())
      for (const settlement of slot.settlements) if (settlement.place === 'slot') settlement.place = 'elsewhere'
    slots.clear()
  }

  async function load(): Promise<void> {
    for (const stored of await ledger.openSlots(key)) {
      const slot = await slotFromLedger(parts, stored)
      const known = slots.get(slot.nonce)
      if (known === undefined) slots.set(slot.nonce, slot)
      else known.transactions.splice(0, Infinity, ...slot.transactions)
    }
    lane.loaded = true
    if (slots.size > 0) opened()
  }

  async function nextNonce(): Promise<number> {
    if (lane.next !== null) return lane.next
    const [latest, highest] = await Promise.all([chain.accountNonce(signer.address, 'latest'), ledger.highestNonce(key)])
    lane.next = Math.max(latest, highest + 1)
    return lane.next
  }

  /** What the task says, or false where another instance has the signer by now: then it stored nothing. */
  async function unlessLost(task: () => Promise<boolean>): Promise<boolean> {
    try {
      return await task()
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error
      // What was under way when we gave it back ourselves is nothing to tell of.
      if (lane.leaseUntil > 0) log.error({}, 'another instance has this signer: nothing was stored, nothing is sent')
      disown()
      return false
    }
  }

  const locked = (task: () => Promise<boolean>) => serial(() => unlessLost(task))

  async function store(unsigned: UnsignedTransaction, settlements: readonly Settlement[]): Promise<StoredTransaction> {
    const { raw, hash } = await signer.sign(unsigned)
    const at = clock.now()
    const transaction: StoredTransaction = { hash, raw, ...storedFees(unsigned.fees), storedAt: at }
    purse.note(transaction, worstCostGwei(unsigned))
    try {
      await ledger.recordTransaction({ ...key, nonce: unsigned.nonce, transaction, payments: settlements.map((one) => one.payment.id), at })
    } catch (error) {
      if (error instanceof LeaseLost) throw error
      // Whether it is stored is not known: the slots are read again before another nonce is given out.
      Object.assign(lane, { leaseUntil: 0, loaded: false, next: null })
      throw error
    }
    return transaction
  }

  async function open(unsigned: UnsignedTransaction, settlements: readonly Settlement[], load: Load['kind']): Promise<void> {
    const transaction = await store(unsigned, settlements)
    lane.next = Math.max(lane.next ?? 0, unsigned.nonce + 1)
    const slot = newSlot(unsigned.nonce, [...settlements], [transaction], load)
    slots.set(unsigned.nonce, slot)
    for (const settlement of settlements) Object.assign(settlement, { place: 'slot', transaction: transaction.hash, looks: 0 })
    meters.transactions.add({ network: network.id, load })
    if (settlements.length > 0) meters.batchSize.observe(settlements.length, { network: network.id })
    opened()
    checkpoint('stored')
    await broadcast(slot)
    checkpoint('sent')
  }

  async function broadcast(slot: OpenSlot): Promise<void> {
    const { hash, raw } = slot.transactions.at(-1)!
    const result = await chain.send(raw).catch((error: unknown) => {
      if (error instanceof RpcUnreachable) return 'unreachable' as const
      throw error
    })
    noteSent(slot, result, clock.now())
    log.debug({ nonce: slot.nonce, hash, result }, 'transaction sent')
    if (result === 'accepted') purse.filled()
    if (result === 'no_gas_money') purse.empty()
    if (result === 'rejected') {
      meters.alarms.add({ network: network.id, alarm: 'rejected' })
      log.error({ nonce: slot.nonce, hash }, 'the node refused a settlement transaction')
    }
  }

  return {
    signer: signer.address,
    lease: name,
    slots,
    get owned() {
      return owned()
    },
    get usable() {
      return usable()
    },
    get paused() {
      return purse.paused
    },
    get load() {
      let payments = lane.submitting
      for (const slot of slots.values()) payments += Math.max(1, slot.settlements.length)
      return payments
    },
    own: (force) => serial(() => own(force)),
    broadcast,

    async submit(settlements, load, fees) {
      lane.submitting += settlements.length
      try {
        return await locked(async () => {
          if (
            !usable() ||
            (load.kind === 'contract' && slots.size >= policy.maxOpenSlots - policy.slotsForBatches) ||
            (await purse.overBudget(load, slots.values()))
          )
            return false
          const nonce = await nextNonce()
          const call = chain.transferCall(settlements.map((one) => one.authorization))
          await open(
            settlementTransaction(network, nonce, call, gasLimit(policy, network, load), capped(fees, policy.feeCapGwei)),
            settlements,
            load.kind,
          )
          return true
        })
      } finally {
        lane.submitting -= settlements.length
      }
    },

    replace: (slot, filler) =>
      locked(async () => {
        const newest = slot.transactions.at(-1)
        if (!owned() || newest === undefined || !slots.has(slot.nonce)) return false
        const fees = bumped(newest, await chain.suggestFees(), policy)
        if (fees === null) return false
        const gas = gasLimit(policy, network, { kind: 'filler' })
        const unsigned = filler ? fillerTransaction(network, slot.nonce, signer.address, gas, fees) : replacement(network, newest.raw, fees)
        const transaction = await store(unsigned, [])
        renew(slot, transaction)
        if (!filler) for (const settlement of slot.settlements) settlement.transaction = transaction.hash
        meters.bumps.add({ network: network.id })
        log.info({ nonce: slot.nonce, hash: transaction.hash, filler }, 'transaction replaced at higher fees')
        checkpoint('stored')
        await broadcast(slot)
        checkpoint('sent')
        return true
      }),

    fill: async (from) => {
      await locked(async () => {
        const lowest = Math.min(...slots.keys(), await nextNonce())
        for (let nonce = from; nonce < lowest && nonce < from + policy.maxOpenSlots; nonce += 1) {
          if (!owned()) return false
          const past = await ledger.slotAt({ ...key, nonce })
          if (past !== undefined && past.transactions.length > 0) {
            log.warn({ nonce }, 'sending again what a reorganisation threw out')
            const slot = slotAgain(past)
            slots.set(nonce, slot)
            opened()
            await broadcast(slot)
            continue
          }
          log.warn({ nonce }, 'filling a gap in the account nonces')
          const fees = capped(await chain.suggestFees(), policy.feeCapGwei)
          await open(fillerTransaction(network, nonce, signer.address, gasLimit(policy, network, { kind: 'filler' }), fees), [], 'filler')
        }
        return true
      })
    },

    async close(slot, state) {
      const gasGwei = slot.mined === null ? 0n : costGwei(slot.mined)
      const closed = await unlessLost(async () => {
        await ledger.closeSlot({ ...key, nonce: slot.nonce, state, gasGwei, day: utcDay(clock.now()) })
        return true
      })
      if (!closed) return
      slots.delete(slot.nonce)
      // Somebody else gives out nonces of this account: ask the chain again.
      if (state === 'abandoned') lane.next = null
      if (state === 'mined') meters.gasSpent.add(ids, Number(gasGwei))
    },

    release: () =>
      serial(async () => {
        if (lane.leaseUntil === 0) return
        lane.leaseUntil = 0
        await ledger.releaseLease({ name, owner: instance })
      }),
  }
}
