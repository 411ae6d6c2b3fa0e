/** A payment as it travels: one header and its value. */
export interface Wire {
  readonly header: 'PAYMENT-SIGNATURE' | 'X-PAYMENT'
  readonly value: string
}

/** `valid`, or the reason for which a payment is refused: an x402 error string, a problem code, or `exception`. */
export type Verdict = string

export const valid: Verdict = 'valid'
/** The official code threw; its words are of the runtime, different from version to version, and no code. */
export const exception: Verdict = 'exception'
/** The official resource server's word when `accepted` is none of its terms; the facilitator is not asked then. */
export const noMatch: Verdict = 'no_matching_payment_requirements'

/** One implementation of the seller's side: it judges a payment, and collects it. */
export interface Side {
  verify(wire: Wire): Promise<Verdict>
  /** `valid` when the money came. */
  settle(wire: Wire): Promise<Verdict>
}
