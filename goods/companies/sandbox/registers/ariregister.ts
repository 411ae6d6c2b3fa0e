import { json, retryAfter } from '../../../../src/goods/kit/stand-ins.ts'
import type { FailingStandIn as StandIn } from '../../../../src/goods/kit/stand-ins.ts'
import { sandboxCompanies } from '../population/sandbox-companies.ts'
import { byName, registeredIn, serialOf, type Registered } from './registered.ts'

const statuses = { active: 'R', in_liquidation: 'L', insolvent: 'N', merged: 'K', dissolved: 'K' } as const

function hitOf(one: Registered) {
  return {
    company_id: 9_000_000_000 + serialOf(one),
    reg_code: Number(one.number),
    name: one.name,
    historical_names: one.formerNames.map(({ name }) => name),
    status: statuses[one.status],
    legal_address: `${one.city}, ${one.street}`,
    zip_code: one.postalCode,
    url: `https://ariregister.rik.ee/est/company/${one.number}`,
  }
}

/** https://avaandmed.ariregister.rik.ee */
export const ariregister: StandIn = {
  // What can happen to a company from one moment to the next: `removed` leaves nothing of it in the register.
  partial: {
    parts: sandboxCompanies.flatMap(({ country, registerNumber }) => (country === 'EE' && registerNumber !== null ? [registerNumber] : [])),
    faults: ['removed', 'in_liquidation'],
  },
  answer({ url, userAgent, now, faults }) {
    if (userAgent === '') return { status: 403, contentType: 'text/html', body: '<html><body>403 Forbidden</body></html>' }
    if (url.pathname !== '/est/api/autocomplete') return { status: 404, contentType: 'text/html', body: '<html></html>' }
    const text = url.searchParams.get('q') ?? ''
    // Digits find every number that begins with them.
    const found = /^\d+$/.test(text) ? registeredIn('EE', now).filter(({ number }) => number.startsWith(text)) : byName('EE', text, now)
    const listed = found
      .filter(({ number }) => faults[number] !== 'removed')
      .map((one) => (faults[one.number] === 'in_liquidation' ? { ...one, status: 'in_liquidation' as const } : one))
    return json({ status: 'OK', data: listed.slice(0, 10).map(hitOf) })
  },
  rateLimited: json({ status: 'ERROR', error: 'Too many requests' }, 429, retryAfter),
  broken: { status: 502, contentType: 'text/html', body: '<html><body><h1>502 Bad Gateway</h1></body></html>' },
}
