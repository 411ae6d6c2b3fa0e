import { json } from '../../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../../src/goods/kit/stand-ins.ts'
import { byName, byNumber, serialOf, type Registered } from './registered.ts'

const resource = '25e80bf3-f107-4ab4-89ef-251b5b9374e9'

function failure(status: number, type: string, message: string): Reply {
  return json(
    { help: 'https://data.gov.lv/dati/api/3/action/help_show?name=datastore_search', success: false, error: { __type: type, message } },
    status,
  )
}

function recordOf(one: Registered) {
  const { company } = one
  return {
    _id: serialOf(one),
    regcode: Number(one.number),
    sepa: `LV00ZZZ${one.number}`,
    name: one.name,
    name_before_quotes: '',
    name_in_quotes: one.name,
    name_after_quotes: '',
    without_quotes: 0,
    regtype: 'K',
    regtype_text: 'Komercreģistrs',
    type: company.legalForm.code,
    type_text: company.legalForm.name,
    registered: `${one.founded}T00:00:00`,
    terminated: one.ended === null ? null : `${one.ended}T00:00:00`,
    closed: one.ended === null ? '' : one.status === 'merged' ? 'R' : 'L',
    address: `${one.city}, ${one.street}`,
    index: Number(one.postalCode.replaceAll(/\D/g, '')),
    addressid: 100_000_000 + serialOf(one),
    region: 100_003_003,
    city: 0,
    atvk: 1_000,
    reregistration_term: null,
  }
}

/** https://data.gov.lv: a CKAN datastore. */
export const latviaUr: StandIn = {
  answer({ url, now }) {
    if (url.pathname !== '/dati/lv/api/3/action/datastore_search') return failure(404, 'Not Found Error', 'Not found')
    if (url.searchParams.get('resource_id') !== resource) return failure(404, 'Not Found Error', 'Resource was not found.')
    const [, number] = /^\{"regcode":"?(\d+)"?\}$/.exec(url.searchParams.get('filters') ?? '') ?? []
    const text = url.searchParams.get('q') ?? ''
    const found = number === undefined ? byName('LV', text, now) : [byNumber('LV', number, now)].filter((one) => one !== undefined)
    return json({
      help: 'https://data.gov.lv/dati/api/3/action/help_show?name=datastore_search',
      success: true,
      result: {
        include_total: true,
        limit: 20,
        records_format: 'objects',
        resource_id: resource,
        records: found.map(recordOf),
        total: found.length,
      },
    })
  },
  // The portal's firewall answers bursts.
  rateLimited: { status: 403, contentType: 'text/html', body: '<html><body>Attention Required!</body></html>' },
  broken: failure(500, 'Internal Server Error', 'Internal Server Error'),
}
