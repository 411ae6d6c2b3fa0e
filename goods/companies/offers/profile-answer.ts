import { answerMeta, z } from '../../../src/goods/door.ts'
import { isoTime } from '../../../src/goods/kit/answers.ts'
import { companyAnswer, familyAnswer } from './company-answer.ts'

export const profileAnswer = z.object({
  success: z.boolean(),
  data: z.object({ company: companyAnswer, family: familyAnswer }),
  timestamp: isoTime,
  meta: answerMeta,
})

/** Nokia, as the sources give it. */
export const profileExample: z.input<typeof profileAnswer> = {
  success: true,
  data: {
    company: {
      legalName: 'Nokia Oyj',
      otherNames: [],
      vatId: 'FI01120389',
      vatRegistered: true,
      registerNumber: '0112038-9',
      country: 'FI',
      legalForm: {
        code: '17',
        name: 'Julkinen osakeyhtiö',
      },
      status: 'active',
      statusText: '1',
      address: {
        line: 'Karakaari 7, 02610 Espoo',
        street: 'Karakaari 7',
        postalCode: '02610',
        city: 'Espoo',
        region: null,
        country: 'FI',
      },
      postalAddress: null,
      incorporatedDate: '1967-01-12',
      dissolvedDate: null,
      capital: null,
      activities: [
        {
          code: '26300',
          scheme: 'TOIMI4',
          name: 'Viestintälaitteiden valmistus',
        },
      ],
      accounts: [],
      lei: '549300A0JPRWG1KI7U06',
      leiStatus: 'ISSUED',
      leiRenewalDate: '2027-05-22',
      successor: null,
      withheld: [],
      modifiedDate: '1967-01-12',
    },
    family: {
      directParent: {
        lei: null,
        name: null,
        exception: 'NATURAL_PERSONS',
      },
      ultimateParent: {
        lei: null,
        name: null,
        exception: 'NATURAL_PERSONS',
      },
      children: [],
      moreChildren: false,
    },
  },
  timestamp: '2026-10-05T21:34:58.120Z',
  meta: {
    sources: [
      {
        id: 'prh',
        url: 'https://avoindata.prh.fi/opendata-ytj-api/v3/companies?businessId=0112038-9',
        observedAt: '2026-10-05T21:34:58.120Z',
        licence: 'CC BY 4.0',
        attribution: 'Source: Finnish Patent and Registration Office (PRH), CC BY 4.0',
        cache: 'miss',
      },
      {
        id: 'gleif',
        url: 'https://api.gleif.org/api/v1/lei-records?filter%5Bentity.registeredAs%5D=0112038-9&filter%5Bentity.legalAddress.country%5D=FI&page%5Bsize%5D=10',
        observedAt: '2026-10-05T16:00:00.000Z',
        licence: 'CC0 1.0',
        attribution: 'LEI data of GLEIF (https://www.gleif.org)',
        cache: 'miss',
      },
      {
        id: 'gleif',
        url: 'https://api.gleif.org/api/v1/lei-records/549300A0JPRWG1KI7U06/direct-parent',
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
