import type { CompanyEvent, CompanyEventType } from '../company-event.ts'
import { eventId } from '../event-id.ts'
import type { CompanyStatus, Day, RegisterRecord } from '../register-record.ts'

/** Where and when the newer of two records was first seen. */
export interface Sighting {
  /** Id of the source. */
  readonly source: string
  readonly day: Day
  readonly url: string | null
}

/** A difference of two records. Two of one type tell themselves apart by their summaries. */
interface Difference {
  readonly type: CompanyEventType
  readonly summary: string
  readonly date?: Day | null
  readonly old: string | null
  readonly new: string | null
}

/** Lists of names or activities can be long. */
const maxLength = 1_000

/**
 * What changed between two records of one company from one source. The ids of the events depend on the company, on what changed and on
 * the day on which the newer record was first seen, so that the same two snapshots give the same ids in every process.
 */
export function diffRecords(before: RegisterRecord, after: RegisterRecord, { source, day, url }: Sighting): CompanyEvent[] {
  const found = [
    ...nameChanges(before, after),
    ...placeChanges(before, after),
    ...lifeChanges(before, after),
    ...bookChanges(before, after),
  ]
  const differences = found.length > 0 ? found : otherChanges(before, after)
  return differences.map((one) => ({
    id: eventId(source, after.country, after.registerNumber, day, one.type, one.summary, one.old, one.new),
    type: one.type,
    date: one.date ?? null,
    published: day,
    summary: one.summary,
    old: one.old?.slice(0, maxLength) ?? null,
    new: one.new?.slice(0, maxLength) ?? null,
    source,
    method: 'snapshot_diff',
    url,
  }))
}

/** One difference where two texts differ. */
function changed(type: CompanyEventType, summary: string, old: string | null, now: string | null): Difference[] {
  return old === now ? [] : [{ type, summary, old, new: now }]
}

function nameChanges(before: RegisterRecord, after: RegisterRecord): Difference[] {
  // A former name appears where the legal name changed, which is told already.
  const others = ({ otherNames }: RegisterRecord) =>
    listed(otherNames.filter(({ kind }) => kind !== 'former').map(({ name, kind }) => `${name} (${kind})`))
  return [
    ...changed('name', 'The legal name changed.', before.legalName, after.legalName),
    ...changed('name', 'Another name of the company changed.', others(before), others(after)),
  ]
}

function placeChanges(before: RegisterRecord, after: RegisterRecord): Difference[] {
  return [
    ...changed('address', 'The address changed.', before.address?.text ?? null, after.address?.text ?? null),
    ...changed('address', 'The postal address changed.', before.postalAddress?.text ?? null, after.postalAddress?.text ?? null),
  ]
}

function lifeChanges(before: RegisterRecord, after: RegisterRecord): Difference[] {
  if (before.status === after.status) {
    // The register's own word can say more than the status.
    const words = changed('status', "The register's word for the status changed.", before.statusText, after.statusText)
    return words.length > 0 ? words : changed('status', 'The day of the dissolution changed.', before.dissolved, after.dissolved)
  }
  const type = before.status === 'insolvent' || after.status === 'insolvent' ? 'insolvency' : 'status'
  const ended = after.status === 'dissolved' || after.status === 'merged'
  return [{ type, summary: summaries[after.status], date: ended ? after.dissolved : null, old: before.status, new: after.status }]
}

const summaries: Readonly<Record<CompanyStatus, string>> = {
  active: 'The company is active again.',
  inactive: 'The company no longer trades.',
  in_liquidation: 'The company is in liquidation.',
  insolvent: 'The company is insolvent.',
  merged: 'The company was merged into another one.',
  dissolved: 'The company was dissolved.',
  unknown: 'The register no longer gives a status that is understood.',
}

function bookChanges(before: RegisterRecord, after: RegisterRecord): Difference[] {
  const capital = ({ capital: given }: RegisterRecord) => (given ? `${given.amount} ${given.currency}` : null)
  const form = ({ legalForm: { code, name } }: RegisterRecord) => name ?? code
  const activities = (record: RegisterRecord) => listed(record.activities.map(({ code, scheme }) => `${code} (${scheme})`))
  return [
    ...changed('capital', 'The capital changed.', capital(before), capital(after)),
    ...newAccounts(before, after),
    ...vatChanges(before, after),
    ...changed('other', 'The legal form changed.', form(before), form(after)),
    ...changed('other', 'The activities changed.', activities(before), activities(after)),
  ]
}

/** Accounts are added year by year; those that a register drops after some years are no change of the company. */
function newAccounts(before: RegisterRecord, after: RegisterRecord): Difference[] {
  const known = new Set(before.accounts.map(({ year }) => year))
  return after.accounts
    .filter(({ year }) => !known.has(year))
    .map(({ year, periodEnd }) => ({
      type: 'accounts' as const,
      summary: `The accounts for ${year} were published.`,
      date: periodEnd,
      old: null,
      new: `${year}`,
    }))
}

/** That a register does not say whether a company is registered for VAT is no state of the company. */
function vatChanges(before: RegisterRecord, after: RegisterRecord): Difference[] {
  const numbers = before.vatId && after.vatId ? changed('vat', 'The VAT number changed.', before.vatId, after.vatId) : []
  const [old, now] = [before.vatRegistered, after.vatRegistered]
  if (old === null || now === null) return numbers
  const word = (registered: boolean) => (registered ? 'registered' : 'not_registered')
  return [...numbers, ...changed('vat', 'The registration for VAT changed.', word(old), word(now))]
}

/** Told only where nothing else changed: then it is a part of the entry that the record does not have. */
function otherChanges(before: RegisterRecord, after: RegisterRecord): Difference[] {
  const [old, now] = [before.lastModified, after.lastModified]
  return old === null || now === null ? [] : changed('other', 'The register changed a part of the entry that is not read here.', old, now)
}

/** The same text for the same list in any order. */
function listed(texts: readonly string[]): string | null {
  return texts.length === 0 ? null : texts.toSorted().join(', ')
}
