import { json, retryAfter } from '../../../src/goods/kit/stand-ins.ts'
import type { StandInReply as Reply, FailingStandIn as StandIn } from '../../../src/goods/kit/stand-ins.ts'
import { vulnerabilities } from './vulnerabilities.ts'

/** About as many entries as the real catalog has. */
const others = 1_500

function entry(id: string, kev: NonNullable<(typeof vulnerabilities)[number]['kev']>) {
  return {
    cveID: id,
    vendorProject: kev.vendor,
    product: kev.product,
    vulnerabilityName: kev.name,
    dateAdded: kev.added,
    shortDescription: `${kev.name}. ${'The catalog says a few lines here about what can be done with it. '.repeat(3)}`,
    requiredAction: kev.action,
    dueDate: kev.due,
    knownRansomwareCampaignUse: kev.ransomware,
    notes: `https://vendor.example/advisories/${id} ; https://nvd.nist.gov/vuln/detail/${id}`,
    cwes: ['CWE-20', 'CWE-502'],
  }
}

const filler = (number: number) =>
  entry(`CVE-2022-${90_000 + number}`, {
    vendor: 'Example',
    product: `Product ${number}`,
    name: `Example Product ${number} Unspecified Vulnerability`,
    added: '2023-03-01',
    due: '2023-03-22',
    action: 'Apply updates per vendor instructions or discontinue use of the product if updates are unavailable.',
    ransomware: 'Unknown',
  })

const etag = '"159f2c-sandbox"'
let written: Reply | null = null

/** More than a megabyte, so it is built once. */
function catalog(): Reply {
  const entries = [
    ...vulnerabilities.flatMap(({ id, kev }) => (kev ? [entry(id, kev)] : [])),
    ...Array.from({ length: others }, (_, number) => filler(number)),
  ]
  return json(
    {
      title: 'CISA Catalog of Known Exploited Vulnerabilities',
      catalogVersion: '2026.10.05',
      dateReleased: '2026-10-05T17:00:04.0823Z',
      count: entries.length,
      vulnerabilities: entries,
    },
    200,
    { etag, 'cache-control': 'max-age=0' },
  )
}

/** https://www.cisa.gov/known-exploited-vulnerabilities-catalog */
export const cisaKev: StandIn = {
  answer({ url, ifNoneMatch }) {
    if (url.pathname !== '/known_exploited_vulnerabilities.json') {
      return { status: 404, contentType: 'text/html', body: '<html><body>Page not found</body></html>' }
    }
    if (ifNoneMatch === etag) return { status: 304, contentType: 'application/json', body: '', headers: { etag } }
    return (written ??= catalog())
  },
  rateLimited: { status: 429, contentType: 'text/html', body: '<html><body>Too many requests</body></html>', headers: retryAfter },
  broken: { status: 503, contentType: 'text/html', body: '<html><body>Service unavailable</body></html>' },
}
