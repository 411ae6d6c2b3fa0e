import { dayOf } from '../population/company-at.ts'
import { json } from '../../../../src/goods/kit/stand-ins.ts'
import type { StandInRequest as Asked, StandInReply as Reply, FailingStandIn as StandIn } from '../../../../src/goods/kit/stand-ins.ts'
import { byName, byNumber, publishedSince, registeredIn, type Registered } from './registered.ts'

const api = '/ekonomicke-subjekty-v-be/rest'
const dayMs = 86_400_000
/** ARES keeps its batches for about a month. */
const keptDays = 30
const firstBatchDay = Date.UTC(2023, 0, 1)

function failure(status: number, kod: string, popis: string, subKod?: string): Reply {
  return json({ kod, popis, ...(subKod === undefined ? {} : { subKod }) }, status)
}

function subjectOf(one: Registered) {
  const { number, company, status } = one
  const state = one.ended === null ? 'AKTIVNI' : 'ZANIKLY'
  const postalCode = Number(one.postalCode.replaceAll(' ', ''))
  return {
    ico: number,
    obchodniJmeno: one.name,
    sidlo: {
      kodStatu: 'CZ',
      nazevStatu: 'Česká republika',
      nazevObce: one.city,
      nazevUlice: one.street.replace(/ [\d/]+$/, ''),
      cisloDomovni: Number(/ (\d+)(?:\/\d+)?$/.exec(one.street)?.[1] ?? 1),
      ...(/\/(\d+)$/.test(one.street) ? { cisloOrientacni: Number(/\/(\d+)$/.exec(one.street)?.[1]) } : {}),
      psc: postalCode,
      textovaAdresa: `${one.street}, ${postalCode} ${one.city}`,
      standardizaceAdresy: true,
    },
    pravniForma: company.legalForm.code,
    pravniFormaRos: company.legalForm.code,
    financniUrad: '013',
    datumVzniku: one.founded,
    ...(one.ended === null ? {} : { datumZaniku: one.ended }),
    datumAktualizace: one.changed,
    ...(company.vatId === null ? {} : { dic: company.vatId }),
    icoId: number,
    seznamRegistraci: {
      stavZdrojeRos: state,
      stavZdrojeVr: state,
      stavZdrojeRes: state,
      stavZdrojeRzp: state,
      stavZdrojeDph: one.vatRegistered ? 'AKTIVNI' : company.vatId === null ? 'NEEXISTUJICI' : 'ZANIKLY',
      stavZdrojeIr: status === 'insolvent' ? 'AKTIVNI' : 'NEEXISTUJICI',
      stavZdrojeCeu: 'NEEXISTUJICI',
    },
    primarniZdroj: 'ros',
    czNace: [company.activity.code.replace('.', '').padEnd(5, '0'), '00'],
  }
}

function answerSearch(body: string | undefined, now: number): Reply {
  const { obchodniJmeno = '' } = parsed(body) as { obchodniJmeno?: string }
  if (obchodniJmeno.length < 2) return failure(400, 'CHYBA_VSTUPU', 'Prilis kratky nazev', 'VSTUP_PRILIS_KRATKY')
  const found = byName('CZ', obchodniJmeno, now)
  return json({ pocetCelkem: found.length, ekonomickeSubjekty: found.map(subjectOf) })
}

function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '{}')
  } catch {
    return {}
  }
}

/** One batch a day. */
function batchOf(day: string): number {
  return Math.round((Date.parse(day) - firstBatchDay) / dayMs)
}

function answerBatches(now: number): Reply {
  const days = Array.from({ length: keptDays }, (_, back) => dayOf(now - back * dayMs))
  return json({
    notifikacniDavky: days.map((day) => ({
      cisloDavky: batchOf(day),
      datovyZdroj: 'vr',
      datumUvolneniDavky: day,
      pocetZmen: notificationsOn(day, now).length,
    })),
  })
}

function notificationsOn(day: string, now: number) {
  return registeredIn('CZ', now).flatMap((one) => {
    const change = publishedSince(one, day, now).find(({ on }) => on === day)
    if (!change) return []
    const ends = change.status === 'dissolved' || change.status === 'merged'
    return [{ icoId: one.number, typZmeny: change.before === null ? 'INS' : ends ? 'DEL' : 'UPD' }]
  })
}

function answer({ url, body, now }: Asked): Reply {
  const path = url.pathname.replace(api, '')
  if (path === '/ekonomicke-subjekty/vyhledat') return answerSearch(body, now)
  if (path === '/ekonomicke-subjekty-notifikace/vyhledat') return answerBatches(now)
  const [, batch] = /^\/ekonomicke-subjekty-notifikace\/datovy-zdroj\/vr\/cislo-davky\/(\d+)$/.exec(path) ?? []
  if (batch !== undefined) {
    const day = dayOf(firstBatchDay + Number(batch) * dayMs)
    return json({ cisloDavky: Number(batch), datovyZdroj: 'vr', seznamNotifikaci: notificationsOn(day, now) })
  }
  const [, ico = ''] = /^\/ekonomicke-subjekty\/([^/]+)$/.exec(path) ?? []
  if (!/^\d{8}$/.test(ico)) return failure(400, 'CHYBA_VSTUPU', 'Neplatny format ICO', 'VSTUP_NEVALIDNI_FORMAT_ICO')
  const one = byNumber('CZ', ico, now)
  return one ? json(subjectOf(one)) : failure(404, 'NENALEZENO', `Ekonomický subjekt ${ico} nebyl nalezen`)
}

/** https://ares.gov.cz/stranky/vyvojar-info */
export const ares: StandIn = {
  answer,
  // It answers bursts with a page of its firewall.
  rateLimited: { status: 403, contentType: 'text/html; charset=utf-8', body: '<html><body><h1>403 Forbidden</h1></body></html>' },
  broken: failure(500, 'OBECNA_CHYBA', 'Obecná chyba'),
}
