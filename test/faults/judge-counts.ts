import type { ChainTransfer } from './chain-books.ts'
import type { FreeCallCounts } from './free-calls.ts'
import { keyOfPurchase, keyOfTransfer } from './judge.ts'
import type { LedgerBooks, Used } from './ledger-books.ts'
import type { Purchase } from './purchase.ts'

export interface Counts {
  readonly quota: {
    readonly clients: number
    readonly given: number
    /** Calls that were cut off or failed, so that it is unknown whether they were counted. */
    readonly unclear: number
    readonly counted: number
  }
  readonly freeCalls: {
    /** Wallets that sent several first payments at once. */
    readonly firstCalls: number
    /** Answered without a transfer on chain. */
    readonly given: number
    /** By day and client address. */
    readonly counted: number
    /** Wallets whose first call is used up. */
    readonly granted: number
    /** Payments that the ledger calls free. */
    readonly booked: number
  }
  /** Counts that differ although they must be equal. Empty when all are exact. */
  readonly quotaWrong: readonly string[]
  readonly freeCallsWrong: readonly string[]
}

export interface FreeCallEvidence {
  readonly purchases: readonly Purchase[]
  readonly transfers: readonly ChainTransfer[]
  readonly ledger: Pick<LedgerBooks, 'rows' | 'quotas' | 'freeCalls' | 'grants'>
  readonly counted: FreeCallCounts
}

/** Compares the free calls that callers got with their limits and with the counts of the ledger. */
export function judgeCounts(evidence: FreeCallEvidence): Counts {
  const { ledger, counted } = evidence
  const served = servedFree(evidence)
  return {
    quota: {
      clients: counted.quotaClients.length,
      given: sum(counted.quotaClients.map(({ given }) => given)),
      unclear: sum(counted.quotaClients.map(({ unclear }) => unclear)),
      counted: sum(ledger.quotas.map(({ used }) => used)),
    },
    freeCalls: {
      firstCalls: counted.firstCalls.length,
      given: served.length,
      counted: sum(ledger.freeCalls.map(({ used }) => used)),
      granted: ledger.grants.length,
      booked: ledger.rows.filter(({ state }) => state === 'free').length,
    },
    quotaWrong: quotaWrong(evidence),
    freeCallsWrong: freeCallsWrong(evidence, served),
  }
}

/** Answers that were uncharged because too little was observed are not first calls free. */
function servedFree({ purchases, transfers, ledger }: FreeCallEvidence): Purchase[] {
  const paid = new Set(transfers.map(keyOfTransfer))
  const uncharged = new Set(ledger.rows.filter(({ state }) => state === 'uncharged').map(({ id }) => id))
  return purchases.filter((purchase) => {
    const [answer] = purchase.answers
    return answer !== undefined && !uncharged.has(answer.receipt ?? '') && !paid.has(keyOfPurchase(purchase))
  })
}

function quotaWrong({ ledger, counted }: FreeCallEvidence): string[] {
  const { days, usedBy } = perClient(ledger.quotas)
  // A run over midnight has two days.
  const limit = counted.limits.quota * days
  const overLimit = ledger.quotas.filter(({ used }) => used > counted.limits.quota)
  return [
    ...overLimit.map(({ client, used }) => `${client}: ${used} counted in a day of ${counted.limits.quota}`),
    ...counted.quotaClients.flatMap(({ client, calls, given, refused, unclear, strange }) => {
      const used = usedBy.get(client) ?? 0
      const describeViolation = `${client}: ${calls} calls, ${given} given, ${refused} asked to pay, ${unclear} unclear; ${used} counted`
      // A client is refused only after it has used its whole quota, and answered before that.
      const short = days === 1 && unclear === 0 && given !== Math.min(calls, limit)
      const wrong = given > limit || used < given || used > given + unclear || short || (refused > 0 && days === 1 && used < limit)
      return [...(wrong ? [describeViolation] : []), ...strange.map((what) => `${client}: ${what}`)]
    }),
  ]
}

function freeCallsWrong({ ledger, counted }: FreeCallEvidence, served: readonly Purchase[]): string[] {
  const { days, usedBy } = perClient(ledger.freeCalls)
  const { freeCalls: limit } = counted.limits
  const givenTo = Map.groupBy(served, ({ client }) => client)
  const clients = new Set([...givenTo.keys(), ...usedBy.keys()])
  const booked = new Set(ledger.rows.filter(({ state }) => state === 'free').map(({ id }) => id))
  const firstCalls = Map.groupBy(counted.firstCalls, ({ client }) => client)
  return [
    ...ledger.freeCalls.filter(({ used }) => used > limit).map(({ client, used }) => `${client}: ${used} counted in a day of ${limit}`),
    ...[...clients].flatMap((client) => {
      const [given, used] = [givenTo.get(client)?.length ?? 0, usedBy.get(client) ?? 0]
      return given === used && given <= limit * days ? [] : [`${client}: ${given} first calls were free, ${used} counted`]
    }),
    ...ledger.grants
      .filter(({ payment }) => !booked.has(payment))
      .map(({ payer }) => `${payer}: a first call is used up without a free payment`),
    ...(booked.size === ledger.grants.length
      ? []
      : [`${booked.size} payments were free, and ${ledger.grants.length} wallets have had theirs`]),
    ...[...firstCalls].flatMap(([client, all]) => {
      const entitled = all.filter(({ purchases }) => purchases.length > 0).length
      const unanswered = all.some(({ purchases }) => purchases.some(({ answers }) => answers.length === 0))
      const given = givenTo.get(client)?.length ?? 0
      if (unanswered || days > 1 || given === Math.min(entitled, limit)) return []
      return [`${client}: ${entitled} wallets came for the first time, and ${given} had their call free`]
    }),
  ]
}

function perClient(used: readonly Used[]): { readonly days: number; readonly usedBy: ReadonlyMap<string, number> } {
  const usedBy = new Map<string, number>()
  for (const one of used) usedBy.set(one.client, (usedBy.get(one.client) ?? 0) + one.used)
  return { days: Math.max(1, new Set(used.map(({ day }) => day)).size), usedBy }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
