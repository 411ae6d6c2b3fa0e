import type { Payment } from '../ledger/payment.ts'
import type { Finality } from './finality.ts'
import { hasPassed } from '../shared/clock.ts'
import { graceMs } from './policy.ts'
import { paysUs } from './resolve-payment.ts'
import type { NetworkParts } from './settler-parts.ts'

/** Refused payments read at once. */
const page = 500
/** How many are looked at in one go. */
const atOnce = 16

/**
 * Makes a look at refused payments whose authorization somebody may still submit: one that paid us after all is settled.
 * Once validBefore and finality have passed the ledger names it no more.
 */
export function createRefusedWatch(parts: NetworkParts & { readonly finality: Finality }): () => Promise<void> {
  const { chain, ledger, clock, policy, finality, meters } = parts
  const { network } = chain
  const log = parts.log.child({ network: network.id })
  let lastLook = new Map<string, number>()

  async function look(payment: Payment): Promise<void> {
    const { authorization, payer, claimBlock } = payment
    if (authorization === null) return
    const from = claimBlock > policy.reorgDepth ? claimBlock - policy.reorgDepth : 0n
    const fate = await chain.authorizationFate(payer, authorization.nonce, from)
    if (fate.kind !== 'used' || !paysUs(payment, fate.transfer)) return
    const { transaction, blockNumber, blockHash, transfer } = fate
    const { logIndex, occurrence } = transfer
    const settled = await ledger.settle([{ id: payment.id, transaction, blockNumber, blockHash, logIndex, occurrence, at: clock.now() }])
    for (const late of settled) {
      finality.track(late)
      meters.outcomes.add({ network: network.id, outcome: 'settled_late' })
      log.warn({ payment: late.id, transaction }, 'a refused payment was made after all: settled')
    }
  }

  return async () => {
    const now = clock.now()
    const validAfterSeconds = BigInt(Math.floor((now - graceMs(policy, network)) / 1000))
    const watched = await ledger.watched({ network: network.id, validAfterSeconds, limit: page })
    lastLook = new Map(watched.map(({ id }) => [id, lastLook.get(id) ?? 0]))
    const due = watched.filter(({ id }) => hasPassed(lastLook.get(id)!, policy.watchMs, now)).slice(0, atOnce)
    for (const { id } of due) lastLook.set(id, now)
    await Promise.all(due.map(look))
  }
}
