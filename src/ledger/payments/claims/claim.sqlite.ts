import type { SqliteTransaction } from '../../../store/store.ts'
import { insertClaimed, reclaimReleased } from './claim-row.sqlite.ts'
import { takeFreeCall } from '../../quotas/free-call.ts'
import { hotHolder, takeIdentities } from '../identities.sqlite.ts'
import type { ClaimInput, ClaimResult } from '../../ledger.ts'
import { findPurchaseByKeys, replaceKeys } from './payment-keys.sqlite.ts'
import { limitReached } from '../../quotas/uncharged-runs.ts'
import type { Keyed } from './claim-values.ts'
import { payerFacts } from './payer-facts.sqlite.ts'
import { hotPayment, lower } from '../payment-row.ts'

/** The claim by an authorization on SQLite, see `claim.ts`. */
export function claimInSqlite(transaction: SqliteTransaction, input: Keyed<ClaimInput>): ClaimResult {
  const payer = lower(input.payer)
  const [identity = '', ...otherIdentities] = input.identities
  const facts = payerFacts(transaction, payer, identity, input)
  if (facts.owing !== null) return { result: 'owing', payment: hotPayment(transaction, facts.owing)! }
  if (facts.barredUntil > 0) return { result: 'barred', until: facts.barredUntil }
  const settled = Math.max(facts.settled, input.unchargedRuns.settledHere)
  const runner = { underWay: facts.unsettled, settled, proven: true, contract: input.contract }
  const by = limitReached(facts.runs, runner, input.unchargedRuns)
  if (by !== null) return { result: 'too_many_uncharged_runs', by }

  const first = facts.holder === null ? undefined : hotPayment(transaction, facts.holder)
  const others = otherIdentities.map((other) => hotHolder(transaction, other))
  const holders = [first, ...others].filter((holder) => holder !== undefined)
  const taken = holders.find((holder) => holder.state !== 'released')
  if (taken) return { result: 'taken', payment: taken }

  const sameKey = findPurchaseByKeys(transaction, input.keys)
  if (sameKey) return { result: 'key_taken', payment: sameKey }

  const owed = facts.outstanding
  if (owed + input.amount > input.balance) return { result: 'not_covered', outstanding: owed }

  const limit = Math.min(input.unsettled.max, input.unsettled.base + settled)
  if (facts.unsettled >= limit) return { result: 'too_many_unsettled', limit }

  const released = holders[0]
  const id = released?.id ?? input.id
  const free = takeFreeCall(transaction, id, payer, facts.freeGrant, input.freeCall)
  const identities = takeIdentities(transaction, id, input.identities, released !== undefined)
  replaceKeys(transaction, id, released, input)
  const write = released ? reclaimReleased : insertClaimed
  return { result: 'claimed', payment: write(transaction, { id, free, theft: false, identities }, input) }
}
