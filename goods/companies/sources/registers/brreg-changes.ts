import { readJson, z } from '../../../../src/goods/door.ts'
import { plainText, type UpstreamResponse } from '../../../../src/goods/kit/http.ts'
import type { CompanyChanges, CompanyEventType } from '../company-event.ts'
import { eventList, ofChangesKey, type PublishedEvent } from './event-list.ts'

const maxUpdates = 500

const scalar = z.union([z.string(), z.number(), z.boolean()])
/** One step of a JSON patch. The register has also sent the members of all steps as one flat list. */
const step = z.union([z.object({ op: z.string().max(20), path: z.string().max(300), value: z.unknown().optional() }), scalar, z.null()])
const updates = z.object({
  _embedded: z
    .object({
      oppdaterteEnheter: z
        .array(
          z.object({
            oppdateringsid: z.int().nonnegative(),
            dato: z.iso.datetime({ offset: true }),
            organisasjonsnummer: z.string(),
            endringstype: z.string().max(40),
            endringer: z.array(step).max(5_000).nullish(),
          }),
        )
        .max(maxUpdates),
    })
    .optional(),
  page: z.object({ totalElements: z.int().nonnegative() }),
})
type Update = NonNullable<z.output<typeof updates>['_embedded']>['oppdaterteEnheter'][number]

/** The type of change of a member of a unit. Of other members, such as telephone numbers, the value is not passed on. */
const types: readonly (readonly [RegExp, CompanyEventType, string])[] = [
  [/^\/navn/, 'name', 'The name changed'],
  [/^\/(?:forretnings|post)adresse/, 'address', 'The address changed'],
  [/^\/konkurs/, 'insolvency', 'The entry about bankruptcy changed'],
  [/^\/(?:underAvvikling|underTvangs|tvangs|slettedato)/, 'status', 'The status changed'],
  [/^\/sisteInnsendteAarsregnskap/, 'accounts', 'Annual accounts were filed'],
  [/^\/kapital/, 'capital', 'The capital changed'],
  [/^\/(?:registrertIMvaregisteret|registreringsdatoMerverdi)/, 'vat', 'The entry in the VAT register changed'],
]
const lifecycle: Readonly<Record<string, string>> = {
  Ny: 'The company was registered',
  Sletting: 'The company was deleted from the register',
  Fjernet: 'The company was removed from the register',
}

export function brregChangesPath(key: string): string {
  const { number, since } = ofChangesKey(key)
  const from = encodeURIComponent(`${since}T00:00:00.000Z`)
  // The newest first, so that the oldest are missing when there are too many.
  return `/enhetsregisteret/api/oppdateringer/enheter?organisasjonsnummer=${number}&dato=${from}&includeChanges=true&size=${maxUpdates}&sort=id,DESC`
}

/** @throws UpstreamGarbage */
export function readBrregChanges(answer: UpstreamResponse, number: string): CompanyChanges {
  const { _embedded, page } = readJson(answer, updates)
  const found = (_embedded?.oppdaterteEnheter ?? []).filter((one) => one.organisasjonsnummer === number)
  const oldest = found.at(-1)?.dato.slice(0, 10)
  const truncated =
    page.totalElements > maxUpdates && oldest !== undefined ? { from: oldest, reason: 'the register gives only its newest updates' } : null
  return eventList('brreg', found.flatMap(eventsOf), truncated)
}

function eventsOf({ oppdateringsid, dato, organisasjonsnummer, endringstype, endringer }: Update): PublishedEvent[] {
  const published = dato.slice(0, 10)
  const url = `https://data.brreg.no/enhetsregisteret/api/enheter/${organisasjonsnummer}`
  const own = lifecycle[endringstype]
  const common = { date: null, published, url }
  if (own !== undefined) return [{ ...common, key: `${oppdateringsid}`, type: 'status', summary: own }]
  const changed = new Map<CompanyEventType, { summary: string; values: string[] }>()
  for (const { path, value } of stepsOf(endringer ?? [])) {
    const [, type, summary] =
      types.find(([pattern]) => pattern.test(path)) ?? ([null, 'other', 'Other members of the entry changed'] as const)
    const one = changed.get(type) ?? { summary, values: [] }
    if (type !== 'other') one.values.push(...textsOf(value))
    changed.set(type, one)
  }
  if (changed.size === 0) changed.set('other', { summary: 'The entry changed', values: [] })
  return [...changed].map(([type, { summary, values }]) => ({
    ...common,
    key: `${oppdateringsid} ${type}`,
    type,
    summary,
    new: values.length === 0 ? null : plainText(values.join(', '), 300),
  }))
}

function stepsOf(steps: readonly z.output<typeof step>[]): { path: string; value: unknown }[] {
  return steps.flatMap((one, index) => {
    if (typeof one === 'object') return one ? [{ path: one.path, value: one.value }] : []
    const next = steps[index + 1]
    if (typeof one !== 'string' || !one.startsWith('/')) return []
    return [{ path: one, value: typeof next === 'string' && next.startsWith('/') ? undefined : next }]
  })
}

/** The texts and numbers of a value, which can be an address with its lines. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return [plainText(String(value), 200)]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value)
    .slice(0, 20)
    .flatMap(([name, member]) => (name === 'kommunenummer' || name === 'landkode' ? [] : textsOf(member)))
}
