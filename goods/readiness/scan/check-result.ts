import type { ScanFault } from './scan-faults.ts'

export type CheckStatus = 'pass' | 'warn' | 'fail' | 'na' | 'error'

/** What one check found. `fault` is set for warn and fail; `evidence` is a sentence of ours. */
export interface CheckResult {
  readonly status: CheckStatus
  readonly fault: ScanFault | null
  readonly evidence: string
}

export const pass = (evidence: string): CheckResult => ({ status: 'pass', fault: null, evidence })
export const warn = (fault: ScanFault, evidence: string): CheckResult => ({ status: 'warn', fault, evidence })
export const fail = (fault: ScanFault, evidence: string): CheckResult => ({ status: 'fail', fault, evidence })
/** The check does not apply to this site, and counts for nothing. */
export const na = (evidence: string): CheckResult => ({ status: 'na', fault: null, evidence })
/** We could not see it, so it counts for nothing. */
export const unread = (evidence: string): CheckResult => ({ status: 'error', fault: null, evidence })
