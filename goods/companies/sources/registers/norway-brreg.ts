import { readJson, source, z } from '../../../../src/goods/door.ts'
import { type Source, type SourceTools, UpstreamGarbage, type UpstreamResponse } from '../../../../src/goods/kit/http.ts'
import type { CompanyStatus, RegisterRecord } from '../register-record.ts'
import { brregChangesPath, readBrregChanges } from './brreg-changes.ts'
import { candidateOf } from './candidate-of.ts'
import { weightedSum, withoutSeparators } from './check-digits.ts'
import { ofChangesKey } from './event-list.ts'
import { activityCode, addressOf, amount, bareRecord, capitalOf, day, flag, joined, line } from './record-fields.ts'
import { changeFeed, createRegister, maxCandidates, nameFeed, patience, recordFeed } from './register-adapter.ts'

export const brreg = source({
  id: 'brreg',
  name: 'Brønnøysund Register Centre, Central Coordinating Register for Legal Entities (Norway)',
  licence: 'NLOD 2.0',
  attribution: 'Contains data under the Norwegian licence for open government data (NLOD) distributed by the Brønnøysund Register Centre',
  resale: 'open',
  homepage: 'https://data.brreg.no/enhetsregisteret/api/dokumentasjon/en/index.html',
  baseUrl: 'https://data.brreg.no',
  standing: 'publisher',
  requestLimit: { requests: 25, perMs: 5_000 },
  patience,
  create: createBrreg,
})

const address = z
  .object({
    adresse: z.array(line).max(10).nullish(),
    postnummer: line,
    poststed: line,
    kommune: line,
    land: line,
    landkode: line,
  })
  .nullish()
const activity = z.object({ kode: activityCode, beskrivelse: line }).nullish()
const unit = z.object({
  organisasjonsnummer: z.string().regex(/^\d{9}$/),
  navn: line,
  organisasjonsform: z.object({ kode: line, beskrivelse: line }).nullish(),
  historiskeNavn: z
    .array(z.object({ navn: line, fraDato: day, tilDato: day }))
    .max(200)
    .nullish(),
  forretningsadresse: address,
  postadresse: address,
  naeringskode1: activity,
  naeringskode2: activity,
  naeringskode3: activity,
  kapital: z.object({ belop: amount, valuta: line }).nullish(),
  stiftelsesdato: day,
  registreringsdatoEnhetsregisteret: day,
  slettedato: day,
  registrertIMvaregisteret: flag,
  konkurs: flag,
  underAvvikling: flag,
  underTvangsavviklingEllerTvangsopplosning: flag,
  sisteInnsendteAarsregnskap: z
    .string()
    .regex(/^\d{4}$/)
    .nullish(),
})
type Unit = z.output<typeof unit>
const units = z.object({
  _embedded: z.object({ enheter: z.array(unit).max(1_000) }).optional(),
  page: z.object({ totalElements: z.int().nonnegative() }),
})

function createBrreg(source: Source, parts: SourceTools) {
  const pathOf = (number: string) => `/enhetsregisteret/api/enheter/${number}`
  const namePath = (name: string) => `/enhetsregisteret/api/enheter?navn=${encodeURIComponent(name)}&size=${maxCandidates}`
  const record = recordFeed(source, {
    address: pathOf,
    load: (number, signal) =>
      source.ask({ path: pathOf(number), alsoAccept: [404, 410], read: (answer) => readUnit(answer, number) }, signal),
  })
  const names = nameFeed(source, {
    address: namePath,
    load: (name, signal) =>
      source.ask(
        {
          path: namePath(name),
          read(answer) {
            const { _embedded } = readJson(answer, units)
            return (_embedded?.enheter ?? []).flatMap((one) => candidateOf(recordOf(one)))
          },
        },
        signal,
      ),
  })
  const published = changeFeed(source, {
    address: brregChangesPath,
    load: (key, signal) =>
      source.ask(
        { path: brregChangesPath(key), maxBytes: 4_000_000, read: (answer) => readBrregChanges(answer, ofChangesKey(key).number) },
        signal,
      ),
  })
  return createRegister(parts, {
    country: 'NO',
    source,
    record,
    names,
    published,
    normalise,
    fromVat: normalise,
  })
}

/** Nine digits of which the last is a check digit, perhaps with the `MVA` of a VAT number behind them. */
function normalise(text: string): string | null {
  const digits = withoutSeparators(text)
    .replace(/^NO(?=\d)/, '')
    .replace(/MVA$/, '')
  if (!/^[89]\d{8}$/.test(digits)) return null
  const rest = weightedSum(digits, [3, 2, 7, 6, 5, 4, 3, 2]) % 11
  return rest !== 1 && Number(digits[8]) === (11 - rest) % 11 ? digits : null
}

function readUnit(answer: UpstreamResponse, number: string): RegisterRecord | null {
  if (answer.status === 404) return null
  // Removed for legal reasons: the number was given to a company, and the register shows nothing else of it.
  if (answer.status === 410) {
    return { ...bareRecord('NO', number), statusText: 'Fjernet', withheld: ['legalName', 'legalForm', 'address'] }
  }
  const found = readJson(answer, unit)
  if (found.organisasjonsnummer !== number) throw new UpstreamGarbage('wrong_shape')
  return recordOf(found)
}

function recordOf(found: Unit): RegisterRecord {
  const { organisasjonsnummer: number, registrertIMvaregisteret: vatRegistered, kapital, sisteInnsendteAarsregnskap: year } = found
  const { status, text } = statusOf(found)
  return {
    ...bareRecord('NO', number),
    vatId: vatRegistered === true ? `NO${number}MVA` : null,
    vatRegistered,
    legalName: found.navn,
    otherNames: (found.historiskeNavn ?? []).flatMap(({ navn, fraDato, tilDato }) =>
      navn === null ? [] : [{ name: navn, kind: 'former' as const, from: fraDato, to: tilDato }],
    ),
    legalForm: { code: found.organisasjonsform?.kode ?? null, name: found.organisasjonsform?.beskrivelse ?? null },
    status,
    statusText: text,
    address: placeOf(found.forretningsadresse),
    postalAddress: placeOf(found.postadresse),
    incorporated: found.stiftelsesdato ?? found.registreringsdatoEnhetsregisteret,
    dissolved: found.slettedato,
    capital: capitalOf(kapital?.belop, kapital?.valuta),
    activities: [found.naeringskode1, found.naeringskode2, found.naeringskode3].flatMap((one) =>
      one ? [{ code: one.kode, scheme: 'SN (NACE Rev. 2)', text: one.beskrivelse }] : [],
    ),
    accounts: year ? [{ year: Number(year), periodEnd: null, currency: null, turnover: null, netResult: null }] : [],
  }
}

function statusOf(found: Unit): { status: CompanyStatus; text: string | null } {
  if (found.slettedato !== null) return { status: 'dissolved', text: 'slettedato' }
  if (found.konkurs === true) return { status: 'insolvent', text: 'konkurs' }
  if (found.underAvvikling === true) return { status: 'in_liquidation', text: 'underAvvikling' }
  if (found.underTvangsavviklingEllerTvangsopplosning === true) {
    return { status: 'in_liquidation', text: 'underTvangsavviklingEllerTvangsopplosning' }
  }
  return { status: found.konkurs === null ? 'unknown' : 'active', text: null }
}

function placeOf(given: z.output<typeof address>) {
  if (!given) return null
  const country = given.landkode
  const street = joined(given.adresse ?? []) || null
  return addressOf({ street, postalCode: given.postnummer, city: given.poststed, country: country?.length === 2 ? country : null })
}
