import { claim } from '../ledger/payments/claims/claim.ts'
import type { ClaimInput } from '../ledger/ledger.ts'
import type { Finding, FindingMaker } from '../goods/finding.ts'
import { toHex } from '../shared/bytes.ts'
import type { Clock } from '../shared/clock.ts'
import { newReceiptId } from '../shared/ids.ts'
import type { Random } from '../shared/random.ts'
import { forgetsStatements } from '../store/postgres/engine-fault.ts'
import { timeStatement, type StatementTimes } from '../store/postgres/time-statement.ts'

/** Milliseconds. A healthy server near the service needs under ten. */
const slowMs = 50
const hour = 3_600_000

export interface ClaimTimes extends StatementTimes {
  /** False where a pooler has forgotten a statement that was prepared. */
  readonly keepsStatements: boolean
}

/** How long a claim takes, and until it is durable. A claim of a wallet that does not exist is made and rolled back, some times. */
export async function timeClaim(
  url: string,
  { clock, random, named, limitMs }: { readonly clock: Clock; readonly random: Random; readonly named: boolean; readonly limitMs: number },
): Promise<ClaimTimes> {
  const timed = async (asNamed: boolean) => ({
    ...(await timeStatement(url, claim, () => trialClaim(random, clock.now()), { clock, named: asNamed, limitMs })),
    keepsStatements: asNamed,
  })
  return timed(named).catch((error: unknown) => {
    // A busy pooler may not have shown until now that it forgets them.
    if (!named || !forgetsStatements(error)) throw error
    return timed(false)
  })
}

/** As an operator reads it; the longest part decides what to do. */
export function claimTimeFindings(make: FindingMaker, times: StatementTimes): Finding[] {
  const { wayMs, statementMs, commitMs } = times
  if (totalMs(times) <= slowMs) return []
  const longest = Math.max(wayMs, statementMs, commitMs)
  const fix =
    longest === statementMs
      ? 'give the server more CPU and memory, leave autovacuum on, and run VACUUM ANALYZE once'
      : longest === commitMs
        ? 'give the server a faster disk for its log, or take a slow standby out of synchronous_standby_names'
        : 'run the service near the database: a paid call asks it several times'
  const found = `a claim takes ${totalMs(times)} ms: ${wayMs} on the way to the server and back, ${statementMs} there, ${commitMs} until it is on disk`
  return [make.warning(found, fix)]
}

export function totalMs({ wayMs, statementMs, commitMs }: StatementTimes): number {
  return wayMs + statementMs + commitMs
}

function trialClaim(random: Random, now: number): ClaimInput & { readonly keysUntil: number } {
  const id = newReceiptId(random, now)
  const payer = toHex(random.bytes(20))
  const nonce = toHex(random.bytes(32))
  const most = 1_000
  return {
    id,
    now,
    offerId: 'trial',
    fingerprint: id,
    protocol: 'x402',
    network: 'eip155:8453',
    asset: payer,
    payer,
    payTo: payer,
    amount: 1n,
    authorization: { nonce, validAfter: 0n, validBefore: 0n, signature: nonce },
    identities: [`trial:${id}`],
    credentialHash: id,
    client: '',
    keys: [`trial:${id}`],
    keysUntil: now + hour,
    instance: 'doctor',
    leaseUntil: now,
    balance: 1n,
    block: 0n,
    freeCall: null,
    contract: false,
    unsettled: { base: most, max: most },
    unchargedRuns: { hour: '', perPayer: most, perClient: most, contractsPerClient: most, clientUnderWay: 0, settledHere: 0 },
  }
}
