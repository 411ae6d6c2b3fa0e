import type { AuditedEvent } from '../../ledger/reading/find-payments.ts'
import type { LedgerReading } from '../../ledger/reading/ledger-reading.ts'
import type { PayerStatus } from '../../ledger/reading/payer-status.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import { utcHour } from '../../shared/clock.ts'
import { formatUsd } from '../../shared/money.ts'
import { countOf } from '../../shared/plural.ts'

/** An answer other than the one that was asked for, and how often it was given. */
export interface Told {
  readonly code: string
  readonly said: string
  readonly fix: string
  readonly offer: string
  readonly times: number
  /** Milliseconds since the epoch. */
  readonly lastAt: number
}

/** What the running service says of a wallet: its settings, and what lists, contracts and networks say now. */
export interface ServiceView {
  readonly refusesSanctioned: boolean
  /** Of each network; empty where payers are not screened. */
  readonly screening: readonly { readonly network: string; readonly verdict: string; readonly by: string | null }[]
  /** Networks on which nothing can be settled now, with the reason. */
  readonly held: readonly { readonly network: string; readonly reason: string }[]
  /** What payments that name it were told since this process started, the newest first. */
  readonly told: readonly Told[]
  /** False where the sandbox takes no payments of this wallet. */
  readonly admitted: boolean
  readonly limits: {
    readonly unchargedRunsPerHour: number
    readonly unsettledPayments: number
    readonly maxUnsettledPayments: number
    readonly freeCallsPerDay: number
  }
}

export interface Objection {
  /** What the wallet is told, in a sentence. */
  readonly why: string
  /** What makes it end. */
  readonly fix: string
}

export interface PayerExplanation {
  readonly payer: string
  /** Why the next payment of this wallet would be refused; empty where nothing on record speaks against it. */
  readonly objections: readonly Objection[]
  /** What payments that name it were told of late, the newest first. They need not have come from the wallet itself. */
  readonly told: readonly (Omit<Told, 'lastAt'> & { readonly at: string })[]
  /** What is on record besides. */
  readonly facts: readonly string[]
  /** Its last payments that ended badly, the newest first. */
  readonly refused: readonly { readonly receipt: string; readonly state: string; readonly reason: string | null; readonly at: string }[]
  /** What this command can't know. */
  readonly unknown: readonly string[]
}

/** One view of several workers, which differ in what they told the wallet. Null without any. */
export function joinViews([first, ...others]: readonly ServiceView[]): ServiceView | null {
  if (!first) return null
  const told = new Map<string, Told>()
  for (const one of [first, ...others].flatMap((view) => view.told).toSorted((a, b) => b.lastAt - a.lastAt)) {
    const newer = told.get(one.code)
    told.set(one.code, newer ? { ...newer, times: newer.times + one.times } : one)
  }
  return { ...first, told: [...told.values()] }
}

const bad: ReadonlySet<Payment['state']> = new Set(['refused', 'owed', 'reversed', 'released'])
const recent = 500
const shown = 10

/** Why a wallet was refused, or would be now. */
export async function explainPayer(
  reading: Pick<LedgerReading, 'payerStatus' | 'listPayments' | 'auditOf'>,
  payer: string,
  { now, service }: { readonly now: number; readonly service: ServiceView | null },
): Promise<PayerExplanation> {
  const standing = await reading.payerStatus({ payer, now, hour: utcHour(now) })
  const last = await reading.listPayments({ payer, state: null, offer: null, since: 0, before: null, limit: recent })
  const audit = await reading.auditOf({ subject: payer })
  return {
    payer,
    objections: [...recordedObjections(standing, service), ...(service === null ? [] : serviceObjections(service))],
    told: (service?.told ?? []).map(({ lastAt, ...told }) => ({ ...told, at: new Date(lastAt).toISOString() })),
    facts: factsOf(standing, audit),
    refused: last
      .filter(({ state }) => bad.has(state))
      .slice(0, shown)
      .map(({ id, state, reason, claimedAt }) => ({ receipt: id, state, reason, at: new Date(claimedAt).toISOString() })),
    unknown: [
      'A payment that was refused before it was claimed (wrong price, expired window, bad signature, too little balance) is not in the ledger. The service remembers it until it ends, each instance its own; the log has twenty a minute ("payment refused").',
      'A bare transaction hash names no wallet before its chain was asked, so such refusals are found in the log only.',
      'The free daily quota and the rate limit count by client address and not by wallet.',
      ...(service === null
        ? ['No service answers on this DATA_DIR, so its limits, its networks and the screening of sanctions are not known here.']
        : []),
    ],
  }
}

