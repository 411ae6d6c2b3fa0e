import { json, retryAfter } from '../../../../src/goods/kit/stand-ins.ts'
import type { FailingStandIn as StandIn } from '../../../../src/goods/kit/stand-ins.ts'
import { byNumber, polishDay, publishedSince, type Registered } from './registered.ts'

function extractOf(one: Registered, now: number) {
  const { company, status } = one
  const [section = '', group = ''] = company.activity.code.split('.')
  const [, road = one.street, house = '1'] = /^(.*) (\S+)$/.exec(one.street) ?? []
  const board = Array.from({ length: one.officers }, () => ({
    nazwisko: { nazwiskoICzlon: 'E*******' },
    imiona: { imie: 'J***' },
    identyfikator: { pesel: '8**********' },
    funkcjaWOrganie: 'CZŁONEK ZARZĄDU',
  }))
  return {
    odpis: {
      rodzaj: 'Aktualny',
      naglowekA: {
        rejestr: 'RejP',
        numerKRS: one.number,
        dataCzasOdpisu: '05.10.2026 09:33:58',
        stanZDnia: polishDay(one.changed),
        dataRejestracjiWKRS: polishDay(one.founded),
        numerOstatniegoWpisu: publishedSince(one, '', now).length,
        dataOstatniegoWpisu: polishDay(one.changed),
        sygnaturaAktSprawyDotyczacejOstatniegoWpisu: 'RDF/1/26/1',
        oznaczenieSaduDokonujacegoOstatniegoWpisu: 'SYSTEM',
        stanPozycji: one.ended === null ? 1 : 4,
      },
      dane: {
        dzial1: {
          danePodmiotu: {
            formaPrawna: company.legalForm.name,
            identyfikatory: { regon: '00000000000000', nip: company.vatId?.slice(2) },
            nazwa: one.name,
            czyPosiadaStatusOPP: false,
          },
          siedzibaIAdres: {
            siedziba: { kraj: 'POLSKA', wojewodztwo: 'POMORSKIE', miejscowosc: one.city },
            adres: { ulica: road, nrDomu: house, miejscowosc: one.city, kodPocztowy: one.postalCode, poczta: one.city, kraj: 'POLSKA' },
          },
          ...(one.capital
            ? { kapital: { wysokoscKapitaluZakladowego: { wartosc: withComma(one.capital.amount), waluta: one.capital.currency } } }
            : {}),
        },
        dzial2: { reprezentacja: { nazwaOrganu: 'ZARZĄD', sklad: board } },
        dzial3: {
          przedmiotDzialalnosci: {
            przedmiotPrzewazajacejDzialalnosci: [{ opis: company.activity.text, kodDzial: section, kodKlasa: group, kodPodklasa: 'Z' }],
          },
        },
        dzial4: {},
        dzial5: {},
        dzial6: {
          ...(status === 'in_liquidation' ? { likwidacja: [{ otwarcieLikwidacji: 'UCHWAŁA ZGROMADZENIA WSPÓLNIKÓW' }] } : {}),
          ...(status === 'insolvent' ? { postepowanieUpadlosciowe: [{ ogloszenieUpadlosci: 'POSTANOWIENIE' }] } : {}),
        },
      },
    },
  }
}

/** `4200000` as `4200000,00` */
function withComma(amount: string): string {
  const [whole = '', cents = ''] = amount.split('.')
  return `${whole},${cents.padEnd(2, '0')}`
}

const notFound = json({ type: 'https://tools.ietf.org/html/rfc7231#section-6.5.4', title: 'Not Found', status: 404 }, 404)

/** The open API of KRS. */
export const krs: StandIn = {
  answer({ url, now }) {
    const [, number = ''] = /^\/api\/krs\/OdpisAktualny\/(\d{10})$/.exec(url.pathname) ?? []
    const one = url.searchParams.get('rejestr') === 'P' ? byNumber('PL', number, now) : undefined
    return one ? json(extractOf(one, now)) : notFound
  },
  rateLimited: json({ title: 'Too Many Requests', status: 429 }, 429, retryAfter),
  broken: json({ title: 'An error occurred while processing your request.', status: 500 }, 500),
}
