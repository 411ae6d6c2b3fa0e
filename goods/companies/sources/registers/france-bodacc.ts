import { readJson, source, z } from '../../../../src/goods/door.ts'
import { plainText, type Source, type SourceTools, type UpstreamResponse } from '../../../../src/goods/kit/http.ts'
import type { CompanyChanges, CompanyEventType } from '../company-event.ts'
import { eventList, ofChangesKey } from './event-list.ts'
import { isoDay, line } from './record-fields.ts'
import { changeFeed, changesOf, patience } from './register-adapter.ts'

export const bodacc = source({
  id: 'bodacc',
  name: 'BODACC, official bulletin of commercial notices (France)',
  licence: 'Licence Ouverte / Open Licence 2.0 (Etalab)',
  attribution: 'Source: BODACC, DILA',
  resale: 'open',
  homepage: 'https://www.bodacc.fr',
  baseUrl: 'https://bodacc-datadila.opendatasoft.com',
  standing: 'publisher',
  requestLimit: { requests: 25, perMs: 5_000 },
  patience,
  create: createBodacc,
})

const maxNotices = 100

/** An object inside of a string, as this source gives it. Anything else counts as missing: no event depends on it alone. */
const packed = z
  .unknown()
  .optional()
  .transform((given): Readonly<Record<string, unknown>> => {
    if (typeof given !== 'string' || given.length > 100_000) return {}
    try {
      const value: unknown = JSON.parse(given)
      return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
    } catch {
      return {}
    }
  })
const notices = z.object({
  total_count: z.int().nonnegative(),
  results: z
    .array(
      z.object({
        id: z.string().min(1).max(60),
        dateparution: z.iso.date(),
        familleavis: z.string().max(40),
        typeavis: line,
        typeavis_lib: line,
        registre: z.array(z.string().max(40)).max(100).nullish(),
        jugement: packed,
        modificationsgenerales: packed,
        depot: packed,
        url_complete: line,
      }),
    )
    .max(maxNotices),
})
type Notice = z.output<typeof notices>['results'][number]

const families: Readonly<Record<string, readonly [CompanyEventType, string]>> = {
  collective: ['insolvency', 'A judgment in insolvency proceedings was published'],
  conciliation: ['insolvency', 'A conciliation was published'],
  retablissement_professionnel: ['insolvency', 'A debt relief was published'],
  dpc: ['accounts', 'Annual accounts were filed'],
  radiation: ['status', 'The company was struck off the register'],
  creation: ['status', 'The company was registered'],
  immatriculation: ['status', 'The company was registered'],
  vente: ['other', 'A sale of the business was published'],
  modification: ['other', 'A modification was published'],
}
/** What a modification is about, by words of its description. The description itself can name persons, so it stays here. */
const modifications: readonly (readonly [RegExp, CompanyEventType, string])[] = [
  [/administration|dirigeant|g[ée]rant|pr[ée]sident|commissaire/i, 'officers', 'A change of officers was published'],
  [/d[ée]nomination|nom commercial/i, 'name', 'A change of the name was published'],
  [/adresse|si[èe]ge|transfert/i, 'address', 'A change of the address was published'],
  [/capital/i, 'capital', 'A change of the capital was published'],
  [/dissolution|liquidation|fusion/i, 'status', 'A change of the status was published'],
]

/** Notices about a company of France. They belong to the register of `recherche-entreprises`. */
function createBodacc(source: Source, parts: SourceTools) {
  const pathOf = (key: string) => {
    const { number, since } = ofChangesKey(key)
    const where = encodeURIComponent(`registre="${number}" AND dateparution>=date'${since}'`)
    const order = encodeURIComponent('dateparution desc')
    return `/api/explore/v2.1/catalog/datasets/annonces-commerciales/records?where=${where}&order_by=${order}&limit=${maxNotices}`
  }
  const published = changeFeed(source, {
    address: pathOf,
    load: (key, signal) =>
      source.ask({ path: pathOf(key), maxBytes: 4_000_000, read: (answer) => readNotices(answer, ofChangesKey(key).number) }, signal),
  })
  return { source, published, changes: changesOf(source, published, parts) }
}

function readNotices(answer: UpstreamResponse, siren: string): CompanyChanges {
  const { total_count: total, results } = readJson(answer, notices)
  const own = results.filter(({ registre }) => !registre || registre.some((one) => one.replace(/\s/g, '').startsWith(siren)))
  const oldest = results.at(-1)?.dateparution
  const truncated = total > results.length && oldest !== undefined ? { from: oldest, reason: 'BODACC gives at most 100 notices' } : null
  return eventList('bodacc', own.map(eventOf), truncated)
}

function eventOf(notice: Notice) {
  const { type, summary, value } = contentOf(notice)
  const url = notice.url_complete?.startsWith('https://') === true ? notice.url_complete : null
  return {
    key: notice.id,
    type,
    date: dayIn(notice.jugement['date']),
    published: notice.dateparution,
    summary,
    new: value,
    url,
  }
}

function contentOf({ familleavis, typeavis, typeavis_lib: kind, modificationsgenerales, jugement, depot }: Notice) {
  const [type, summary] = families[familleavis] ?? (['other', 'A notice was published'] as const)
  // A notice that takes an earlier one back says nothing else of the company.
  if (/annul/i.test(`${typeavis} ${kind}`)) return { type, summary: 'An earlier notice was cancelled', value: null }
  if (familleavis === 'modification') {
    const text = textIn(modificationsgenerales['descriptif']) ?? ''
    const [, ownType, own] = modifications.find(([pattern]) => pattern.test(text)) ?? [null, type, summary]
    return { type: ownType, summary: own, value: null }
  }
  // The nature of a judgment is one of a list; its other members name persons.
  if (type === 'insolvency') return { type, summary, value: textIn(jugement['nature']) }
  return { type, summary, value: familleavis === 'dpc' ? dayIn(depot['dateCloture']) : null }
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' ? plainText(value, 200) || null : null
}

function dayIn(value: unknown): string | null {
  return typeof value === 'string' ? (isoDay(value.slice(0, 10)) ?? frenchDay(value)) : null
}

const months = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ')

/** A day as judgments have it: `10 décembre 2009`, `1er mars 2024`. */
function frenchDay(text: string): string | null {
  const [, day = '', name = '', year = ''] = /^(\d{1,2})(?:er)? (\p{L}+) (\d{4})$/u.exec(text.trim().toLowerCase().normalize('NFC')) ?? []
  const month = months.indexOf(name) + 1
  return month === 0 ? null : isoDay(`${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`)
}
