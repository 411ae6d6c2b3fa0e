import { json, retryAfter } from '../../../../src/goods/kit/stand-ins.ts'
import type { FailingStandIn as StandIn } from '../../../../src/goods/kit/stand-ins.ts'
import { byName, byNumber, serialOf, type Registered } from './registered.ts'

function entityOf(one: Registered) {
  const since = one.formerNames.at(-1)?.to ?? one.founded
  return {
    id: 900_000 + serialOf(one),
    dbModificationDate: one.changed,
    identifiers: [{ value: one.number, validFrom: one.founded }],
    fullNames: [
      ...one.formerNames.map(({ name, from, to }) => ({ value: name, validFrom: from, validTo: to })),
      { value: one.name, validFrom: since },
    ],
    addresses: [
      {
        validFrom: one.founded,
        street: one.street.replace(/ [\d/]+$/, ''),
        regNumber: Number(/ (\d+)(?:\/\d+)?$/.exec(one.street)?.[1] ?? 0),
        ...(/\/(\d+)$/.test(one.street) ? { buildingNumber: /\/(\d+)$/.exec(one.street)?.[1] } : {}),
        postalCodes: [one.postalCode.replaceAll(' ', '')],
        municipality: { value: one.city, code: 'SK0316523381' },
        country: { value: 'Slovenská republika', code: '703' },
      },
    ],
    establishment: one.founded,
    ...(one.ended === null ? {} : { termination: one.ended }),
    sourceRegister: { value: { value: 'Obchodný register', code: '1', codelistCode: 'CL010112' } },
  }
}

/** https://api.statistics.sk/rpo/v1 */
export const rpo: StandIn = {
  answer({ url, now }) {
    if (url.pathname !== '/search') return json({ error: 'Not Found' }, 404)
    const number = url.searchParams.get('identifier')
    const name = url.searchParams.get('fullName')
    if (number === null && name === null) return json({ error: 'Bad Request' }, 400)
    const found = number === null ? byName('SK', name ?? '', now) : [byNumber('SK', number, now)].filter((one) => one !== undefined)
    return json({ results: found.map(entityOf), license: 'Creative Commons Attribution License (cc-by) 4.0' })
  },
  rateLimited: json({ error: 'Too Many Requests' }, 429, retryAfter),
  broken: json({ error: 'Internal Server Error' }, 500),
}
