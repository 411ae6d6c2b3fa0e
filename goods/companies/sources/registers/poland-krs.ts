import { readJson, source, z } from '../../../../src/goods/door.ts'
import { type Source, type SourceTools, UpstreamGarbage, type UpstreamResponse } from '../../../../src/goods/kit/http.ts'
import type { CompanyStatus, RegisterRecord } from '../register-record.ts'
import { withoutSeparators } from './check-digits.ts'
import { normaliseNip } from './nip.ts'
import { activityCode, addressOf, amount, bareRecord, capitalOf, joined, line, polishDay } from './record-fields.ts'
import { createRegister, patience, recordFeed } from './register-adapter.ts'

export const krs = source({
  id: 'krs',
  name: 'KRS, National Court Register (Poland)',
  licence: 'Open public data of Poland',
  attribution: 'Source: National Court Register (KRS), Ministry of Justice of Poland',
  resale: 'open',
  homepage: 'https://prs-openapi2-prs-prod.apps.ocp.prod.ms.gov.pl',
  baseUrl: 'https://api-krs.ms.gov.pl',
  standing: 'publisher',
  requestLimit: { requests: 25, perMs: 5_000 },
  patience,
  create: createKrs,
})

/** A part of the extract of which only its presence counts. It can contain names of persons, so nothing of it is kept. */
const presence = z.unknown().transform((given) => {
  if (Array.isArray(given)) return given.length > 0
  return typeof given === 'object' && given !== null && Object.keys(given).length > 0
})
const extract = z.object({
  odpis: z.object({
    naglowekA: z.object({
      numerKRS: z.string().regex(/^\d{10}$/),
      dataRejestracjiWKRS: polishDay,
      dataOstatniegoWpisu: polishDay.nullish(),
      stanPozycji: z.int().nullish(),
    }),
    dane: z.object({
      dzial1: z.object({
        danePodmiotu: z.object({
          nazwa: line,
          formaPrawna: line,
          identyfikatory: z.object({ nip: line, regon: line }).nullish(),
        }),
        siedzibaIAdres: z
          .object({
            siedziba: z.object({ wojewodztwo: line }).nullish(),
            adres: z.object({ ulica: line, nrDomu: line, nrLokalu: line, miejscowosc: line, kodPocztowy: line, kraj: line }).nullish(),
          })
          .nullish(),
        kapital: z.object({ wysokoscKapitaluZakladowego: z.object({ wartosc: amount, waluta: line }).nullish() }).nullish(),
      }),
      dzial3: z
        .object({
          przedmiotDzialalnosci: z
            .object({
              przedmiotPrzewazajacejDzialalnosci: z
                .array(z.object({ opis: line, kodDzial: line, kodKlasa: line, kodPodklasa: line }))
                .max(20)
                .nullish(),
            })
            .nullish(),
        })
        .nullish(),
      dzial6: z
        .object({ likwidacja: presence, postepowanieUpadlosciowe: presence, rozwiazanieUniewaznienie: presence })
        .partial()
        .nullish(),
    }),
  }),
})
type Extract = z.output<typeof extract>['odpis']

/** Entrepreneurs, and then associations and foundations: a company is in one of the two parts. */
const registerParts = ['P', 'S'] as const

function createKrs(source: Source, parts: SourceTools) {
  const pathOf = (krs: string, part: string) => `/api/krs/OdpisAktualny/${krs}?rejestr=${part}&format=json`
  const record = recordFeed(source, {
    address: (krs) => pathOf(krs, registerParts[0]),
    budgetMs: parts.limits.budgetMs * 3 * registerParts.length,
    load: async (krs, signal) => {
      for (const part of registerParts) {
        const request = { path: pathOf(krs, part), alsoAccept: [404], maxBytes: 8_000_000 }
        const found = await source.ask({ ...request, read: (answer) => readExtract(answer, krs) }, signal)
        if (found) return found
      }
      return null
    },
  })
  return createRegister(parts, {
    country: 'PL',
    source,
    record,
    normalise,
    // A NIP contains no KRS number; the White List knows it.
    fromVat: () => null,
  })
}

/** Ten digits, without a check digit. People leave the zeros in front out. */
function normalise(text: string): string | null {
  const digits = withoutSeparators(text).replace(/^KRS/, '')
  if (!/^\d{1,10}$/.test(digits) || /^0*$/.test(digits)) return null
  return digits.padStart(10, '0')
}

function readExtract(answer: UpstreamResponse, krs: string): RegisterRecord | null {
  if (answer.status === 404 || answer.status === 204) return null
  const { odpis } = readJson(answer, extract)
  if (odpis.naglowekA.numerKRS !== krs) throw new UpstreamGarbage('wrong_shape')
  return recordOf(odpis)
}

function recordOf({ naglowekA: head, dane }: Extract): RegisterRecord {
  const { danePodmiotu: named, siedzibaIAdres: seat, kapital } = dane.dzial1
  const { status, text } = statusOf(head.stanPozycji ?? null, dane.dzial6 ?? {})
  const nip = normaliseNip(named.identyfikatory?.nip ?? '')
  const place = seat?.adres
  const capital = kapital?.wysokoscKapitaluZakladowego
  return {
    ...bareRecord('PL', head.numerKRS),
    vatId: nip === null ? null : `PL${nip}`,
    legalName: named.nazwa,
    legalForm: { code: null, name: named.formaPrawna },
    status,
    statusText: text,
    address: place
      ? addressOf({
          street: joined([place.ulica, joined([place.nrDomu, place.nrLokalu], '/')], ' ') || null,
          postalCode: place.kodPocztowy,
          city: place.miejscowosc,
          region: seat.siedziba?.wojewodztwo ?? null,
          country: place.kraj === 'POLSKA' ? 'PL' : null,
        })
      : null,
    incorporated: head.dataRejestracjiWKRS,
    capital: capitalOf(capital?.wartosc, capital?.waluta),
    activities: (dane.dzial3?.przedmiotDzialalnosci?.przedmiotPrzewazajacejDzialalnosci ?? []).flatMap(
      ({ opis, kodDzial, kodKlasa, kodPodklasa }) => {
        const code = activityCode.safeParse(joined([kodDzial, kodKlasa, kodPodklasa], '.'))
        return code.success ? [{ code: code.data, scheme: 'PKD', text: opis }] : []
      },
    ),
    lastModified: head.dataOstatniegoWpisu ?? null,
  }
}

/** Section 6 of the extract has liquidation and bankruptcy. */
function statusOf(state: number | null, section: NonNullable<Extract['dane']['dzial6']>): { status: CompanyStatus; text: string | null } {
  if (section.postepowanieUpadlosciowe === true) return { status: 'insolvent', text: 'postepowanieUpadlosciowe' }
  if (section.likwidacja === true) return { status: 'in_liquidation', text: 'likwidacja' }
  if (section.rozwiazanieUniewaznienie === true) return { status: 'in_liquidation', text: 'rozwiazanieUniewaznienie' }
  // 1 is the only state of the entry whose meaning is documented by recordings.
  return state === null || state === 1 ? { status: 'active', text: null } : { status: 'unknown', text: `stanPozycji ${state}` }
}
