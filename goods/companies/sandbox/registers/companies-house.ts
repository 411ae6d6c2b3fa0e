import { json, retryAfter } from '../../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../../src/goods/kit/stand-ins.ts'
import { byName, byNumber, publishedSince, serialOf, type PublishedChange, type Registered } from './registered.ts'

const statuses = {
  active: 'active',
  in_liquidation: 'liquidation',
  insolvent: 'administration',
  merged: 'converted-closed',
  dissolved: 'dissolved',
} as const

function failure(status: number, error: string): Reply {
  return json({ errors: [{ error, type: 'ch:service' }] }, status)
}

function profileOf(one: Registered) {
  const { company } = one
  return {
    company_name: one.name,
    company_number: one.number,
    company_status: statuses[one.status],
    type: company.legalForm.code,
    jurisdiction: 'england-wales',
    date_of_creation: one.founded,
    ...(one.ended === null ? {} : { date_of_cessation: one.ended }),
    registered_office_address: { address_line_1: one.street, locality: one.city, postal_code: one.postalCode, country: 'England' },
    sic_codes: [company.activity.code.replaceAll('.', '').padEnd(5, '0')],
    ...(one.formerNames.length === 0
      ? {}
      : { previous_company_names: one.formerNames.map(({ name, from, to }) => ({ name, effective_from: from, ceased_on: to })) }),
    accounts: {
      overdue: false,
      ...(one.accounts[0] ? { last_accounts: { made_up_to: `${one.accounts[0].year}-12-31`, type: 'full' } } : {}),
    },
    has_insolvency_history: one.status === 'insolvent',
    has_charges: false,
    can_file: one.ended === null,
    links: { self: `/company/${one.number}` },
  }
}

/** Category, form and description of the filings that a change makes. */
function formsOf(change: PublishedChange): (readonly [category: string, type: string, description: string, values?: object])[] {
  if (change.before === null) return [['incorporation', 'NEWINC', 'incorporation-company']]
  const { before } = change
  const moved = change.street !== undefined || change.city !== undefined
  const place = (of: { street: string; postalCode: string; city: string }) => `${of.street}, ${of.city}, ${of.postalCode}`
  return [
    ...(change.name === undefined ? [] : [['change-of-name', 'CERTNM', 'certificate-change-of-name-company'] as const]),
    ...(moved
      ? [
          [
            'address',
            'AD01',
            'change-registered-office-address-company-with-date-old-address-new-address',
            { change_date: change.on, old_address: place(before), new_address: place({ ...before, ...change }) },
          ] as const,
        ]
      : []),
    ...(change.officers === undefined
      ? []
      : [['officers', 'AP01', 'appoint-person-director-company-with-name-date', { officer_name: 'Alex Example' }] as const]),
    ...(change.capital === undefined ? [] : [['capital', 'SH01', 'capital-allotment-shares'] as const]),
    ...(change.accountsFor === undefined
      ? []
      : [['accounts', 'AA', 'accounts-with-accounts-type-full', { made_up_date: `${change.accountsFor.year}-12-31` }] as const]),
    ...(change.status === 'insolvent'
      ? [['insolvency', 'AM01', 'liquidation-in-administration-appointment-of-administrator'] as const]
      : []),
    ...(change.status === 'in_liquidation' ? [['insolvency', '600', 'liquidation-voluntary-appointment-of-liquidator'] as const] : []),
    ...(change.status === 'dissolved' || change.status === 'merged' ? [['gazette', 'GAZ2', 'gazette-dissolved-liquidation'] as const] : []),
  ]
}

function filingsOf(one: Registered, now: number) {
  return publishedSince(one, '', now)
    .flatMap((change) => formsOf(change).map((form, index) => ({ change, form, index })))
    .map(({ change, form: [category, type, description, values], index }) => ({
      transaction_id: `MzQ${serialOf(one)}${change.index}${index}YWRpcXprY3g`,
      type,
      category,
      date: change.on,
      action_date: change.on,
      description,
      ...(values === undefined ? {} : { description_values: values }),
      links: { self: `/company/${one.number}/filing-history/MzQ${serialOf(one)}${change.index}${index}` },
      pages: 1,
    }))
    .toReversed()
}

/** https://developer-specs.company-information.service.gov.uk */
export const companiesHouse: StandIn = {
  answer({ url, now }) {
    if (url.pathname === '/search/companies') {
      const found = byName('GB', url.searchParams.get('q') ?? '', now)
      const items = found.map((one) => ({
        kind: 'searchresults#company',
        title: one.name,
        company_number: one.number,
        company_status: statuses[one.status],
        address_snippet: `${one.street}, ${one.city}, ${one.postalCode}`,
        date_of_creation: one.founded,
      }))
      return json({ kind: 'search#companies', items_per_page: 20, start_index: 0, total_results: items.length, items })
    }
    const [, number = '', history] = /^\/company\/([A-Z0-9]{8})(\/filing-history)?$/.exec(url.pathname) ?? []
    const one = byNumber('GB', number, now)
    if (!one) return failure(404, 'company-profile-not-found')
    if (history === undefined) return json(profileOf(one))
    const items = filingsOf(one, now)
    const size = Number(url.searchParams.get('items_per_page') ?? 25)
    return json({
      filing_history_status: 'filing-history-available',
      items_per_page: size,
      start_index: 0,
      total_count: items.length,
      items: items.slice(0, size),
    })
  },
  rateLimited: { ...failure(429, 'too-many-requests'), headers: retryAfter },
  broken: failure(500, 'internal-server-error'),
}
