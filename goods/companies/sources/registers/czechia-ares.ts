import { readJson, source, z } from '../../../../src/goods/door.ts'
import { type Source, type SourceTools, UpstreamGarbage, type UpstreamResponse } from '../../../../src/goods/kit/http.ts'
import type { Clock } from '../../../../src/goods/kit/parts.ts'
import type { CompanyStatus, RegisterRecord } from '../register-record.ts'
import { refuseBurstPage } from './ares-burst-page.ts'
import { aresChangeFeed } from './ares-changes.ts'
import { candidateOf } from './candidate-of.ts'
import { isIco, withoutSeparators } from './check-digits.ts'
import { activityCode, addressOf, bareRecord, day, joined, line } from './record-fields.ts'
import { createRegister, maxCandidates, nameFeed, patience, recordFeed } from './register-adapter.ts'

export const ares = source({
  id: 'ares',
  name: 'ARES, Administrative Register of Economic Subjects (Czechia)',
  licence: 'Open public data of the Czech Republic',
  attribution: 'Source: ARES, Ministry of Finance of the Czech Republic',
  resale: 'open',
  homepage: 'https://ares.gov.cz/stranky/vyvojar-info',
  baseUrl: 'https://ares.gov.cz',
  standing: 'publisher',
  requestLimit: { requests: 40, perMs: 5_000 },
  patience,
  create: createAres,
})

const api = '/ekonomicke-subjekty-v-be/rest'
const number = z.union([z.string().max(20), z.number().transform(String)]).nullish()
const subject = z.object({
  ico: z
    .string()
    .regex(/^\d{8}$/)
    .nullish(),
  obchodniJmeno: line,
  sidlo: z
    .object({
      kodStatu: line,
      nazevKraje: line,
      nazevObce: line,
      nazevMestskehoObvodu: line,
      nazevUlice: line,
      nazevCastiObce: line,
      cisloDomovni: number,
      cisloOrientacni: number,
      psc: number,
      textovaAdresa: line,
    })
    .nullish(),
  pravniForma: line,
  datumVzniku: day,
  datumZaniku: day,
  datumAktualizace: day,
  dic: line,
  czNace: z.array(activityCode).max(500).nullish(),
  seznamRegistraci: z.record(z.string(), z.unknown()).nullish(),
})
type Subject = z.output<typeof subject>
const subjects = z.object({ pocetCelkem: z.int().nonnegative(), ekonomickeSubjekty: z.array(subject).max(1_000) })

function createAres(source: Source, parts: SourceTools) {
  const pathOf = (ico: string) => `${api}/ekonomicke-subjekty/${ico}`
  const searchPath = `${api}/ekonomicke-subjekty/vyhledat`
  const record = recordFeed(source, {
    address: pathOf,
    load: (ico, signal) =>
      source.ask({ path: pathOf(ico), alsoAccept: [403, 404], read: (answer) => readSubject(answer, ico, parts.clock) }, signal),
  })
  const names = nameFeed(source, {
    address: () => searchPath,
    load: (name, signal) =>
      source.ask(
        {
          path: searchPath,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ obchodniJmeno: name, pocet: maxCandidates, start: 0 }),
          alsoAccept: [403],
          read(answer) {
            refuseBurstPage(answer)
            return readJson(answer, subjects).ekonomickeSubjekty.flatMap((one) =>
              one.ico ? candidateOf(recordOf(one, one.ico, parts.clock)) : [],
            )
          },
        },
        signal,
      ),
  })
  const published = aresChangeFeed(source, parts)
  return createRegister(parts, {
    country: 'CZ',
    source,
    record,
    names,
    published,
    normalise,
    // A VAT number of a person contains a birth number, which has nine or ten digits.
    fromVat: (vatNumber: string) => (/^\d{8}$/.test(withoutSeparators(vatNumber)) ? normalise(vatNumber) : null),
  })
}

/** Eight digits; old numbers come without their zeros in front. */
function normalise(text: string): string | null {
  const digits = withoutSeparators(text).replace(/^CZ(?=\d)/, '')
  if (!/^\d{1,8}$/.test(digits)) return null
  const ico = digits.padStart(8, '0')
  return isIco(ico) ? ico : null
}

function readSubject(answer: UpstreamResponse, ico: string, clock: Clock): RegisterRecord | null {
  refuseBurstPage(answer)
  if (answer.status === 404) return null
  const found = readJson(answer, subject)
  if (found.ico !== ico) throw new UpstreamGarbage('wrong_shape')
  return recordOf(found, ico, clock)
}

function recordOf(found: Subject, ico: string, clock: Clock): RegisterRecord {
  const { sidlo } = found
  const { status, text } = statusOf(found, new Date(clock.now()).toISOString().slice(0, 10))
  const vat = found.seznamRegistraci?.['stavZdrojeDph']
  const houses = joined([sidlo?.cisloDomovni, sidlo?.cisloOrientacni], '/')
  return {
    ...bareRecord('CZ', ico),
    vatId: found.dic?.startsWith('CZ') === true ? found.dic : null,
    vatRegistered: typeof vat === 'string' ? vat === 'AKTIVNI' : null,
    legalName: found.obchodniJmeno,
    legalForm: { code: found.pravniForma, name: null },
    status,
    statusText: text,
    address: sidlo
      ? addressOf({
          ...(sidlo.textovaAdresa === null ? {} : { text: sidlo.textovaAdresa }),
          street: joined([sidlo.nazevUlice ?? sidlo.nazevCastiObce, houses], ' ') || null,
          postalCode: sidlo.psc ?? null,
          city: sidlo.nazevMestskehoObvodu ?? sidlo.nazevObce,
          region: sidlo.nazevKraje,
          country: sidlo.kodStatu?.length === 2 ? sidlo.kodStatu : null,
        })
      : null,
    incorporated: found.datumVzniku,
    dissolved: found.datumZaniku,
    // "00" is the register's code for "not given".
    activities: (found.czNace ?? [])
      .filter((code) => code !== '00')
      .slice(0, 20)
      .map((code) => ({ code, scheme: 'CZ-NACE', text: null })),
    lastModified: found.datumAktualizace,
  }
}

/** A day of dissolution can lie in the future. */
function statusOf(
  { datumZaniku, obchodniJmeno, seznamRegistraci }: Subject,
  today: string,
): { status: CompanyStatus; text: string | null } {
  if (datumZaniku !== null && datumZaniku <= today) return { status: 'dissolved', text: `datumZaniku ${datumZaniku}` }
  const state = (name: string) => seznamRegistraci?.[`stavZdroje${name}`]
  // The register of insolvencies, and the old one of bankruptcies.
  for (const name of ['Ir', 'Ceu']) if (state(name) === 'AKTIVNI') return { status: 'insolvent', text: `stavZdroje${name} AKTIVNI` }
  // ARES has no member for it, but the law makes the company carry it in its name.
  if (/\bv likvidaci$/i.test(obchodniJmeno ?? '')) return { status: 'in_liquidation', text: 'v likvidaci' }
  const base = ['Ros', 'Vr', 'Res'].map((name) => ({ name, state: state(name) }))
  const active = base.find((one) => one.state === 'AKTIVNI')
  if (active) return { status: 'active', text: `stavZdroje${active.name} AKTIVNI` }
  const ended = base.find((one) => one.state === 'ZANIKLY' || one.state === 'HISTORICKY')
  return ended ? { status: 'dissolved', text: `stavZdroje${ended.name} ${ended.state as string}` } : { status: 'unknown', text: null }
}
