import { z } from '../../../src/goods/door.ts'
import { plainTextOf } from '../../../src/goods/kit/http.ts'
import type { CompanyEvent, CompanyEventType } from './company-event.ts'
import { eventId } from './event-id.ts'

const value = z.union([plainTextOf(500), z.number().transform(String), z.boolean().transform(String)]).nullish()

/** One field of a record that changed. */
export const modification = z.object({
  attributes: z.object({
    recordType: z.string().max(20).nullish(),
    modificationType: z.string().max(40).nullish(),
    field: z.string().max(500),
    date: z.string().refine((given) => !Number.isNaN(Date.parse(given))),
    valueOld: value,
    valueNew: value,
  }),
})
export type Modification = z.output<typeof modification>['attributes']

interface Kind {
  readonly type: CompanyEventType
  readonly summary: string
}

/** By element of the XML path in `field`. Every other element is noise to a reader, such as the day of the next renewal. */
const kinds: readonly (readonly [RegExp, Kind])[] = [
  [/\/lei:Entity\/lei:LegalName$/, { type: 'name', summary: 'The legal name in the LEI record changed.' }],
  [/\/lei:OtherEntityNames\/lei:OtherEntityName$/, { type: 'name', summary: 'Another name in the LEI record changed.' }],
  [/\/lei:LegalAddress\/lei:\w+$/, { type: 'address', summary: 'The legal address in the LEI record changed.' }],
  [/\/lei:HeadquartersAddress\/lei:\w+$/, { type: 'address', summary: 'The headquarters address in the LEI record changed.' }],
  [/\/lei:Entity\/lei:EntityStatus$/, { type: 'status', summary: 'The status of the company in the LEI record changed.' }],
  [/\/lei:Entity\/lei:EntityExpirationReason$/, { type: 'status', summary: 'The LEI record says why the company ended.' }],
  [/\/lei:SuccessorEntity\/lei:SuccessorLEI$/, { type: 'status', summary: 'The successor in the LEI record changed.' }],
  [/\/lei:Registration\/lei:RegistrationStatus$/, { type: 'lei', summary: 'The status of the LEI changed.' }],
  [/\/lei:Entity\/lei:LegalForm\/lei:EntityLegalFormCode$/, { type: 'other', summary: 'The legal form in the LEI record changed.' }],
  [/\/lei:Entity\/lei:LegalJurisdiction$/, { type: 'other', summary: 'The jurisdiction in the LEI record changed.' }],
  [/\/lei:RegistrationAuthorityEntityID$/, { type: 'other', summary: 'The register number in the LEI record changed.' }],
  [/\/rr:Relationship\/rr:RelationshipStatus$/, { type: 'other', summary: 'The status of a reported parent changed.' }],
  [/\/rr:Relationship\/rr:RelationshipType$/, { type: 'other', summary: 'A parent was reported, or its kind changed.' }],
]

/** The events of these modifications since a day, the oldest first. Parts of one address that changed together are one event. */
export function eventsOf(lei: string, modifications: readonly Modification[], since: string): CompanyEvent[] {
  const groups = new Map<string, { readonly kind: Kind; readonly date: string; readonly parts: Modification[] }>()
  for (const one of modifications) {
    const kind = kinds.find(([pattern]) => pattern.test(one.field))?.[1]
    // The first values of a record are not changes of the company.
    const initial = one.modificationType === 'INITIAL' && one.recordType !== 'RR'
    if (!kind || initial || one.valueOld === one.valueNew) continue
    const date = new Date(one.date).toISOString()
    const key = `${date} ${kind.type === 'address' ? kind.summary : JSON.stringify([one.field, one.valueOld, one.valueNew])}`
    const group = groups.get(key) ?? { kind, date, parts: [] }
    group.parts.push(one)
    groups.set(key, group)
  }
  return [...groups.values()]
    .filter(({ date }) => date.slice(0, 10) >= since)
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .map(({ kind, date, parts }) => eventFrom(lei, kind, date, parts))
}

function eventFrom(lei: string, kind: Kind, date: string, parts: readonly Modification[]): CompanyEvent {
  // The order of the answer is not promised, and must not change the id.
  const sorted = parts.toSorted((a, b) => (a.field < b.field ? -1 : 1))
  const together = (side: 'valueOld' | 'valueNew') => {
    const values = sorted.map((part) => part[side]).filter((given) => given !== null && given !== undefined && given !== '')
    return values.length === 0 ? null : values.join(', ').slice(0, 1_000)
  }
  const [old, next] = [together('valueOld'), together('valueNew')]
  return {
    id: eventId('gleif', lei, date, kind.summary, old, next),
    type: kind.type,
    date: null,
    published: date.slice(0, 10),
    summary: kind.summary,
    old,
    new: next,
    source: 'gleif',
    method: 'feed',
    url: `https://search.gleif.org/#/record/${lei}`,
  }
}
