import { Problem } from './problems.ts'

/**
 * The 503 for what this service does not sell: only its operator can change that, so a caller need not try again.
 * @param setting what the operator may set, where the caller is the operator, as in a sandbox on their own machine
 */
export function switchedOff(detail: string, setting: string | null = null): Problem {
  return new Problem('offer_unavailable', detail, {
    retryable: false,
    fix: setting === null ? elsewhere : `Nothing was charged. ${setting}`,
  })
}

const elsewhere =
  'Nothing was charged. Use another offer or another service: this one does not sell it. /status says which sources are off.'

/** A part that an offer runs on; where offers are only described, it is null. @throws Problem where it is switched off */
export function unlessSwitchedOff<Part>(part: Part | null, words: string): Part {
  if (part === null) throw switchedOff(words)
  return part
}
