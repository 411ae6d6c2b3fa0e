import { LRUCache } from 'lru-cache'
import { RpcUnreachable, type Chain, type Chains, type NetworkId } from '../../chain/chain.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import { engineDownReason } from '../../ledger/refunds/refundable.ts'
import type { RefundWallet } from '../../settler/signer.ts'
import type { SettlementCosts } from '../../settler/settlement-cost.ts'
import type { Settler } from '../../settler/settler.ts'
import type { Hex } from '../../shared/bytes.ts'
import { unixSeconds, utcDay, type Clock } from '../../shared/clock.ts'
import { newReceiptId } from '../../shared/ids.ts'
import type { Log } from '../../shared/log.ts'
import type { Metrics } from '../../shared/metrics.ts'
import { formatUsd } from '../../shared/money.ts'
import type { Random } from '../../shared/random.ts'
import { sha256 } from '../../shared/sha256.ts'
import { alarmFields } from '../../shared/alarm.ts'

/** Why a payment was not given back; it stays as it is. */
export type NotGivenBack =
  | 'no_such_receipt'
  | 'no_credit'
  | 'not_final'
  | 'over_day_limit'
  | 'over_payer_limit'
  | 'network_unavailable'
  | 'cost_unknown'
  | 'worth_less_than_its_cost'
  | 'wallet_empty'
  | 'paid_already'

export type GiveBackResult =
  | { readonly result: 'asked'; readonly refund: string; readonly net: bigint }
  | { readonly result: 'not_given_back'; readonly why: NotGivenBack }

export interface RefundRules {
  /** Credits that were begun so often can't be used any more. */
  readonly maxRuns: number
  /** Milliseconds after which a credit that was left unused is given back without an order. */
  readonly afterMs: number
  /** Per UTC day in all and to one payer, in base units, before costs. */
  readonly limits: { readonly perDay: bigint; readonly perPayer: bigint }
}

/** What giving a payment back would do now. Amounts in base units. */
export type RefundPlan =
  | {
      readonly result: 'possible'
      readonly to: string
      readonly network: string
      readonly amount: bigint
      readonly cost: bigint
      readonly net: bigint
    }
  | Extract<GiveBackResult, { readonly result: 'not_given_back' }>

/** Gives payments back whose answer failed on our side: credits that can't be used, were left unused, or paid for an engine that failed. */
export interface Refunds {
  /** Gives this payment back, on the operator's order. */
  giveBack(receipt: string): Promise<GiveBackResult>
  /** Says what that would do, and does nothing. The limits of the day and the balance of the wallet are known only when it is done. */
  plan(receipt: string): Promise<RefundPlan>
  /** One round: ends refunds that are final or impossible, and gives back what is due. */
  round(): Promise<void>
}

export interface RefundParts {
  readonly ledger: Pick<Ledger, 'find' | 'refundable' | 'askRefund' | 'endRefunds'>
  readonly settler: Pick<Settler, 'settle' | 'canSettle' | 'networks'>
  readonly chains: Chains
  readonly wallet: RefundWallet
  /** What sending costs, which the payer bears; null where it costs nothing. */
  readonly costs: Pick<SettlementCosts, 'figures'> | null
  readonly rules: RefundRules
  readonly instance: string
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly metrics: Metrics
}

/**
 * A refund is valid for so long, and the settler tries it all the time. After as long again nothing of it can turn up on a chain any
 * more. The payment is a credit again only then, since it must not buy an answer while its refund can still be made.
 */
const validSeconds = 3_600n
const leaseMs = 30_000
const roundLimit = 100
/** The operator has to do something about these; the others pass, or are as the settings want them. */
const needHelp: ReadonlySet<NotGivenBack> = new Set(['wallet_empty', 'paid_already'])

