import type { Hono } from 'hono'
import type { Figure } from '../../ledger/refunds/credit-figures.ts'
import type { PriceStanding } from '../../offers/offer-prices.ts'
import type { CreditStatus } from '../../operate/refunds/credit-report.ts'
import type { Clock } from '../../shared/clock.ts'
import type { IndexStatus } from '../../shared/index-status.ts'
import { formatUsd } from '../../shared/money.ts'
import type { PageFacts } from '../console/page-frame.ts'
import { pageResponse } from '../console/page-response.ts'
import { statusPage } from '../console/pages/status-page.ts'
import { wantsPage } from '../console/wants-page.ts'
import { commonHeaders } from './headers.ts'
import type { StatusHistory } from './status-history.ts'

/** The state of a source, as its adapter reports it. */
export interface SourceStatus {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly off: string | null
  readonly breaker: string
  readonly lastSuccess: string | null
  readonly lastError: string | null
  readonly latencyMs: number | null
  readonly quota: SourceQuota | null
}

/** Where a source counts requests by the hour or longer, or says that our plan is used up. */
interface SourceQuota {
  readonly plan: { readonly left: number; readonly requests: number; readonly perSeconds: number } | null
  readonly usedUp: boolean
  readonly againAt: string | null
}

export interface StatusParts {
  readonly page: PageFacts
  /** What was counted of the last 90 days, for the page. */
  history(): Promise<StatusHistory | null>
  readonly clock: Clock
  readonly health: { ready(): { readonly ready: boolean; readonly checks: Readonly<Record<string, string>> } }
  readonly networks: readonly { readonly id: string; readonly name: string }[]
  /** Why nothing can be settled on a network now; null where it can. */
  heldBy(network: string): string | null
  sources(): readonly SourceStatus[]
  indexes(): readonly IndexStatus[]
  /** What early answers put at risk; undefined where every answer waits for its settlement. */
  earlyAnswers?(): EarlyAnswersStatus | undefined
  /** What payers are owed as credits; undefined where there can be none. */
  credits?(): CreditStatus | undefined
  /** Prices that the operator ordered. */
  prices?(): readonly PriceStanding[]
  /** Whether answers are made from simulated data. */
  readonly simulated: boolean
  readonly playMoney: boolean
  /** Real networks that are only read, beside those of payments; empty where answers are read from those. */
  readonly readNetworks: readonly { readonly id: string; readonly name: string; readonly check: string }[]
}

/** Amounts in base units. */
interface EarlyAnswersStatus {
  readonly settings: { readonly perPayer: bigint; readonly perClient: bigint; readonly perDay: bigint }
  readonly open: bigint
  readonly lost: bigint
  readonly owedPayments: number
  readonly owedAmount: bigint
}

/**
 * `ok`; `unasked`: no request since the start; `failing`: the last request failed; `paused`: it asked us to wait; `down`: it
 * failed so often that it gets no requests for a while; `off`.
 */
type SourceState = 'ok' | 'unasked' | 'failing' | 'paused' | 'down' | 'off'

const cachedMs = 1_000

