import type { Payment } from '../../ledger/payments/payment.ts'
import type { Finality } from './finality.ts'
import { hasPassed } from '../../shared/clock.ts'
import { graceMs } from '../policy.ts'
import { paysUs } from './resolve-payment.ts'
import type { NetworkParts } from '../settler-parts.ts'

/** Refused payments read at once. */
const page = 500
/** Payments that are looked up side by side. */
const maxAtOnce = 16

/**
 * Looks up refused payments whose authorization somebody may still submit. One that paid us after all is settled. The ledger no
 * longer lists a payment once its validBefore and finality have passed.
 */
export function createRefusedWatch(parts: NetworkParts & { readonly finality: Finality }): () => Promise<void> {
  const { chain, ledger, clock, policy, finality, metrics } = parts
  const { network } = chain
  const log = parts.log.child({ network: network.id })
  let lookedUpAt = new Map<string, number>()

  async function lookUp(payment: Payment): Promise<void> {
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
      metrics.outcomes.add({ network: network.id, outcome: 'settled_late' })
      log.warn({ payment: late.id, transaction }, 'a refused payment was made after all: settled')
    }
  }

  return async () => {
    const now = clock.now()
    const validAfterSeconds = BigInt(Math.floor((now - graceMs(policy, network)) / 1000))
    const stillValid = await ledger.refusedStillValid({ network: network.id, validAfterSeconds, limit: page })
    lookedUpAt = new Map(stillValid.map(({ id }) => [id, lookedUpAt.get(id) ?? 0]))
    const due = stillValid.filter(({ id }) => hasPassed(lookedUpAt.get(id)!, policy.watchMs, now)).slice(0, maxAtOnce)
    for (const { id } of due) lookedUpAt.set(id, now)
    await Promise.all(due.map(lookUp))
  }
}
