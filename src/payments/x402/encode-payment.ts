import type { Authorization } from '../../chain/chain.ts'
import { encodeBase64Json } from '../wire/base64-json.ts'
import type { PayableRequirement, PaymentRequired } from './decode-required.ts'

export interface PaymentToEncode {
  readonly required: Pick<PaymentRequired, 'resource' | 'extensions'>
  /** The entry that is paid; it is echoed unchanged. */
  readonly accepted: Pick<PayableRequirement, 'raw'>
  /** With its signature. */
  readonly authorization: Authorization
  /** 16 to 128 characters of A-Z, a-z, 0-9, "_" and "-"; only sent where the server knows the extension. */
  readonly paymentIdentifier?: string
}

/** The value of PAYMENT-SIGNATURE for an authorization that was signed for these terms. */
export function encodePaymentSignature({ required, accepted, authorization, paymentIdentifier }: PaymentToEncode): string {
  const { from, to, value, validAfter, validBefore, nonce, signature } = authorization
  return encodeBase64Json({
    x402Version: 2,
    resource: required.resource,
    accepted: accepted.raw,
    payload: {
      signature,
      authorization: { from, to, value: String(value), validAfter: String(validAfter), validBefore: String(validBefore), nonce },
    },
    extensions: echoed(required.extensions, paymentIdentifier),
  })
}

/** A client echoes what the server declared. It may add members, but not change any. */
function echoed(extensions: Readonly<Record<string, unknown>>, id: string | undefined): Record<string, unknown> {
  const declared = extensions['payment-identifier']
  if (id === undefined || declared === null || typeof declared !== 'object') return { ...extensions }
  const info = (declared as { info?: object }).info
  return { ...extensions, 'payment-identifier': { ...declared, info: { ...info, id } } }
}