/** `GET /status`: the state of everything that answers depend on. It is public, and holds nothing that callers may not know. */
export function statusRoute(app: Hono, parts: StatusParts): void {
  let written: { readonly at: number; readonly text: string } | null = null
  const headers = { ...commonHeaders, 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=1', Vary: 'Accept' }
  app.get('/status', async ({ req: { raw } }) => {
    const now = parts.clock.now()
    // After the clock was set back, an old answer must not be kept until it catches up.
    if (!written || Math.abs(now - written.at) >= cachedMs) written = { at: now, text: JSON.stringify(statusOf(parts, now)) }
    const { text } = written
    if (wantsPage(raw.headers.get('accept')))
      return pageResponse(statusPage(JSON.parse(text) as Record<string, unknown>, await parts.history(), parts.page), parts.page.publicUrl)
    return new Response(text, { headers })
  })
}

function statusOf(
  { health, networks, heldBy, sources, indexes, earlyAnswers, credits, prices, simulated, playMoney, readNetworks }: StatusParts,
  now: number,
) {
  const { ready, checks } = health.ready()
  const network = networks.map(({ id, name }) => ({ network: id, name, state: checks[id] ?? 'unchecked', settlement: heldBy(id) ?? 'ok' }))
  const read = readNetworks.map(({ id, name, check }) => ({ network: id, name, state: checks[check] ?? 'unchecked' }))
  const source = sources().map((one) => ({
    id: one.id,
    name: one.name,
    state: stateOf(one),
    off: one.off,
    breaker: one.breaker,
    lastSuccess: one.lastSuccess,
    lastError: one.lastError,
    latencyMs: one.latencyMs,
    // Undefined, so left out, where it has none.
    quota: quotaMembers(one.quota),
  }))
  const index = indexes()
  const impaired =
    checks['facilitator'] === 'failed' ||
    checks['clock'] === 'failed' ||
    network.some(({ state, settlement }) => state === 'failed' || settlement !== 'ok') ||
    read.some(({ state }) => state === 'failed') ||
    index.some(({ state }) => state === 'failing') ||
    source.some(({ state, quota }) => ['failing', 'paused', 'down'].includes(state) || quota?.usedUp === true)
  return {
    status: ready ? (impaired ? 'degraded' : 'ok') : 'down',
    at: new Date(now).toISOString(),
    simulated,
    playMoney,
    process: checks['process'] ?? 'unchecked',
    ledger: checks['ledger'] ?? 'unchecked',
    // `failed`: the clock of the machine is off, so valid payments may be refused.
    clock: checks['clock'],
    // `failed`: nothing with a price can be sold at this moment.
    sales: checks['sales'],
    // Undefined, so left out, where we send the settlements ourselves.
    facilitator: checks['facilitator'],
    networks: network,
    // Undefined, so left out, where answers are read from the networks of the payments.
    readNetworks: read.length > 0 ? read : undefined,
    sources: source,
    indexes: index,
    earlyAnswers: earlyMembers(earlyAnswers?.()),
    credits: creditMembers(credits?.()),
    // Undefined, so left out, where all prices are the declared ones.
    prices: priceMembers(prices?.() ?? []),
  }
}

function quotaMembers(quota: SourceQuota | null) {
  if (quota === null) return undefined
  const { plan, usedUp, againAt } = quota
  return { usedUp, againAt, ...plan }
}

function priceMembers(prices: readonly PriceStanding[]) {
  if (prices.length === 0) return undefined
  return prices.map(({ offerId, price, since, version, next }) => ({
    offer: offerId,
    usd: formatUsd(price),
    since: since === null ? null : new Date(since).toISOString(),
    version,
    next: next && { usd: formatUsd(next.price), from: new Date(next.from).toISOString(), version: next.version },
  }))
}

function earlyMembers(early: EarlyAnswersStatus | undefined) {
  if (early === undefined) return undefined
  const { settings, open, lost, owedPayments, owedAmount } = early
  return {
    limitPerPayerUsd: formatUsd(settings.perPayer),
    limitPerClientUsd: formatUsd(settings.perClient),
    limitPerDayUsd: formatUsd(settings.perDay),
    openUsd: formatUsd(open),
    lostTodayUsd: formatUsd(lost),
    owedUsd: formatUsd(owedAmount),
    owedPayments,
  }
}

function creditMembers(status: CreditStatus | undefined) {
  if (status === undefined) return undefined
  const { limits, networks } = status
  const asked = networks.reduce((sum, { asked: { amount } }) => sum + amount, 0n)
  const members = ({ payments, amount }: Figure) => ({ payments, usd: formatUsd(amount) })
  return {
    // Null: nothing is given back.
    limitPerDayUsd: limits === null ? null : formatUsd(limits.perDay),
    limitPerPayerPerDayUsd: limits === null ? null : formatUsd(limits.perPayer),
    askedTodayUsd: formatUsd(asked),
    networks: networks.map(({ network, waiting, refunding, refunded }) => ({
      network,
      waiting: members(waiting),
      refunding: members(refunding),
      refundedToday: members(refunded),
    })),
  }
}

/** Answers to a request for something that the source does not have: they do not mean that it fails. */
const notFoundErrors = new Set(['rejected_400', 'rejected_404', 'rejected_410', 'rejected_422'])

function stateOf({ enabled, breaker, lastSuccess, lastError }: SourceStatus): SourceState {
  if (!enabled) return 'off'
  if (breaker === 'open') return 'down'
  if (breaker === 'paused') return 'paused'
  if (lastError !== null && !notFoundErrors.has(lastError)) return 'failing'
  return lastSuccess === null && lastError === null ? 'unasked' : 'ok'
}
