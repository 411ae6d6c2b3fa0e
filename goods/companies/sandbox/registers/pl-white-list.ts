import { weightedSum } from '../../sources/registers/check-digits.ts'
import { json } from '../../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../../src/goods/kit/stand-ins.ts'
import { registeredIn, type Registered } from './registered.ts'

function failure(status: number, code: string, message: string): Reply {
  return json({ code, message }, status)
}

function subjectOf(one: Registered) {
  return {
    name: one.name,
    nip: one.company.vatId?.slice(2),
    statusVat: one.vatRegistered ? 'Czynny' : 'Niezarejestrowany',
    regon: '000000000',
    pesel: null,
    krs: one.number,
    residenceAddress: null,
    workingAddress: `${one.street}, ${one.postalCode} ${one.city}`.toUpperCase(),
    representatives: [],
    authorizedClerks: [],
    partners: [],
    registrationLegalDate: one.founded,
    registrationDenialDate: null,
    registrationDenialBasis: null,
    restorationDate: null,
    removalDate: one.vatRegistered ? null : one.changed,
    accountNumbers: ['00000000000000000000000000'],
    hasVirtualAccounts: false,
  }
}

/** https://www.gov.pl/web/kas/api-wykazu-podatnikow-vat */
export const plWhiteList: StandIn = {
  answer({ url, now }) {
    const [, nip = ''] = /^\/api\/search\/nip\/([^/]+)$/.exec(url.pathname) ?? []
    if (!/^\d{4}-\d\d-\d\d$/.test(url.searchParams.get('date') ?? '')) return failure(400, 'WL-101', 'Pole "data" nie może być puste.')
    if (nip.length !== 10) return failure(400, 'WL-113', 'Pole "NIP" ma nieprawidłową długość. Wymagane 10 znaków.')
    if (!/^\d+$/.test(nip)) return failure(400, 'WL-114', 'Pole "NIP" zawiera niedozwolone znaki. Wymagane tylko cyfry.')
    if (weightedSum(nip, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 !== Number(nip[9])) return failure(400, 'WL-115', 'Nieprawidłowy NIP.')
    const one = registeredIn('PL', now).find(({ company }) => company.vatId === `PL${nip}`)
    const time = new Date(now).toISOString()
    return json({ result: { subject: one ? subjectOf(one) : null, requestDateTime: time.slice(0, 19), requestId: 'd2n10-84df1a1' } })
  },
  rateLimited: failure(429, 'WL-191', 'Przekroczono limit zapytań.'),
  broken: json({ timestamp: '2026-10-05T09:33:58', status: 500, error: 'Internal Server Error' }, 500),
}
