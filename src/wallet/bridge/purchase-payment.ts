import { findNetwork } from '../../chain/networks.ts'
import { encodePaymentSignature } from '../../payments/x402/encode-payment.ts'
import { toHex } from '../../shared/bytes.ts'
import { unixSeconds, type Clock } from '../../shared/clock.ts'
import type { Random } from '../../shared/random.ts'
import type { PayingAccount } from '../account.ts'
import { parseObject } from '../parse-object.ts'
import { maxValidSeconds, signAuthorization } from '../sign-authorization.ts'
import type { MoneyWorld, Purchase } from './spending-book.ts'
import type { ChosenTerms } from './tool-terms.ts'
import type { Json } from './tool-server.ts'

/** A purchase for chosen terms, not signed yet. */
export function draftPurchase(
  { required, accepted }: ChosenTerms,
  about: { readonly call: string; readonly world: MoneyWorld; readonly tool: string; readonly account: PayingAccount },
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Purchase {
  return {
    id: Buffer.from(random.bytes(16)).toString('hex'),
    call: about.call,
    world: about.world,
    tool: about.tool,
    payer: about.account.address,
    network: accepted.network,
    payTo: accepted.payTo,
    amount: accepted.amount,
    nonce: toHex(random.bytes(32)),
    validBefore: BigInt(unixSeconds(clock) + Math.min(accepted.maxTimeoutSeconds, maxValidSeconds)),
    terms: JSON.stringify({ resource: required.resource, extensions: required.extensions, accepted: accepted.raw }),
  }
}

/**
 * The payment of a purchase, as `_meta["x402/payment"]` takes it. Signatures are deterministic, so each time it comes out the
 * same to the byte. Even if it did not, only one of the payments under its nonce could be spent.
 */
export async function paymentOf(purchase: Purchase, account: PayingAccount): Promise<Json> {
  const network = findNetwork(purchase.network)
  if (!network) throw new Error(`the network ${purchase.network} of a purchase is no longer known`)
  const { resource, extensions, accepted } = parseObject(Buffer.from(purchase.terms)) as Readonly<Record<string, Json>>
  const authorization = await signAuthorization(account, network, {
    from: purchase.payer,
    to: purchase.payTo,
    value: purchase.amount,
    // Valid from the start of Unix time, because the clocks of payer and chain differ.
    validAfter: 0n,
    validBefore: purchase.validBefore,
    nonce: purchase.nonce,
  })
  const encoded = encodePaymentSignature({
    required: { resource: resource ?? {}, extensions: extensions ?? {} },
    accepted: { raw: accepted ?? {} },
    authorization,
    paymentIdentifier: purchase.id,
  })
  return parseObject(Buffer.from(encoded, 'base64'))
}
