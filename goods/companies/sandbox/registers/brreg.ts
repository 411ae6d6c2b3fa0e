import { json, retryAfter } from '../../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../../src/goods/kit/stand-ins.ts'
import { byName, byNumber, publishedSince, serialOf, type PublishedChange, type Registered } from './registered.ts'

const api = 'https://data.brreg.no/enhetsregisteret/api'

function failure(status: number, error: string): Reply {
  return json({ timestamp: '2026-10-05T09:33:58.000+00:00', status, error, message: error, path: '/enhetsregisteret/api/enheter' }, status)
}

function addressOf({ street, postalCode, city }: { street: string; postalCode: string; city: string }) {
  return { land: 'Norge', landkode: 'NO', postnummer: postalCode, poststed: city, adresse: [street], kommune: city, kommunenummer: '5501' }
}

function unitOf(one: Registered) {
  const { number, company, status } = one
  const ended = one.ended === null ? {} : { slettedato: one.ended }
  const form = { kode: company.legalForm.code, beskrivelse: company.legalForm.name }
  const common = { organisasjonsnummer: number, navn: one.name, organisasjonsform: form, ...ended }
  if (one.ended !== null) return { ...common, respons_klasse: 'SlettetEnhet', _links: { self: { href: `${api}/enheter/${number}` } } }
  return {
    ...common,
    respons_klasse: 'Enhet',
    historiskeNavn: one.formerNames.map(({ name, from, to }) => ({ navn: name, fraDato: `${from} 07:00:00`, tilDato: `${to} 07:00:00` })),
    registreringsdatoEnhetsregisteret: one.founded,
    stiftelsesdato: one.founded,
    registrertIMvaregisteret: one.vatRegistered,
    naeringskode1: { kode: company.activity.code, beskrivelse: company.activity.text },
    antallAnsatte: 12,
    telefon: '00 00 00 00',
    epostadresse: 'post@example.no',
    forretningsadresse: addressOf(one),
    ...(one.capital ? { kapital: { belop: Number(one.capital.amount), valuta: one.capital.currency, type: 'Aksjekapital' } } : {}),
    ...(one.accounts[0] ? { sisteInnsendteAarsregnskap: String(one.accounts[0].year) } : {}),
    konkurs: status === 'insolvent',
    underAvvikling: status === 'in_liquidation',
    underTvangsavviklingEllerTvangsopplosning: false,
    maalform: 'Bokmål',
    paategninger: [],
    _links: { self: { href: `${api}/enheter/${number}` } },
  }
}

function patchOf(change: PublishedChange) {
  const replace = (path: string, value: unknown) => ({ op: 'replace', path, value })
  return [
    ...(change.name === undefined ? [] : [replace('/navn', change.name)]),
    ...(change.street === undefined ? [] : [replace('/forretningsadresse/adresse/0', change.street)]),
    ...(change.postalCode === undefined ? [] : [replace('/forretningsadresse/postnummer', change.postalCode)]),
    ...(change.city === undefined ? [] : [replace('/forretningsadresse/poststed', change.city)]),
    ...(change.status === 'insolvent' ? [replace('/konkurs', true)] : []),
    ...(change.status === 'in_liquidation' ? [replace('/underAvvikling', true)] : []),
    ...(change.vatRegistered === undefined ? [] : [replace('/registrertIMvaregisteret', change.vatRegistered)]),
    ...(change.capital === undefined ? [] : [replace('/kapital/belop', Number(change.capital.amount))]),
    ...(change.accountsFor === undefined ? [] : [replace('/sisteInnsendteAarsregnskap', String(change.accountsFor.year))]),
    ...(change.officers === undefined ? [] : [replace('/telefon', '00 00 00 01')]),
  ]
}

function updatesOf(one: Registered, since: string, now: number) {
  return publishedSince(one, since, now)
    .filter((change) => patchOf(change).length > 0 || change.status !== undefined)
    .map((change) => ({
      oppdateringsid: 24_000_000 + serialOf(one) * 100 + change.index,
      dato: `${change.on}T05:04:30.125Z`,
      organisasjonsnummer: one.number,
      endringstype: change.before === null ? 'Ny' : change.status === 'dissolved' || change.status === 'merged' ? 'Sletting' : 'Endring',
      endringer: patchOf(change),
      _links: { enhet: { href: `${api}/enheter/${one.number}` } },
    }))
    .toReversed()
}

function answerUpdates({ searchParams }: URL, now: number): Reply {
  const one = byNumber('NO', searchParams.get('organisasjonsnummer') ?? '', now)
  const since = (searchParams.get('dato') ?? '').slice(0, 10)
  if (!/^\d{4}-\d\d-\d\d$/.test(since)) return failure(400, 'Bad Request')
  const updates = one ? updatesOf(one, since, now) : []
  const size = Number(searchParams.get('size') ?? 20)
  return json({
    ...(updates.length > 0 ? { _embedded: { oppdaterteEnheter: updates.slice(0, size) } } : {}),
    _links: { self: { href: `${api}/oppdateringer/enheter` } },
    page: { size, totalElements: updates.length, totalPages: 1, number: 0 },
  })
}

/** https://data.brreg.no/enhetsregisteret/api/dokumentasjon/en/index.html */
export const brreg: StandIn = {
  answer({ url, now }) {
    const path = url.pathname.replace('/enhetsregisteret/api', '')
    if (path === '/oppdateringer/enheter') return answerUpdates(url, now)
    if (path === '/enheter') {
      const found = byName('NO', url.searchParams.get('navn') ?? '', now).map(unitOf)
      const page = { size: 20, totalElements: found.length, totalPages: 1, number: 0 }
      return json({ ...(found.length > 0 ? { _embedded: { enheter: found } } : {}), _links: {}, page })
    }
    const [, number = ''] = /^\/enheter\/(\d{9})$/.exec(path) ?? []
    if (number === '') return failure(400, 'Bad Request')
    const one = byNumber('NO', number, now)
    if (!one) return { status: 404, contentType: 'application/json', body: '' }
    return json(unitOf(one))
  },
  rateLimited: { ...failure(429, 'Too Many Requests'), headers: retryAfter },
  broken: failure(500, 'Internal Server Error'),
}
