/** A request to the stand-in of a source: path and query below its base address. */
export interface StandInRequest {
  readonly url: URL
  readonly method: string
  /** Empty without one. */
  readonly body: string
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The answer of a stand-in. A `body` that is neither text nor bytes is sent as JSON. */
export interface StandInReply {
  /** 200 unless given. */
  readonly status?: number
  /** `application/json` unless given. */
  readonly contentType?: string
  readonly body: unknown
}

/** What the sandbox asks instead of a real upstream: its answers in the documented shapes. */
export type StandIn = (request: StandInRequest) => StandInReply
