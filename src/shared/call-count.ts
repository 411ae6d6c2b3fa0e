/** Who calls, as far as the counts tell. Each member is short text from a bounded set. */
export interface CallSource {
  /** The client's software, by the name that it gives itself. */
  readonly software: string
  /** `direct`, `mcp`, or the host of the page that led here. */
  readonly via: string
}

export const unknownSource: CallSource = { software: 'unknown', via: 'direct' }
/** What is counted once an hour has too many different sources. */
export const otherSource: CallSource = { software: 'other', via: 'other' }

/** A call as it is counted. */
export interface CallCount extends CallSource {
  readonly offer: string
  /** How it was paid: `x402`, `mpp`, `transaction-hash`, or empty for a call without a payment. */
  readonly protocol: string
  /** Whether a wallet of the operator paid. */
  readonly own: boolean
  readonly outcome: CallOutcome
  /** The reason of a refusal, or the code of a problem. */
  readonly detail: string
}

/**
 * `asked`: terms for a call without a payment. `refused`: its payment was not accepted. `failed`: its payment was accepted, and it was not
 * answered. `problem`: any other problem. `settled`, `pending` and `uncharged`: answered, by what became of the payment.
 */
export const callOutcomes = ['asked', 'refused', 'failed', 'problem', 'settled', 'pending', 'uncharged', 'replayed', 'free'] as const
export type CallOutcome = (typeof callOutcomes)[number]

const separator = '\t'

export function callCountKey({ offer, protocol, own, software, via, outcome, detail }: CallCount): string {
  return [offer, protocol, own ? 'own' : '', software, via, outcome, detail].join(separator)
}

/** The call of a key; null where an unknown version wrote it. */
export function readCallCountKey(key: string): CallCount | null {
  const parts = key.split(separator)
  const [offer, protocol, own, software, via, outcome, detail] = parts
  if (parts.length !== 7 || !callOutcomes.includes(outcome as CallOutcome)) return null
  return {
    offer: offer!,
    protocol: protocol!,
    own: own === 'own',
    software: software!,
    via: via!,
    outcome: outcome as CallOutcome,
    detail: detail!,
  }
}
