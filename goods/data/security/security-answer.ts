import { publisher } from '../../../src/goods/kit/http.ts'
import { answerMeta, metaOf, z } from '../../../src/goods/door.ts'
import { foreignText, identifier, isoDate, isoTime, share, statistic, text } from '../../../src/goods/kit/answers.ts'
import { securityActions } from './security-action.ts'

const affectedPackage = z.object({
  ecosystem: identifier.describe('Maven, npm, PyPI, …; GIT for a repository, whose versions are commits'),
  name: foreignText,
  purl: identifier.nullable(),
  versions: z.array(
    z.object({
      introduced: identifier.nullable().describe('First affected version; 0 for all before the end'),
      fixed: identifier.nullable().describe('First version that is no longer affected'),
      lastAffected: identifier.nullable(),
    }),
  ),
})

const vulnerableProduct = z.object({ vendor: foreignText, product: foreignText, versions: z.array(identifier) })

export const securityData = z.object({
  cve: identifier,
  action: z.enum(securityActions),
  actionReason: text,
  status: foreignText.nullable().describe('As NVD has it: Analyzed, Awaiting Analysis, Rejected, …'),
  description: foreignText.nullable(),
  publishedAt: isoTime.nullable(),
  modifiedAt: isoTime.nullable(),
  exploited: z
    .boolean()
    .nullable()
    .describe("In CISA's catalog of vulnerabilities that are known to be exploited; null when no source could tell"),
  dueDate: isoDate.nullable().describe('The day by which agencies of the United States must act; null for one that is not in that catalog'),
  exploitation: z
    .object({
      addedDate: isoDate.nullable(),
      requiredAction: foreignText.nullable(),
      ransomware: z.enum(['known', 'unknown']).nullable().describe('Whether it is known to be used in ransomware campaigns'),
      vendor: foreignText.nullable(),
      product: foreignText.nullable(),
      name: foreignText.nullable(),
    })
    .nullable()
    .describe('What that catalog says about it'),
  score: z.object({
    cvss: z
      .object({
        version: identifier,
        vector: identifier.nullable(),
        baseScore: statistic.nullable().describe('0 to 10'),
        severity: foreignText.nullable(),
        source: z.enum(['nvd', 'osv']).describe('osv: this service computes the score from the vector that OSV gives'),
      })
      .nullable(),
    epss: z
      .object({
        probability: share.describe('Probability that it is exploited within 30 days'),
        percentile: share.describe('Share of all scored vulnerabilities that are at most as likely to be exploited'),
        date: isoDate,
      })
      .nullable(),
  }),
  affected: z.object({
    packages: z.array(affectedPackage).nullable().describe('Open source packages, from OSV; empty where it lists none'),
    products: z.array(vulnerableProduct).nullable().describe('Products by their CPE names, from NVD; empty where it lists none'),
    truncated: z.boolean().describe('true when there are more than these'),
  }),
  advisories: z.array(identifier).nullable().describe('Records in OSV about it'),
})

export type SecurityData = z.output<typeof securityData>

export const securityAnswer = z.object({
  success: z.boolean(),
  data: securityData,
  timestamp: isoTime,
  meta: answerMeta,
})

/** A worked example: Log4Shell. */
export const log4Shell: z.input<typeof securityAnswer> = {
  success: true,
  data: {
    cve: 'CVE-2021-44228',
    action: 'patch_now',
    actionReason: 'The catalog of CISA says that it is exploited already.',
    status: 'Analyzed',
    description: 'Apache Log4j2 looks up JNDI names in logged messages, so that an attacker can load and run code.',
    publishedAt: '2021-12-10T10:15:09.143Z',
    modifiedAt: '2026-02-04T15:15:13.773Z',
    exploited: true,
    dueDate: '2021-12-24',
    exploitation: {
      addedDate: '2021-12-10',
      requiredAction: 'Apply updates for all affected software, or take the affected systems off the network.',
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
  meta: metaOf({
    stamps: [
      {
        id: 'cisa-kev',
        standing: publisher('cisa'),
        url: 'https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json',
        asOf: '2026-10-05T17:00:04.082Z',
        licence: 'CC0 1.0',
        attribution: 'Source: Cybersecurity and Infrastructure Security Agency (CISA), Known Exploited Vulnerabilities Catalog',
        cache: 'hit',
      },
      {
        id: 'nvd',
        standing: publisher('nvd'),
        url: 'https://services.nvd.nist.gov/rest/json/cves/2.0?cveId=CVE-2021-44228',
        asOf: '2026-02-04T15:15:13.773Z',
        licence: 'Public domain in the United States (17 U.S.C. 105)',
        attribution: 'This product uses data from the NVD API but is not endorsed or certified by the NVD.',
        cache: 'miss',
      },
    ],
    simulated: false,
  }),
}
