import { RpcUnreachable } from '../chain/chain.ts'
import type { Fees } from '../chain/chain.ts'
import type { Hex } from '../shared/bytes.ts'
import { hasPassed, utcDay } from '../shared/clock.ts'
import type { StoredTransaction } from '../ledger/ledger.ts'
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
  worstCostOfSigned,
} from './build-transaction.ts'
import type { Load } from './build-transaction.ts'
import { newSlot, noteSent, renew, slotAgain, slotFromLedger } from './open-slot.ts'
import type { OpenSlot } from './open-slot.ts'
import { gasBudget } from './policy.ts'
import { createSerial } from './serial.ts'
import type { Settlement } from './settlements.ts'
import type { NetworkParts } from './settler-parts.ts'
import type { Signer } from './signer.ts'
import type { UnsignedTransaction } from './unsigned-transaction.ts'

/** The one owner of a signer's account nonces on one network. */
export interface Lane {
  readonly signer: Hex
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
  const key = { network: network.id, signer: signer.address }
  const log = parts.log.child(key)
  const slots = new Map<number, OpenSlot>()
  const worstCosts = new WeakMap<StoredTransaction, bigint>()
  const serial = createSerial()
  const lane = { leaseUntil: 0, loaded: false, next: null as number | null, pausedAt: 0, pauseMs: 0, submitting: 0 }

  const owned = () => lane.loaded && clock.now() < lane.leaseUntil - policy.leaseMs / 6
  const paused = () => !hasPassed(lane.pausedAt, lane.pauseMs, clock.now())
  const usable = () => owned() && slots.size < policy.maxOpenSlots && !paused()

  async function own(force: boolean): Promise<boolean> {
    const now = clock.now()
    if (lane.loaded && lane.leaseUntil - now > (policy.leaseMs * 2) / 3) return true
    const until = now + policy.leaseMs
    if (!(await ledger.takeLease({ name, owner: instance, until, now, force }))) {
      if (lane.loaded) log.error({}, 'another instance took over this signer')
      disown()
      return false
    }
    lane.leaseUntil = until
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

  /** What an earlier process signed has to be taken apart, which takes milliseconds for a batch of 100: once. */
  function worstCost(transaction: StoredTransaction): bigint {
    const cost = worstCosts.get(transaction) ?? worstCostOfSigned(transaction.raw)
    worstCosts.set(transaction, cost)
    return cost
  }

  async function overBudget(load: Load): Promise<boolean> {
    let gwei = await ledger.gasSpent({ ...key, day: utcDay(clock.now()) })
    for (const slot of slots.values()) gwei += worstCost(slot.transactions.at(-1)!)
    const budget = gasBudget(policy, network)
    if (load.kind === 'contract' && gwei >= budget / policy.contractsGasShare) {
      meters.alarms.add({ network: network.id, alarm: 'contracts_gas_budget' })
      return true
    }
    if (gwei < budget) return false
    pause(policy.budgetPauseMs, 'gas_budget', 'the gas budget of the day is spent: settlements wait')
    return true
  }

  function pause(ms: number, alarm: string, message: string): void {
    const already = paused()
    Object.assign(lane, { pausedAt: clock.now(), pauseMs: ms })
    if (already) return
    meters.alarms.add({ network: network.id, alarm })
    log.error({ alarm }, message)
  }

  async function store(unsigned: UnsignedTransaction, settlements: readonly Settlement[]): Promise<StoredTransaction> {
    const { raw, hash } = await signer.sign(unsigned)
    const at = clock.now()
    const transaction: StoredTransaction = { hash, raw, ...storedFees(unsigned.fees), storedAt: at }
    worstCosts.set(transaction, worstCostGwei(unsigned))
    try {
      await ledger.recordTransaction({ ...key, nonce: unsigned.nonce, transaction, payments: settlements.map((one) => one.payment.id), at })
    } catch (error) {
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
    if (result === 'accepted') lane.pauseMs = 0
    if (result === 'no_gas_money') pause(policy.gasMoneyPauseMs, 'no_gas_money', 'the signer has no money for gas: settlements wait')
    if (result === 'rejected') {
      meters.alarms.add({ network: network.id, alarm: 'rejected' })
      log.error({ nonce: slot.nonce, hash }, 'the node refused a settlement transaction')
    }
  }

  return {
    signer: signer.address,
    slots,
    get owned() {
      return owned()
    },
    get usable() {
      return usable()
    },
    get paused() {
      return paused()
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
        return await serial(async () => {
          if (
            !usable() ||
            (load.kind === 'contract' && slots.size >= policy.maxOpenSlots - policy.slotsForBatches) ||
            (await overBudget(load))
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
      serial(async () => {
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

    fill: (from) =>
      serial(async () => {
        const lowest = Math.min(...slots.keys(), await nextNonce())
        for (let nonce = from; nonce < lowest && nonce < from + policy.maxOpenSlots; nonce += 1) {
          if (!owned()) return
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
      }),

    async close(slot, state) {
      const gasGwei = slot.mined === null ? 0n : costGwei(slot.mined)
      await ledger.closeSlot({ ...key, nonce: slot.nonce, state, gasGwei, day: utcDay(clock.now()) })
      slots.delete(slot.nonce)
      // Somebody else gives out nonces of this account: ask the chain again.
      if (state === 'abandoned') lane.next = null
      if (state === 'mined') meters.gasSpent.add(key, Number(gasGwei))
    },

    release: () =>
      serial(async () => {
        if (lane.leaseUntil === 0) return
        lane.leaseUntil = 0
        await ledger.releaseLease({ name, owner: instance })
      }),
  }
}
