import { formatUsd } from '../../shared/money.ts'
import type { PayingAccount } from '../account.ts'
import { checkConnection } from '../check-connection.ts'
import { readPriceList } from './price-list.ts'
import { draftPurchase, paymentOf } from './purchase-payment.ts'
import { sendPurchase } from './send-purchase.ts'
import type { Purchase } from './spending-book.ts'
import { chooseTerms } from './tool-terms.ts'
import type { Json } from './tool-server.ts'
import { walletAccount } from './wallet-account.ts'
import type { ToolParams, WalletParts, WalletSettings } from './wallet-parts.ts'
import * as words from './words.ts'

/** Pays for calls within the limits. Each purchase is in the book before its payment is signed. */
export interface Buyer {
  /** @param call the digest that tells one call from another */
  buy(call: string, params: ToolParams, terms: Json): Promise<Json>
  /** Null when the service refuses the old payment: it was never taken and is no longer valid, so a new one may be made. */
  resend(purchase: Purchase, params: ToolParams): Promise<Json | null>
}

export function createBuyer(settings: WalletSettings, parts: WalletParts): Buyer {
  const { server, book, clock } = parts

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

  return { buy, resend }
}
