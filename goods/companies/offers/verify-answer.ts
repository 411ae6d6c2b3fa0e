import { answerMeta, z } from '../../../src/goods/door.ts'
import { foreignText, identifier, isoTime, text } from '../../../src/goods/kit/answers.ts'
import { checkAnswer } from './checks.ts'
import { companyAnswer } from './company-answer.ts'
import { advices, reasons, verdicts } from './verdict.ts'

export const verifyAnswer = z.object({
  success: z.boolean(),
  data: z.object({
    vatId: identifier.describe('As VIES writes it'),
    verdict: z.enum(verdicts).describe('inconclusive, when too many sources did not answer, is not charged'),
    advice: z.enum(advices),
    recommendation: text.describe('The advice and its reasons in plain words'),
    reasons: z.array(z.enum(reasons)).describe('Why; the ones that decided come first'),
    checks: z.array(checkAnswer),
    company: companyAnswer.nullable().describe('null where no source knows the company'),
    consultationNumber: identifier
      .nullable()
      .describe('Proof of the request to VIES, where this service asks under a VAT number of its own'),
    subject: z.object({ name: foreignText.nullable(), line: foreignText.nullable() }).describe('The name and address of the request'),
  }),
  timestamp: isoTime,
  meta: answerMeta,
})

/** ČEZ, as the sources give it. */
export const verifiedExample: z.input<typeof verifyAnswer> = {
  success: true,
  data: {
    vatId: 'CZ45274649',
    verdict: 'verified',
    advice: 'pay',
    recommendation: 'Nothing found speaks against paying this company.',
    reasons: [],
    checks: [
      {
        check: 'format',
        status: 'pass',
        detail: 'Form and check digits are right.',
        evidence: [],
        source: null,
        sourceUrl: null,
        observedAt: null,
        licence: null,
        latencySeconds: null,
      },
      {
        check: 'vat',
        status: 'pass',
        detail: 'The number is registered for VAT.',
        evidence: [
          {
            fact: 'name',
            value: 'ČEZ, a. s.',
          },
        ],
        source: 'vies',
        sourceUrl: 'https://ec.europa.eu/taxation_customs/vies/rest-api/ms/CZ/vat/45274649',
        observedAt: '2026-10-05T21:34:58.120Z',
        licence: 'Reuse by Commission Decision 2011/833/EU',
        latencySeconds: 0.412,
      },
      {
        check: 'register',
        status: 'pass',
        detail: 'The company is in the national register.',
        evidence: [
          {
            fact: 'number',
            value: '45274649',
          },
          {
            fact: 'name',
            value: 'ČEZ, a. s.',
          },
          {
            fact: 'status',
            value: 'stavZdrojeRos AKTIVNI',
          },
          {
            fact: 'incorporated',
            value: '1992-05-06',
          },
        ],
        source: 'ares',
        sourceUrl: 'https://ares.gov.cz/ekonomicke-subjekty-v-be/rest/ekonomicke-subjekty/45274649',
        observedAt: '2026-10-05T21:34:58.120Z',
        licence: 'Open public data of the Czech Republic',
        latencySeconds: 0.187,
      },
      {
        check: 'lei',
        status: 'pass',
        detail: 'The company has an LEI.',
        evidence: [
          {
            fact: 'lei',
            value: '529900S5R9YHJHYKKG94',
          },
          {
            fact: 'name',
            value: 'ČEZ, a. s.',
          },
          {
            fact: 'entityStatus',
            value: 'ACTIVE',
          },
          {
            fact: 'registrationStatus',
            value: 'ISSUED',
          },
        ],
        source: 'gleif',
        sourceUrl:
          'https://api.gleif.org/api/v1/lei-records?filter%5Bentity.registeredAs%5D=45274649&filter%5Bentity.legalAddress.country%5D=CZ&page%5Bsize%5D=10',
        observedAt: '2026-10-05T16:00:00.000Z',
        licence: 'CC0 1.0',
        latencySeconds: 0.236,
      },
      {
        check: 'name',
        status: 'pass',
        detail: 'It is the same.',
        evidence: [
          {
            fact: 'given',
            value: 'CEZ a.s.',
          },
          {
            fact: 'found',
            value: 'ČEZ, a. s.',
          },
          {
            fact: 'similarity',
            value: '1.00',
          },
        ],
        source: null,
        sourceUrl: null,
        observedAt: null,
        licence: null,
        latencySeconds: null,
      },
      {
        check: 'sanctions',
        status: 'pass',
        detail: 'No name found is on a sanctions list.',
        evidence: [
          {
            fact: 'screened',
            value: 'ČEZ, a. s.',
          },
        ],
        source: null,
        sourceUrl: null,
        observedAt: null,
        licence: null,
        latencySeconds: null,
      },
    ],
    company: {
      legalName: 'ČEZ, a. s.',
      otherNames: [],
      vatId: 'CZ45274649',
      vatRegistered: true,
      registerNumber: '45274649',
      country: 'CZ',
      legalForm: {
        code: '121',
        name: null,
      },
      status: 'active',
      statusText: 'stavZdrojeRos AKTIVNI',
      address: {
        line: 'Duhová 1444/2, 14000 Praha 4',
        street: 'Duhová 1444/2',
        postalCode: '14000',
        city: 'Praha 4',
        region: null,
        country: 'CZ',
      },
      postalAddress: null,
      incorporatedDate: '1992-05-06',
      dissolvedDate: null,
      capital: null,
      activities: [
        {
          code: '35110',
          scheme: 'CZ-NACE',
          name: null,
        },
      ],
      accounts: [],
      lei: '529900S5R9YHJHYKKG94',
      leiStatus: 'ISSUED',
      leiRenewalDate: '2027-05-22',
      successor: null,
      withheld: [],
      modifiedDate: '1992-05-06',
    },
    consultationNumber: null,
    subject: {
      name: 'CEZ a.s.',
      line: null,
    },
  },
  timestamp: '2026-10-05T21:34:58.120Z',
  meta: {
    sources: [
      {
        id: 'vies',
        url: 'https://ec.europa.eu/taxation_customs/vies/rest-api/ms/CZ/vat/45274649',
        observedAt: '2026-10-05T21:34:58.120Z',
        licence: 'Reuse by Commission Decision 2011/833/EU',
        attribution: 'Source: European Commission, VIES, with data of the member states',
        cache: 'miss',
      },
      {
        id: 'ares',
        url: 'https://ares.gov.cz/ekonomicke-subjekty-v-be/rest/ekonomicke-subjekty/45274649',
        observedAt: '2026-10-05T21:34:58.120Z',
        licence: 'Open public data of the Czech Republic',
        attribution: 'Source: ARES, Ministry of Finance of the Czech Republic',
        cache: 'miss',
      },
      {
        id: 'gleif',
        url: 'https://api.gleif.org/api/v1/lei-records?filter%5Bentity.registeredAs%5D=45274649&filter%5Bentity.legalAddress.country%5D=CZ&page%5Bsize%5D=10',
        observedAt: '2026-10-05T16:00:00.000Z',
        licence: 'CC0 1.0',
        attribution: 'LEI data of GLEIF (https://www.gleif.org)',
        cache: 'miss',
      },
      {
        id: 'gleif',
        url: 'https://api.gleif.org/api/v1/lei-records/529900S5R9YHJHYKKG94/direct-parent',
        observedAt: '2026-10-05T16:00:00.000Z',
        licence: 'CC0 1.0',
        attribution: 'LEI data of GLEIF (https://www.gleif.org)',
        cache: 'miss',
      },
    ],
    confidence: 0.95,
    degraded: false,
    missing: [],
    simulated: false,
  },
}
