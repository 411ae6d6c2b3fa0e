/** Vulnerabilities in the sandbox: a few well-known ones, with the parts that the stand-ins return. */
export interface StandInVulnerability {
  readonly id: string
  readonly published: string
  readonly status: string
  readonly description: string
  /** CVSS 3.1 of NVD; none if NVD has not rated it yet. */
  readonly cvss?: { readonly vector: string; readonly score: number; readonly severity: string }
  readonly epss?: readonly [probability: string, percentile: string]
  readonly kev?: {
    readonly vendor: string
    readonly product: string
    readonly name: string
    readonly added: string
    readonly due: string
    readonly action: string
    readonly ransomware: 'Known' | 'Unknown'
  }
  /** CPE with the versions: from (including) and to (excluding). */
  readonly products: readonly { readonly cpe: string; readonly from?: string; readonly to?: string }[]
  /** The advisory that names the packages. */
  readonly advisory?: {
    readonly id: string
    readonly summary: string
    readonly packages: readonly {
      readonly ecosystem: string
      readonly name: string
      readonly purl: string
      readonly ranges: readonly (readonly [introduced: string, fixed: string])[]
    }[]
  }
  /** OSV's record of the CVE itself: a repository with its commits; none if only the advisory has a record. */
  readonly repository?: { readonly repo: string; readonly introduced: string; readonly fixed: string }
}

const applyUpdates = 'Apply updates per vendor instructions.'

export const vulnerabilities: readonly StandInVulnerability[] = [
  {
    id: 'CVE-2021-44228',
    published: '2021-12-10T10:15:09.143',
    status: 'Analyzed',
    description: 'Apache Log4j2 looks up JNDI names in logged messages, so that an attacker can load and run code.',
    cvss: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', score: 10, severity: 'CRITICAL' },
    epss: ['0.943580000', '0.999600000'],
    kev: {
      vendor: 'Apache',
      product: 'Log4j2',
      name: 'Apache Log4j2 Remote Code Execution Vulnerability',
      added: '2021-12-10',
      due: '2021-12-24',
      action: 'Apply updates for all affected software, or take what is affected off the network.',
      ransomware: 'Known',
    },
    products: [
      { cpe: 'cpe:2.3:a:apache:log4j:*:*:*:*:*:*:*:*', from: '2.0.1', to: '2.3.1' },
      { cpe: 'cpe:2.3:a:apache:log4j:*:*:*:*:*:*:*:*', from: '2.13.0', to: '2.15.0' },
      { cpe: 'cpe:2.3:a:apache:log4j:2.0:beta9:*:*:*:*:*:*' },
      { cpe: 'cpe:2.3:a:siemens:industrial_edge_management:-:*:*:*:*:*:*:*' },
    ],
    advisory: {
      id: 'GHSA-jfh8-c2jp-5v3q',
      summary: 'Remote code injection in Log4j',
      packages: [
        {
          ecosystem: 'Maven',
          name: 'org.apache.logging.log4j:log4j-core',
          purl: 'pkg:maven/org.apache.logging.log4j/log4j-core',
          ranges: [
            ['2.13.0', '2.15.0'],
            ['2.4', '2.12.2'],
            ['2.0-beta9', '2.3.1'],
          ],
        },
        {
          ecosystem: 'Maven',
          name: 'org.ops4j.pax.logging:pax-logging-log4j2',
          purl: 'pkg:maven/org.ops4j.pax.logging/pax-logging-log4j2',
          ranges: [['1.8.0', '1.9.2']],
        },
      ],
    },
    repository: {
      repo: 'https://github.com/apache/logging-log4j2',
      introduced: 'fa4e3dbc31ef3b2fec6fa5eb9cc3c4fa9e8ee3ed',
      fixed: 'c77b3cb39312b83b053d23a2158b99ac7de44dd3',
    },
  },
  {
    id: 'CVE-2014-0160',
    published: '2014-04-07T22:55:03.893',
    status: 'Deferred',
    description:
      'OpenSSL answers heartbeats with as many bytes as it is asked for, so that anybody can read its memory, private keys among it.',
    cvss: { vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N', score: 7.5, severity: 'HIGH' },
    epss: ['0.944640000', '0.999900000'],
    kev: {
      vendor: 'OpenSSL',
      product: 'OpenSSL',
      name: 'OpenSSL Information Disclosure Vulnerability',
      added: '2022-05-04',
      due: '2022-05-25',
      action: applyUpdates,
      ransomware: 'Unknown',
    },
    products: [{ cpe: 'cpe:2.3:a:openssl:openssl:*:*:*:*:*:*:*:*', from: '1.0.1', to: '1.0.1g' }],
    repository: {
      repo: 'https://github.com/openssl/openssl',
      introduced: '4817504d069b4c5082161b02a22116ad75f822b1',
      fixed: '96db9023b881d7cd9f379b0c154650d6c108e9a3',
    },
  },
  {
    id: 'CVE-2021-23337',
    published: '2021-02-15T13:15:12.560',
    status: 'Modified',
    description: 'Lodash before 4.17.21 runs what is given to its template function as the name of a variable.',
    cvss: { vector: 'CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H', score: 7.2, severity: 'HIGH' },
    epss: ['0.007110000', '0.718220000'],
    products: [{ cpe: 'cpe:2.3:a:lodash:lodash:*:*:*:*:*:node.js:*:*', to: '4.17.21' }],
    advisory: {
      id: 'GHSA-35jh-r3h4-6jhm',
      summary: 'Command injection in lodash',
      packages: [{ ecosystem: 'npm', name: 'lodash', purl: 'pkg:npm/lodash', ranges: [['0', '4.17.21']] }],
    },
  },
  {
    id: 'CVE-2026-10001',
    published: '2026-10-02T08:15:00.113',
    status: 'Awaiting Analysis',
    description: 'A flaw of the sandbox, published lately: neither scored nor tied to any product yet.',
    products: [],
  },
]

export function vulnerability(id: string): StandInVulnerability | undefined {
  return vulnerabilities.find((one) => one.id === id)
}

/** A time with fractions of a second, as these services write times. */
export const recordsModified = '2026-09-28T14:05:11.482910Z'
