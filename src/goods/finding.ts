/**
 * How one part of the set-up is. `warning`: everything is sold, and something is not as it should be. `fault`: something cannot be
 * sold, or money or the ledger is at risk.
 */
export type FindingStatus = 'ok' | 'warning' | 'fault'

/** What a check found. */
export interface Finding {
  /** The name of the check, as docs/operate/doctor.md lists it. */
  readonly check: string
  /** What of it: a setting, a network, an offer; null where there is only one. */
  readonly subject: string | null
  readonly status: FindingStatus
  readonly found: string
  /** What the operator does; null where nothing has to be done. */
  readonly fix: string | null
}

/** Makes the findings of one check. */
export interface FindingMaker {
  ok(found: string, subject?: string | null): Finding
  warning(found: string, fix: string, subject?: string | null): Finding
  fault(found: string, fix: string, subject?: string | null): Finding
}

export function findingsOf(check: string): FindingMaker {
  return {
    ok: (found, subject = null) => ({ check, subject, status: 'ok', found, fix: null }),
    warning: (found, fix, subject = null) => ({ check, subject, status: 'warning', found, fix }),
    fault: (found, fix, subject = null) => ({ check, subject, status: 'fault', found, fix }),
  }
}

/** `1 payment`, `2 payments`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}
