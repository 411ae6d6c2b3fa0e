import { readJson, z } from '../../../../src/goods/door.ts'
import { plainText, type UpstreamResponse } from '../../../../src/goods/kit/http.ts'
import type { CompanyChanges, CompanyEventType } from '../company-event.ts'
import { eventList } from './event-list.ts'
import { day, line } from './record-fields.ts'

const described = z
  .array(z.object({ languageCode: z.string().max(5), description: line }))
  .max(20)
  .nullish()
/** A code alone, or with its descriptions. */
const code = z.union([z.string(), z.object({ type: line.optional(), code: line.optional(), descriptions: described })])
const company = z.object({
  businessId: z.union([z.string(), z.object({ value: z.string() }).transform(({ value }) => value)]),
  publicNotices: z
    .array(
      z.object({
        recordNumber: z.union([z.string().max(60), z.number().transform(String)]),
        registrationDate: day,
        typeOfRegistration: code.nullish(),
        entryCodes: z.array(code).max(200).nullish(),
      }),
    )
    .max(5_000)
    .nullish(),
})
const answered = z.union([z.object({ companies: z.array(company).max(10) }), company.transform((one) => ({ companies: [one] }))])

/** Words of the register's descriptions, in English and Finnish. */
const types: readonly (readonly [RegExp, CompanyEventType, string])[] = [
  [/new company|uusi yritys|perusilmoitus/i, 'status', 'The company was registered'],
  [/bankrupt|konkurssi|KONK|reorgani|saneeraus|SANE/i, 'insolvency', 'An entry about insolvency was registered'],
  [/liquidation|selvitystil|SELTILA|dissol|lakka|merge|fuusio|sulautu|removal/i, 'status', 'An entry about the status was registered'],
  [/financial statement|accounts|tilinp|TILINP/i, 'accounts', 'Annual accounts were registered'],
  [/company name|business name|toiminimi|TOININI|TOIMINIMI/i, 'name', 'An entry about the name was registered'],
  [/address|osoite|domicile|kotipaikka/i, 'address', 'An entry about the address was registered'],
  [/share capital|osakep/i, 'capital', 'An entry about the capital was registered'],
  [/board|managing|auditor|represent|hallitu|toimitusjoht|tilintark|edustam|prokur/i, 'officers', 'An entry about officers was registered'],
]

export function prhNoticesPath(number: string): string {
  return `/opendata-registerednotices-api/v3/${number}`
}

/** Null for a company that the register does not know. @throws UpstreamGarbage */
export function readPrhNotices(answer: UpstreamResponse, number: string, since: string): CompanyChanges | null {
  if (answer.status === 404) return null
  const found = readJson(answer, answered).companies.find(({ businessId }) => businessId === number)
  if (!found) return null
  const notices = (found.publicNotices ?? []).filter(({ registrationDate }) => registrationDate !== null && registrationDate >= since)
  return eventList(
    'prh',
    notices.flatMap(({ recordNumber, registrationDate, typeOfRegistration, entryCodes }) => {
      // A notice can contain many entries; each type of change is one event.
      const texts = [...(entryCodes ?? []), ...(typeOfRegistration ? [typeOfRegistration] : [])].map(textOf)
      const matched = types.filter(([pattern]) => texts.some((text) => pattern.test(text)))
      const events = matched.length > 0 ? matched : [[null, 'other', 'A notice was registered'] as const]
      return events.map(([, type, summary]) => ({
        key: `${plainText(recordNumber, 60)} ${type}`,
        type,
        date: registrationDate,
        published: registrationDate ?? since,
        summary,
        url: `https://avoindata.prh.fi/opendata-registerednotices-api/v3/${number}`,
      }))
    }),
  )
}

function textOf(given: z.output<typeof code>): string {
  if (typeof given === 'string') return given.slice(0, 200)
  return [given.type, given.code, ...(given.descriptions ?? []).map(({ description }) => description)].filter(Boolean).join(' ')
}
