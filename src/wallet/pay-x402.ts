import type { UpstreamResponse } from '../net/exchange.ts'
import { decodePaymentRequired, type PayableRequirement, type PaymentRequired } from '../payments/x402/decode-required.ts'
import { encodePaymentSignature } from '../payments/x402/encode-payment.ts'
import { toHex, type Hex } from '../shared/bytes.ts'
import { unixSeconds, type Clock } from '../shared/clock.ts'
import type { Random } from '../shared/random.ts'
import { chooseRequirement } from './choose-requirement.ts'
import { PaymentDeclined } from './payment-declined.ts'
import { maxValidSeconds, signAuthorization } from './sign-authorization.ts'
import type { WayOfPaying } from './way-of-paying.ts'

interface X402Parts {
  readonly clock: Clock
  readonly random: Random
}

/** x402 version 2, scheme `exact`: an EIP-3009 authorization in PAYMENT-SIGNATURE, which the service settles. */
export function payX402(parts: X402Parts): WayOfPaying {
  return {
    askFor: () => ({}),
    readTerms(answer, wanted) {
      const required = readRequired(answer)
      const accepted = chooseRequirement(required.accepts, wanted)
      return {
        network: accepted.network,
        amount: accepted.amount,
        async sign({ account, idempotencyKey }) {
          const authorization = await signAuthorization(account, accepted, transferFor(accepted, account.address, parts))
          const value = encodePaymentSignature({ required, accepted, authorization, paymentIdentifier: idempotencyKey })
          return { credential: { header: 'PAYMENT-SIGNATURE', value }, transaction: null }
        },
      }
    },
  }
}

function readRequired(answer: UpstreamResponse): PaymentRequired {
  const header = answer.header('payment-required')
  if (header === null)
    throw new PaymentDeclined('not_payable', 'the service asks for payment but does not say how (there is no PAYMENT-REQUIRED header)')
  const decoded = decodePaymentRequired(header)
  if (!decoded.ok) throw new PaymentDeclined('not_payable', `the service's terms can't be read: ${decoded.reason}`)
  return decoded.required
}

/** A transfer of exactly the amount asked for, valid until the service's time-out, under a random nonce. */
function transferFor({ payTo, amount, maxTimeoutSeconds }: PayableRequirement, from: Hex, { clock, random }: X402Parts) {
  return {
    from,
    to: payTo,
    value: amount,
    // Valid from the start of Unix time, because the clocks of payer and chain differ.
    validAfter: 0n,
    validBefore: BigInt(unixSeconds(clock) + Math.min(maxTimeoutSeconds, maxValidSeconds)),
    nonce: toHex(random.bytes(32)),
  }
}
