import { z } from '../../../src/goods/door.ts'
import { countryCode, currencyCode, decimal, foreignText, identifier, isoDate, period, text } from '../../../src/goods/kit/answers.ts'

/** An address as a source gives it. */
const addressAnswer = z.object({
  line: foreignText.describe('All of it on one line'),
  street: foreignText.nullable(),
  postalCode: identifier.nullable(),
  city: foreignText.nullable(),
  region: foreignText.nullable(),
  country: countryCode.nullable(),
})

export const statusAnswer = z
  .enum(['active', 'inactive', 'in_liquidation', 'insolvent', 'merged', 'dissolved', 'unknown'])
  .describe('unknown where no source says it')

const nameAnswer = z.object({
  name: foreignText,
  kind: z.enum(['former', 'trading', 'translation', 'transliteration', 'other']),
  fromDate: isoDate.nullable(),
  toDate: isoDate.nullable(),
})

const parentAnswer = z
  .object({
    lei: identifier.nullable(),
    name: foreignText.nullable(),
    exception: identifier.nullable().describe('Why no parent is reported, as GLEIF codes it'),
  })
  .nullable()
  .describe('null where nothing is reported')

export const familyAnswer = z
  .object({
    directParent: parentAnswer,
    ultimateParent: parentAnswer,
    children: z.array(z.object({ lei: identifier, name: foreignText })),
    moreChildren: z.boolean().describe('true when there are more children than these'),
  })
  .nullable()
  .describe('null without an LEI, or where GLEIF did not answer')

/** A company as all sources together describe it. Members are null where no source says anything. */
export const companyAnswer = z.object({
  legalName: foreignText.nullable(),
  otherNames: z.array(nameAnswer),
  vatId: identifier.nullable(),
  vatRegistered: z.boolean().nullable(),
  registerNumber: identifier.nullable(),
  country: countryCode.nullable(),
  legalForm: z.object({ code: identifier.nullable(), name: foreignText.nullable() }),
  status: statusAnswer,
  statusText: foreignText.nullable().describe("The register's own word for it"),
  address: addressAnswer.nullable(),
  postalAddress: addressAnswer.nullable(),
  incorporatedDate: isoDate.nullable(),
  dissolvedDate: isoDate.nullable(),
  capital: z.object({ amount: decimal, currency: currencyCode }).nullable(),
  activities: z.array(z.object({ code: identifier, scheme: text, name: foreignText.nullable() })),
  accounts: z
    .array(
      z.object({
        period,
        periodEndDate: isoDate.nullable(),
        currency: currencyCode.nullable(),
        turnover: decimal.nullable(),
        netResult: decimal.nullable(),
      }),
    )
    .describe('Where the register opens them'),
  lei: identifier.nullable(),
  leiStatus: identifier.nullable().describe('ISSUED, LAPSED and so on; a lapsed LEI says only that it was not renewed'),
  leiRenewalDate: isoDate.nullable(),
  successor: z.object({ lei: identifier.nullable(), name: foreignText.nullable() }).nullable(),
  withheld: z.array(identifier).describe('Members that the register does not show for this company'),
  modifiedDate: isoDate.nullable().describe('When the register last changed the record'),
})
export type CompanyAnswer = z.input<typeof companyAnswer>
