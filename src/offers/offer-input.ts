/** The input of a call, as the schemas of its offer made it. */
export interface OfferInput<P, Q, B> {
  readonly path: P
  readonly query: Q
  readonly body: B
}
