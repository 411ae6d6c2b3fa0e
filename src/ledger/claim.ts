import type { Unit } from '../store/store.ts'
import { claimStatement } from './claim-statement.ts'
import { insertClaimed, retakeReleased } from './claim-row.ts'
import { takeFreeCall } from './free-call.ts'
import { holderOf, ownIdentities } from './identities.ts'
import type { ClaimInput, ClaimResult } from './ledger.ts'
import { boughtUnder, ownKeys, type Keyed } from './payment-keys.ts'
import { payerFacts } from './payer-facts.ts'
import { hotPayment, lower } from './payment-row.ts'

/**
 * Admits a payment by an authorization, or says why not, all in one unit: bar, run limit, identity, keys, cover, free call, in
 * this order. A released payment with the same identity is taken up again in its own row, under its old receipt id.
 */
export const claim: Unit<Keyed<ClaimInput>, ClaimResult> = {
  name: 'claim',
  sqlite(transaction, input) {
    const payer = lower(input.payer)
    const [identity = '', ...otherIdentities] = input.identities
    const facts = payerFacts(transaction, payer, identity, input)
    if (facts.barredUntil > 0) return { result: 'barred', until: facts.barredUntil }
    if (facts.runs >= input.unchargedRuns.limit) return { result: 'too_many_uncharged_runs' }

    const first = facts.holder === null ? undefined : hotPayment(transaction, facts.holder)
    const others = otherIdentities.map((other) => holderOf(transaction, other))
    const holders = [first, ...others].filter((holder) => holder !== undefined)
    const taken = holders.find((holder) => holder.state !== 'released')
    if (taken) return { result: 'taken', payment: taken }

    const sameKey = boughtUnder(transaction, input.keys)
    if (sameKey) return { result: 'key_taken', payment: sameKey }

    const owed = facts.outstanding
    if (owed + input.amount > input.balance) return { result: 'not_covered', outstanding: owed }

    const released = holders[0]
    const id = released?.id ?? input.id
    const free = takeFreeCall(transaction, id, payer, facts.freeGrant, input.freeCall)
    const identities = ownIdentities(transaction, id, input.identities, released !== undefined)
    ownKeys(transaction, id, released, input)
    const write = released ? retakeReleased : insertClaimed
    return { result: 'claimed', payment: write(transaction, { id, free, identities }, input) }
  },
  postgres: claimStatement,
}
