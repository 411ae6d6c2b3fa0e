import type { NetworkId } from '../../chain/chain.ts'
import { UpstreamError } from '../../net/upstream-errors.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import type { Clock, Timers } from '../../shared/clock.ts'
import { formatUsd } from '../../shared/money.ts'
import type { Random } from '../../shared/random.ts'
import { sha256 } from '../../shared/sha256.ts'
import type { PayingAccount } from '../account.ts'
import { checkConnection } from '../check-connection.ts'
import { PaymentDeclined } from '../payment-declined.ts'
import type { SendRequest } from '../send-request.ts'
import { walletAccount } from './wallet-account.ts'
import { readPriceList } from './price-list.ts'
import { draftPurchase, paymentOf } from './purchase-payment.ts'
import { sendPurchase } from './send-purchase.ts'
import type { Purchase, SpendingBook } from './spending-book.ts'
import { chooseTerms, termsIn } from './tool-terms.ts'
import { ServerUnreachable, type Json, type ToolServer } from './tool-server.ts'
import * as words from './words.ts'

export interface WalletSettings {
  /** The base address of the service. */
  readonly service: URL
  /** Whether calls are paid at all. If not, the caller gets the terms. */
  readonly pays: boolean
  /** Signs for real money. A sandbox lends its own wallet. */
  readonly account: PayingAccount | null
  readonly limits: words.SpendLimits
  /** Pay on this network only. */
  readonly network: NetworkId | null
  /** Pay even when the terms came over plain HTTP from another machine. */
  readonly insecure: boolean
}

export interface WalletParts {
  readonly server: ToolServer
  readonly book: SpendingBook
  /** For requests to the service outside MCP. */
  readonly send: SendRequest
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
  /** Tells the person who runs the wallet. */
  readonly tell: (line: string) => void
  /** Asks the chain about payments that were signed today and have expired, and frees those that were never spent. */
  readonly releaseUnspent: () => Promise<void>
}

export interface ToolParams extends Json {
  readonly name: string
  readonly arguments?: Json
}

/** Forwards tool calls, and pays for those that ask for it. Throws only the MCP errors that the service answers. */
export function createCallTool(settings: WalletSettings, parts: WalletParts): (params: ToolParams) => Promise<Json> {
  const { server, book, clock } = parts
  /** Calls that are under way in this process. The same call made in the meantime gets the same answer, for one payment. */
  const running = new Map<string, Promise<Json>>()

  async function payCall(call: string, params: ToolParams): Promise<Json> {
    try {
      const open = book.open(call)
      return (open && (await resend(open, params))) ?? (await askAndPay(call, params))
    } catch (error) {
      if (error instanceof PaymentDeclined) return words.errorResult(words.declined(error), error.code)
      if (!(error instanceof ServerUnreachable) && !(error instanceof UpstreamError)) throw error
      const open = book.open(call)
      return open ? words.errorResult(words.unknownOutcome(open, error.message), 'open') : unreachable(error)
    }
  }

  async function askAndPay(call: string, params: ToolParams): Promise<Json> {
    const result = await server.request('tools/call', params)
    const terms = termsIn(result)
    return terms ? buy(call, params, terms) : result
  }

  async function buy(call: string, params: ToolParams, terms: Json): Promise<Json> {
    const { service, limits, network } = settings
    checkConnection(service, settings.insecure)
    const list = await readPriceList(server)
    const account = await walletAccount(settings, list.world, parts.send)
    const chosen = chooseTerms(terms, { tool: params.name, network, perCall: limits.perCall, list })
    const purchase = draftPurchase(chosen, { call, world: list.world, tool: params.name, account }, parts)
    // The wallet that a sandbox lends identifies it: after a restart it is another sandbox.
    const payee = list.world === 'sandbox' ? `${service.origin} ${account.address}` : service.origin
    const reserve = () => book.reserve(purchase, { perDay: limits.perDay, service: payee }, clock.now())
    let reservation = reserve()
    if (reservation.kind === 'over') {
      await parts.releaseUnspent()
      reservation = reserve()
    }
    switch (reservation.kind) {
      case 'over':
        return words.errorResult(words.overDayLimit(purchase.amount, reservation, limits), 'day_limit')
      case 'other_payee':
        return words.errorResult(words.otherPayee(reservation.known, purchase.payTo), 'terms_changed')
      case 'open':
        return (
          (await resend(reservation.purchase, params)) ??
          words.errorResult('Another process paid for this call, and the service refused that payment.', 'refused')
        )
      case 'reserved':
        return (await send(reservation.purchase, account, params)).result
    }
  }

  /** Null when the service refuses the old payment: it was never taken and is no longer valid, so a new one may be made. */
  async function resend(purchase: Purchase, params: ToolParams): Promise<Json | null> {
    const { world } = await readPriceList(server)
    const account = await walletAccount(settings, world, parts.send)
    if (world !== purchase.world || account.address !== purchase.payer) {
      book.close(purchase.id, 'refused', clock.now())
      return null
    }
    const { kind, result } = await send(purchase, account, params)
    return kind === 'refused' ? null : result
  }

  async function send(purchase: Purchase, account: PayingAccount, params: ToolParams) {
    const payment = await paymentOf(purchase, account)
    const sent = await sendPurchase({ params, id: purchase.id, payment }, parts)
    const { tool, amount, network } = purchase
    parts.tell(`${sent.kind}: ${formatUsd(amount)} USDC (${purchase.world}) on ${network} for ${tool}, payment ${purchase.id}`)
    if (sent.kind === 'open') return { kind: sent.kind, result: words.errorResult(words.unknownOutcome(purchase, sent.reason), 'open') }
    book.close(purchase.id, sent.kind, clock.now())
    const day = book.spending(purchase.world, clock.now())
    const sentence = words.outcomeWords(purchase, sent.kind, day, settings.limits)
    return { kind: sent.kind, result: words.withWords(sent.result, sentence) }
  }

  function unreachable(error: Error): Json {
    return words.errorResult(
      `The service at ${settings.service.origin} does not answer (${error.message}). Nothing was signed. Try again later.`,
      'unreachable',
    )
  }

  async function callUnpaid(params: ToolParams): Promise<Json> {
    try {
      return await server.request('tools/call', params)
    } catch (error) {
      if (error instanceof ServerUnreachable) return unreachable(error)
      throw error
    }
  }

  return (params) => {
    if (!settings.pays) return callUnpaid(params)
    const call = sha256(canonicalJson([settings.service.href, settings.account?.address ?? null, params.name, params.arguments ?? {}]))
    const known = running.get(call)
    if (known) return known
    const made = payCall(call, params).finally(() => running.delete(call))
    running.set(call, made)
    return made
  }
}
