import type { CompanyId } from '../sources/company-id.ts'
import type { CompanyChanges } from '../sources/company-event.ts'
import type { CompanyRegister } from '../sources/company-register.ts'
import type { RegisterFinding } from '../sources/finding.ts'
import type { Day } from '../sources/register-record.ts'
import type { CompanySources } from './company-sources.ts'
import type { LookedUp } from './look-up-company.ts'
import type { SourceSignals } from './merge-signals.ts'

export interface CollectContext {
  readonly sources: Pick<CompanySources, 'registers' | 'gleif' | 'companySnapshots'>
  readonly signal: AbortSignal
}

export interface CollectedSignals {
  /** In the form of its register; null where it is not known. */
  readonly registerNumber: string | null
  readonly lei: string | null
  readonly signals: readonly SourceSignals[]
}

/** Asks the register of a company and GLEIF at the same time for changes since a day. A source that is switched off is left out. */
export async function collectSignals(
  id: CompanyId,
  company: LookedUp,
  since: Day,
  { sources, signal }: CollectContext,
): Promise<CollectedSignals> {
  const register = company.country === null ? null : sources.registers.of(company.country)
  const registerNumber = register ? registerNumberOf(id, company, register) : null
  const lei = leiOf(id, company)
  const [registered, registry] = await Promise.all([
    register && fromRegister(register, registerNumber, company, since, { sources, signal }),
    lei === null ? unanswered(company.lei) : sources.gleif.changes(lei, since, signal),
  ])
  const signals: SourceSignals[] = []
  if (register && registered) {
    const feed = register.changes !== undefined
    const source = registered.status === 'unavailable' ? registered.sourceId : registered.source.id
    signals.push({ source, method: feed ? 'feed' : 'snapshot_diff', finding: registered })
  }
  if (registry) signals.push({ source: sources.gleif.source.terms.id, method: 'feed', finding: registry })
  return { registerNumber, lei, signals: signals.filter(({ finding }) => !isDisabled(finding)) }
}

async function fromRegister(
  register: CompanyRegister,
  number: string | null,
  company: LookedUp,
  since: Day,
  { sources, signal }: CollectContext,
): Promise<RegisterFinding<CompanyChanges> | null> {
  const gone = company.register.status === 'not_found'
  if (number === null) return gone ? null : unanswered(company.register)
  if (!register.changes) return sources.companySnapshots.changes(register, number, since, signal)
  const published = await register.changes(number, since, signal)
  // A company that its register no longer has was deleted, and the feed says so. One that it never had has no changes.
  return gone && (published.status === 'not_found' || (published.status === 'found' && published.value.events.length === 0))
    ? null
    : published
}

/** A look-up without an answer is also one for changes. */
function unanswered(finding: LookedUp['register'] | LookedUp['lei']): (RegisterFinding<CompanyChanges> & { status: 'unavailable' }) | null {
  return finding.status === 'unavailable' ? finding : null
}

/** The number is known without the register's answer where the caller gave it, or the VAT number or the LEI record contains it. */
function registerNumberOf(id: CompanyId, { register: found, lei }: LookedUp, register: CompanyRegister): string | null {
  const given = () => {
    if (id.kind === 'register') return id.registerNumber
    const inVat = id.kind === 'vat' ? register.fromVat(id.vat.number) : null
    return inVat ?? (lei.status === 'found' ? lei.value.registerNumber : null)
  }
  const number = found.status === 'found' ? found.value.registerNumber : given()
  // The White List of Poland also has traders that are not in the register, under a number of another form.
  if (number === null || (found.status === 'found' && register.normalise(number) !== number)) return null
  return register.normalise(number)
}

function leiOf(id: CompanyId, { lei }: LookedUp): string | null {
  if (lei.status === 'found') return lei.value.lei
  return id.kind === 'lei' && lei.status === 'unavailable' ? id.lei : null
}

function isDisabled(finding: RegisterFinding<unknown>): boolean {
  return finding.status === 'unavailable' && finding.reason === 'disabled'
}