function recordedObjections({ barred, owing, unsettled, unchargedRuns, history }: PayerStatus, service: ServiceView | null): Objection[] {
  const found: Objection[] = []
  if (barred) {
    const until = new Date(barred.until).toISOString()
    found.push({
      why: `It is barred until ${until}: an earlier payment of it could not be settled (${barred.reason}).`,
      fix: `Nothing: it may pay again after ${until}.`,
    })
  }
  if (owing !== null)
    found.push({
      why: `It owes the answer of receipt ${owing}, which was sent before its settlement and could not be collected.`,
      fix: `It pays what it owes: GET /v1/receipts/${owing}/payment has the terms.`,
    })
  if (service === null) return found
  const { limits } = service
  const maxUnsettled = Math.min(limits.maxUnsettledPayments, limits.unsettledPayments + history.settled)
  if (unsettled.payments >= maxUnsettled)
    found.push({
      why: `${countOf(unsettled.payments, 'payment')} of it are not settled yet, and ${maxUnsettled} may be.`,
      fix: 'They settle by themselves; farthing ledger list --payer shows them. UNSETTLED_PAYMENTS sets the bound of a new wallet.',
    })
  if (unchargedRuns >= limits.unchargedRunsPerHour)
    found.push({
      why: `It had ${countOf(unchargedRuns, 'uncharged call')} this hour, and ${limits.unchargedRunsPerHour} are allowed.`,
      fix: 'Nothing: the next UTC hour counts anew. UNCHARGED_RUNS_PER_HOUR sets the limit.',
    })
  return found
}

function serviceObjections({ refusesSanctioned, screening, held, admitted }: ServiceView): Objection[] {
  const found: Objection[] = []
  if (!admitted)
    found.push({
      why: 'The sandbox did not fund this wallet, so it takes no payments of it.',
      fix: 'POST /sandbox/faucet with its address.',
    })
  for (const { network, verdict, by } of screening) {
    if (verdict === 'sanctioned')
      found.push({
        why: `It is named by ${by ?? 'a list of sanctions'} (paying on ${network}).`,
        fix: 'It must pay from another wallet. REFUSE_SANCTIONED_PAYERS decides whether payers are screened.',
      })
    if (verdict === 'unknown' && refusesSanctioned)
      found.push({
        why: `A list or contract could not be asked about it on ${network}, so its payments there are not taken.`,
        fix: 'It passes when lists and nodes answer: /status shows them.',
      })
  }
  for (const { network, reason } of held)
    found.push({ why: `Nothing can be settled on ${network} now (${reason}), for any wallet.`, fix: 'See /status and the log.' })
  return found
}

function factsOf({ unsettled, history, freeCall, hasPaid, boundOnly, credits }: PayerStatus, audit: readonly AuditedEvent[]): string[] {
  const free = { used: 'Its first call free is used.', left: 'Its first call free may still be used.', none: '' }[freeCall]
  return [
    hasPaid ? 'It has paid here.' : 'It has never paid here.',
    ...(history.ended > 0
      ? [`${countOf(history.settled, 'archived payment')} of ${history.ended} were settled, ${formatUsd(history.settledAmount)} USDC.`]
      : []),
    ...(free === '' ? [] : [free]),
    ...(unsettled.payments > 0
      ? [`${countOf(unsettled.payments, 'payment')} of ${formatUsd(unsettled.amount)} USDC are not settled yet.`]
      : []),
    ...(credits.payments > 0
      ? [`It has ${countOf(credits.payments, 'credit')} of ${formatUsd(credits.amount)} USDC: paid and not answered yet.`]
      : []),
    ...(boundOnly
      ? ['It was answered twice for one transfer, so bare transaction hashes of it are not taken any more: it must prove transfers.']
      : []),
    ...audit.map(
      ({ kind, detail }) =>
        `On record: ${kind.replaceAll('_', ' ')} (${Object.entries(detail)
          .map(([name, value]) => `${name} ${value}`)
          .join(', ')}).`,
    ),
  ]
}

/** The story for a terminal. */
export function payerText({ payer, objections, told, facts, refused, unknown }: PayerExplanation): string {
  return [
    objections.length === 0 ? `${payer}: nothing on record speaks against its next payment.` : `${payer} is refused:`,
    ...objections.flatMap(({ why, fix }) => [`  why     ${why}`, `  fix     ${fix}`]),
    ...told.flatMap(({ at, code, said, fix, offer, times }) => [
      `  told    ${at} ${offer}: ${said} [${code}]${times === 1 ? '' : `, ${times} times`}`,
      `  fix     ${fix}`,
    ]),
    ...facts.map((fact) => `  fact    ${fact}`),
    ...refused.map(
      ({ receipt, state, reason, at }) => `  ended   ${at} receipt ${receipt}: ${state}${reason === null ? '' : ` (${reason})`}`,
    ),
    ...unknown.map((what) => `  note    ${what}`),
    '',
  ].join('\n')
}
