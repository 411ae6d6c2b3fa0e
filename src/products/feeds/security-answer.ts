import { z } from 'zod'
import { answerMeta } from '../../sources/meta.ts'

const affectedPackage = z.object({
  ecosystem: z.string().describe('Maven, npm, PyPI, …; GIT for a repository, whose versions are commits'),
  name: z.string(),
  purl: z.string().nullable(),
  versions: z.array(
    z.object({
      introduced: z.string().nullable().describe('first affected version; 0 for all before the end'),
      fixed: z.string().nullable().describe('first version that is no longer affected'),
      lastAffected: z.string().nullable(),
    }),
  ),
})

const vulnerableProduct = z.object({ vendor: z.string(), product: z.string(), versions: z.array(z.string()) })

export const securityData = z.object({
  cve: z.string(),
  status: z.string().nullable().describe('as NVD has it: Analyzed, Awaiting Analysis, Rejected, …'),
  description: z.string().nullable(),
  published: z.string().nullable(),
  modified: z.string().nullable(),
  exploited: z
    .boolean()
    .nullable()
    .describe("in CISA's catalogue of vulnerabilities that are known to be exploited; null where that could not be found out"),
  dueDate: z
    .string()
    .nullable()
    .describe('by when agencies of the United States must have acted; null for one that is not in that catalogue'),
  exploitation: z
    .object({
      dateAdded: z.string().nullable(),
      requiredAction: z.string().nullable(),
      ransomware: z.enum(['known', 'unknown']).nullable().describe('whether it is known to be used in ransomware campaigns'),
      vendor: z.string().nullable(),
      product: z.string().nullable(),
      name: z.string().nullable(),
    })
    .nullable()
    .describe('what that catalogue says about it'),
  score: z.object({
    cvss: z
      .object({
        version: z.string(),
        vector: z.string().nullable(),
        baseScore: z.number().nullable(),
        severity: z.string().nullable(),
        source: z.enum(['nvd', 'osv']).describe('osv: worked out here from the vector that OSV gives'),
      })
      .nullable(),
    epss: z
      .object({
        probability: z.number().describe('that it is exploited within 30 days, 0 to 1'),
        percentile: z.number().describe('share of all scored vulnerabilities that are not more likely to be'),
        date: z.string(),
      })
      .nullable(),
  }),
  affected: z.object({
    packages: z.array(affectedPackage).nullable().describe('open source packages, from OSV; empty where it lists none'),
    products: z.array(vulnerableProduct).nullable().describe('products by their CPE names, from NVD; empty where it lists none'),
    truncated: z.boolean().describe('true when there are more than fit'),
  }),
  advisories: z.array(z.string()).nullable().describe('records in OSV that say so'),
})

export type SecurityData = z.output<typeof securityData>

export const securityAnswer = z.object({
  success: z.boolean(),
  data: securityData,
  timestamp: z.string(),
  simulated: z.boolean().optional(),
  meta: answerMeta,
})

/** A worked example: Log4Shell. */
export const log4Shell: z.input<typeof securityAnswer> = {
  success: true,
  data: {
    cve: 'CVE-2021-44228',
    status: 'Analyzed',
    description: 'Apache Log4j2 looks up names in JNDI that stand in logged messages, so that code can be loaded from elsewhere and run.',
    published: '2021-12-10T10:15:09.143Z',
    modified: '2026-02-04T15:15:13.773Z',
    exploited: true,
    dueDate: '2021-12-24',
    exploitation: {
      dateAdded: '2021-12-10',
      requiredAction: 'Apply updates for all affected software, or take what is affected off the network.',
      ransomware: 'known',
      vendor: 'Apache',
      product: 'Log4j2',
      name: 'Apache Log4j2 Remote Code Execution Vulnerability',
    },
    score: {
      cvss: { version: '3.1', vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', baseScore: 10, severity: 'CRITICAL', source: 'nvd' },
      epss: { probability: 0.94358, percentile: 0.9996, date: '2026-10-05' },
    },
    affected: {
      packages: [
        {
          ecosystem: 'Maven',
          name: 'org.apache.logging.log4j:log4j-core',
          purl: 'pkg:maven/org.apache.logging.log4j/log4j-core',
          versions: [{ introduced: '2.13.0', fixed: '2.15.0', lastAffected: null }],
        },
      ],
      products: [{ vendor: 'apache', product: 'log4j', versions: ['>= 2.13.0, < 2.15.0'] }],
      truncated: false,
    },
    advisories: ['GHSA-jfh8-c2jp-5v3q', 'CVE-2021-44228'],
  },
  timestamp: '2026-10-05T21:34:58.120Z',
  meta: {
    sources: [
      {
        id: 'cisa-kev',
        url: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
        asOf: '2026-10-05T17:00:04.082Z',
        licence: 'CC0 1.0',
        attribution: 'Source: Cybersecurity and Infrastructure Security Agency (CISA), Known Exploited Vulnerabilities Catalog',
        cache: 'hit',
      },
      {
        id: 'nvd',
        url: 'https://services.nvd.nist.gov/rest/json/cves/2.0?cveId=CVE-2021-44228',
        asOf: '2026-02-04T15:15:13.773Z',
        licence: 'Public domain in the United States (17 U.S.C. 105)',
        attribution: 'This product uses data from the NVD API but is not endorsed or certified by the NVD.',
        cache: 'miss',
      },
    ],
    degraded: false,
    missing: [],
    simulated: false,
  },
}
