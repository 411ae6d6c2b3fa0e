import type { CompanyCandidate } from '../company-register.ts'
import type { RegisterRecord } from '../register-record.ts'

/** A record as one hit of a search; none without a name. */
export function candidateOf(record: RegisterRecord): CompanyCandidate[] {
  const { country, registerNumber, vatId, legalName, status, address } = record
  return legalName === null ? [] : [{ country, registerNumber, lei: null, vatId, name: legalName, status, address: address?.text ?? null }]
}
