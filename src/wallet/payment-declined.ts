export type DeclineCode =
  /** There is no key to pay with. */
  | 'no_key'
  | 'too_dear'
  /** The payer's transaction needs a node, and there is none, or it can't be used. */
  | 'no_chain'
  /** The service offers no way of paying that we know. */
  | 'not_payable'
  /** The service is a sandbox and the key is not a sandbox one, or the other way round. */
  | 'wrong_world'
  /** The terms came over a connection that anybody may have changed. */
  | 'insecure'
  /** With this payment the day would be above its limit. */
  | 'day_limit'
  /** The terms are others than the service told before: its price list, or whom it is paid to. */
  | 'terms_changed'

/** We did not pay: nothing was signed. */
export class PaymentDeclined extends Error {
  override readonly name = 'PaymentDeclined'
  readonly code: DeclineCode

  constructor(code: DeclineCode, message: string) {
    super(message)
    this.code = code
  }
}