export function createRefunds(parts: RefundParts): Refunds {
  const { ledger, settler, chains, costs, rules, clock } = parts
  const log = parts.log.child({ part: 'refunds' })
  const ended = parts.metrics.counter('farthing_refunds_total', 'Refunds by network and outcome.', ['network', 'outcome'])
  const alarms = parts.metrics.counter('farthing_refund_alarms_total', 'Payments that could not be given back, by reason.', ['reason'])
  const told = new LRUCache<string, true>({ max: 10_000 })

  async function giveBack(receipt: string, reason: string): Promise<GiveBackResult> {
    const credit = await ledger.find(receipt)
    if (credit === undefined) return not('no_such_receipt')
    return askFor(credit, reason)
  }

  /** Whether a credit can be given back now, and at which cost. */
  function judge(
    credit: Payment,
  ): Extract<GiveBackResult, { result: 'not_given_back' }> | { readonly chain: Chain; readonly cost: bigint } {
    const chain = chains.get(credit.network as NetworkId)
    if (credit.state !== 'credit' || credit.timing !== 'first') return not('no_credit')
    if (!credit.final) return not('not_final')
    if (!chain || !settler.canSettle(credit.network, { amount: 0n })) return not('network_unavailable')
    const cost = costs === null ? 0n : costs.figures(chain.network.id)?.perPayment
    if (cost === undefined) return not('cost_unknown')
    return credit.amount <= cost ? not('worth_less_than_its_cost') : { chain, cost }
  }

  async function plan(receipt: string): Promise<RefundPlan> {
    const credit = await ledger.find(receipt)
    if (credit === undefined) return not('no_such_receipt')
    const judged = judge(credit)
    if ('result' in judged) return judged
    const { payer: to, network, amount } = credit
    return { result: 'possible', to, network, amount, cost: judged.cost, net: amount - judged.cost }
  }

  async function askFor(credit: Payment, reason: string): Promise<GiveBackResult> {
    const judged = judge(credit)
    if ('result' in judged) return judged
    return signAndAsk(judged.chain, credit, credit.amount - judged.cost, reason).catch((error: unknown) => {
      if (error instanceof RpcUnreachable) return not('network_unavailable')
      throw error
    })
  }

  async function signAndAsk(chain: Chain, credit: Payment, net: bigint, reason: string): Promise<GiveBackResult> {
    const { wallet, instance, random } = parts
    const nonce = refundNonce(credit.id)
    const { balance, block, authorizationUsed } = await chain.payerState(wallet.address, nonce, { fresh: true })
    // Another ledger with the same wallet, or this one before it was restored from a copy.
    if (authorizationUsed) return not('paid_already')
    if (balance < net) return not('wallet_empty')
    const now = clock.now()
    const validBefore = BigInt(unixSeconds(clock)) + validSeconds
    const signed = wallet.sign(chain.network, { to: credit.payer, value: net, validAfter: 0n, validBefore, nonce })
    const asked = await ledger.askRefund({
      credit,
      day: utcDay(now),
      at: now,
      reason,
      limits: rules.limits,
      refund: {
        id: newReceiptId(random, now),
        from: wallet.address,
        net,
        authorization: { nonce, validAfter: 0n, validBefore, signature: signed.signature },
        instance,
        leaseUntil: now + leaseMs,
        claimBlock: block,
      },
    })
    if (asked.result === 'no_credit') return not('no_credit')
    if (asked.result === 'over_limit') return not(asked.by === 'day' ? 'over_day_limit' : 'over_payer_limit')
    await settler.settle(asked.payment, 0)
    log.info({ payment: credit.id, refund: asked.payment.id, usdc: formatUsd(net), reason }, 'a payment is given back')
    return { result: 'asked', refund: asked.payment.id, net }
  }

  function tell(credit: Payment, why: NotGivenBack): void {
    const once = `${credit.id} ${why}`
    if (told.has(once)) return
    told.set(once, true)
    alarms.add({ reason: why })
    const fields = { payment: credit.id, why, usdc: formatUsd(credit.amount) }
    if (needHelp.has(why))
      log.error({ ...alarmFields('refund_fails'), ...fields }, 'a credit that is due cannot be given back: it is tried again')
    else log.warn(fields, 'a credit is not given back now')
  }

  async function endRefunds(): Promise<void> {
    for (const refund of await ledger.endRefunds({ closedBefore: BigInt(unixSeconds(clock)) - validSeconds })) {
      ended.add({ network: refund.network, outcome: refund.outcome ?? '' })
      if (refund.outcome === 'failed') log.error({ payment: refund.paymentId, refund: refund.id }, 'a refund could not be sent')
    }
  }

  return {
    giveBack: (receipt) => giveBack(receipt, 'ordered'),
    plan,
    async round() {
      await endRefunds()
      const { maxRuns, afterMs } = rules
      for (const credit of await ledger.refundable({ maxRuns, unusedSince: clock.now() - afterMs, limit: roundLimit })) {
        const answer = await askFor(credit, reasonToGiveBack(credit, maxRuns))
        if (answer.result === 'not_given_back') tell(credit, answer.why)
      }
    },
  }
}

function reasonToGiveBack({ runs, reason }: Payment, maxRuns: number): string {
  if (runs >= maxRuns) return 'used_up'
  return reason === engineDownReason ? 'engine_failed' : 'unused'
}

/** The same for every attempt with a payment, so the token itself lets one of them through at most. */
export function refundNonce(receipt: string): Hex {
  return `0x${sha256(`refund of ${receipt}`)}`
}

function not(why: NotGivenBack): Extract<GiveBackResult, { result: 'not_given_back' }> {
  return { result: 'not_given_back', why }
}
