/** A payment as it travels: one header and its value. */
export interface Wire {
  readonly header: 'PAYMENT-SIGNATURE' | 'X-PAYMENT'
  readonly value: string
}

/** `valid`, or the reason for which a payment is refused: an x402 error string, a problem code, or `exception`. */
export type Verdict = string

export const valid: Verdict = 'valid'
/** The official code threw. Its message comes from the runtime, differs between versions, and has no code. */
export const exception: Verdict = 'exception'
/** The official resource server found `accepted` among none of its terms. It does not ask the facilitator then. */
export const noMatch: Verdict = 'no_matching_payment_requirements'

/** One implementation of the seller's side: it judges a payment, and collects it. */
export interface Side {
  verify(wire: Wire): Promise<Verdict>
  /** `valid` when the money came. */
  settle(wire: Wire): Promise<Verdict>
}
