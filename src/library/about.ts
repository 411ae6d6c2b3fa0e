/** What is known of a route that is sold, besides its price. */
export interface About {
  /**
   * `GET /tides/{port}`. With it the route is in every document from the start; without it the adapters of Hono, Express and Fastify find it
   * out at the first call.
   */
  readonly route?: string
  /** Kebab-case; made from the route unless given. It may not change, since receipts and reports name it. */
  readonly id?: string
  readonly title?: string
  /** What it is for, in one or two sentences, for agents. */
  readonly purpose?: string
  /** Media types of the answers: `application/json` unless given. What does not fit costs nothing and is a 502. */
  readonly types?: readonly string[]
  /** Headers of the answer that are sent and kept for a repeated call, besides the media type. */
  readonly headers?: readonly string[]
  /** Bytes of one answer at most; 1,000,000 unless given. */
  readonly maxBytes?: number
  /** Milliseconds that the handler may take; 10,000 unless given. */
  readonly deadlineMs?: number
  /** False where every call is paid. Else each wallet has one free call of the service. */
  readonly firstCallFree?: boolean
  /** A call that works: values of the path, the query, and the JSON body. */
  readonly example?: {
    readonly path?: Readonly<Record<string, string>>
    readonly query?: Readonly<Record<string, string>>
    readonly body?: unknown
    readonly answer?: unknown
  }
}
