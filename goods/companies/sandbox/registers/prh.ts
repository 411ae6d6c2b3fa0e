import { json, retryAfter } from '../../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../../src/goods/kit/stand-ins.ts'
import { byName, byNumber, publishedSince, serialOf, type PublishedChange, type Registered } from './registered.ts'

function failure(status: number, message: string): Reply {
  return json({ timestamp: '2026-10-05T09:33:58.000+00:00', message, errorcode: status }, status)
}

const words = (text: string) => [{ languageCode: '1', description: text }]

function namesOf(one: Registered) {
  const since = one.formerNames.at(-1)?.to ?? one.founded
  const former = one.formerNames.toReversed().map(({ name, from, to }, index) => ({
    name,
    type: '1',
    registrationDate: from,
    endDate: to,
    version: index + 2,
    source: '1',
  }))
  return [{ name: one.name, type: '1', registrationDate: since, version: 1, source: '1' }, ...former]
}

function companyOf(one: Registered) {
  const { company, number, status } = one
  const situation = status === 'insolvent' ? 'KONK' : status === 'in_liquidation' ? 'SELTILA' : null
  const entry = (register: string, text: string, ended: string | null) => ({
    type: '1',
    descriptions: words(text),
    registrationDate: one.founded,
    ...(ended === null ? {} : { endDate: ended }),
    register,
    authority: '1',
  })
  return {
    businessId: { value: number, registrationDate: one.founded, source: '3' },
    euId: { value: `FIFPRO.${number}`, source: '1' },
    names: namesOf(one),
    mainBusinessLine: {
      type: company.activity.code.replace('.', '').padEnd(5, '0'),
      descriptions: words(company.activity.text),
      typeCodeSet: 'TOIMI4',
      registrationDate: one.founded,
      source: '2',
    },
    companyForms: [{ type: company.legalForm.code, descriptions: words(company.legalForm.name), version: 1, source: '1' }],
    companySituations: situation ? [{ type: situation, registrationDate: one.changed, source: '1' }] : [],
    registeredEntries: [
      entry('1', 'Rekisterissä', one.ended),
      ...(one.vatRegistered ? [entry('6', 'Rekisterissä', null)] : [entry('6', 'Päättynyt', one.changed)]),
    ],
    addresses: [
      {
        type: 1,
        street: one.street,
        postCode: one.postalCode,
        postOffices: [{ city: one.city, languageCode: '1', municipalityCode: '049' }],
        registrationDate: one.changed,
        source: '0',
      },
    ],
    tradeRegisterStatus: one.ended === null ? '1' : '4',
    status: '2',
    registrationDate: one.founded,
    ...(one.ended === null ? {} : { endDate: one.ended }),
    lastModified: `${one.changed} 05:10:21`,
  }
}

/** The register's words for what a notice contains. */
function entriesOf(change: PublishedChange): string[] {
  if (change.before === null) return ['Uusi yritys']
  return [
    ...(change.name === undefined ? [] : ['Toiminimi']),
    ...(change.street === undefined ? [] : ['Osoite']),
    ...(change.officers === undefined ? [] : ['Hallitus']),
    ...(change.capital === undefined ? [] : ['Osakepääoma']),
    ...(change.accountsFor === undefined ? [] : ['Tilinpäätös']),
    ...(change.status === 'insolvent' ? ['Konkurssi'] : []),
    ...(change.status === 'in_liquidation' ? ['Selvitystila'] : []),
    ...(change.status === 'merged' ? ['Sulautuminen'] : []),
    ...(change.status === 'dissolved' ? ['Lakkaaminen'] : []),
  ]
}

function noticesOf(one: Registered, now: number) {
  return publishedSince(one, '', now)
    .toReversed()
    .filter((change) => entriesOf(change).length > 0)
    .map((change) => ({
      recordNumber: `${change.on.slice(0, 4)}/${serialOf(one) * 1_000 + change.index}`,
      registrationDate: change.on,
      typeOfRegistration: change.before === null ? 'P' : 'M',
      entryCodes: entriesOf(change),
    }))
}

/** https://avoindata.prh.fi */
export const prh: StandIn = {
  answer({ url, now }) {
    const [, number] = /^\/opendata-registerednotices-api\/v3\/(\d{7}-\d)$/.exec(url.pathname) ?? []
    if (number !== undefined) {
      const one = byNumber('FI', number, now)
      if (!one) return failure(404, 'Not found')
      return json({ companies: [{ businessId: { value: number }, names: namesOf(one), publicNotices: noticesOf(one, now) }] })
    }
    if (url.pathname !== '/opendata-ytj-api/v3/companies') return failure(404, 'Not found')
    const id = url.searchParams.get('businessId')
    const found =
      id === null ? byName('FI', url.searchParams.get('name') ?? '', now) : [byNumber('FI', id, now)].filter((one) => one !== undefined)
    return json({ totalResults: found.length, companies: found.map(companyOf) })
  },
  rateLimited: { ...failure(429, 'Too Many Requests'), headers: retryAfter },
  broken: failure(500, 'Internal Server Error'),
}
