import { Problem } from './problems.ts'

/** The 503 for what this service does not sell: only its operator can change that, so a caller need not try again. */
export function switchedOff(detail: string): Problem {
  return new Problem('offer_unavailable', detail, {
    retryable: false,
    extra: {
      fix: 'Nothing was charged. Use another offer or another service: this one does not sell it. /status says which sources are off.',
    },
  })
}
