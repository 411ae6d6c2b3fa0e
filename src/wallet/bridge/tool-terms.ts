import type { NetworkId } from '../../chain/chain.ts'
import { findNetwork, isKnownDomain } from '../../chain/networks.ts'
import { encodeBase64Json } from '../../payments/wire/base64-json.ts'
import { decodePaymentRequired, type PayableRequirement, type PaymentRequired } from '../../payments/x402/decode-required.ts'
import { formatUsd } from '../../shared/money.ts'
import { chooseRequirement } from '../choose-requirement.ts'
import { PaymentDeclined } from '../payment-declined.ts'
import { checkPrice } from '../spend-limit.ts'
import type { PriceList } from './price-list.ts'
import type { Json } from './tool-server.ts'

/** The terms in a result that asks for payment (x402 version 2), unchanged; null for any other result. */
export function termsIn(result: Json): Json | null {
  const terms = result['structuredContent']
  if (result['isError'] !== true || typeof terms !== 'object' || terms === null) return null
  return Array.isArray((terms as Json)['accepts']) && (terms as Json)['x402Version'] === 2 ? (terms as Json) : null
}

export interface ChosenTerms {
  readonly required: PaymentRequired
  readonly accepted: PayableRequirement
}

/**
 * The entry to pay: canonical USDC on a network that we know, with the EIP-712 domain that we know for its token, at no more
 * than the listed price and the limit of a call.
 * @throws PaymentDeclined
 */
export function chooseTerms(
  terms: Json,
  wish: { readonly tool: string; readonly network: NetworkId | null; readonly perCall: bigint; readonly list: PriceList },
): ChosenTerms {
  const decoded = decodePaymentRequired(encodeBase64Json(terms))
  if (!decoded.ok) throw new PaymentDeclined('not_payable', `the service's terms can't be read: ${decoded.reason}`)
  const { required } = decoded
  const accepted = chooseRequirement(required.accepts.filter(hasKnownDomain), wish.network)
  const listed = wish.list.prices.get(wish.tool)
  if (listed === undefined) throw new PaymentDeclined('terms_changed', "the service's price list does not contain this tool")
  if (accepted.amount > listed) {
    const [asked, price] = [formatUsd(accepted.amount), formatUsd(listed)]
    throw new PaymentDeclined('terms_changed', `the service asks for ${asked} USDC, but its price list says ${price} USDC`)
  }
  checkPrice(accepted.amount, wish.perCall)
  return { required, accepted }
}

function hasKnownDomain({ network, domain }: PayableRequirement): boolean {
  const known = findNetwork(network)
  return known !== undefined && isKnownDomain(known, domain)
}
