export type DeclineCode =
  /** There is no key to pay with. */
  | 'no_key'
  /** The call costs more than it may. */
  | 'too_dear'
  /** The payer's transaction needs a node, and there is none, or it can't be used. */
  | 'no_chain'
  /** The service offers no way of paying that we know. */
  | 'not_payable'
  /** The service is a sandbox and the key is not for a sandbox, or the reverse. */
  | 'wrong_world'
  /** The terms came over a connection on which others may have changed them. */
  | 'insecure'
  /** This payment would exceed the limit of the day. */
  | 'day_limit'
  /** The terms differ from what the service said before: from its price list, or from the address that was paid. */
  | 'terms_changed'

/** We did not pay, and nothing was signed. */
export class PaymentDeclined extends Error {
  override readonly name = 'PaymentDeclined'
  readonly code: DeclineCode

  constructor(code: DeclineCode, message: string) {
    super(message)
    this.code = code
  }
}
