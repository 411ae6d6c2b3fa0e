import { Problem, z } from '../../../src/goods/door.ts'
import { watchlistParameters } from '../../../src/goods/kit/answers.ts'
import { plainDecimal } from '../../../src/goods/kit/http.ts'
import { countryOf, threeLetters } from '../ted/country-codes.ts'
import { cpvPrefixes, isKnownCpv } from '../ted/cpv-code.ts'
import { formTypes, noticeTypes } from '../ted/eforms-codes.ts'

const maxCodes = 20
const codes = `2 to 8 digits of a CPV code such as 72 or 72200000, up to ${maxCodes} by comma`
const list = /^\d{2,8}(?:,\d{2,8})*$/
const knownTypes: ReadonlySet<string> = new Set([...formTypes, ...noticeTypes])
const types = `one or more form types (${formTypes.join(', ')}) or notice types (${noticeTypes.join(', ')}), by comma`
const amount = /^(?:0|[1-9]\d{0,14})(?:\.\d{1,2})?$/

export const tenderPath = z.object({
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, 'an ISO 3166 code of two letters such as DE, or eu for all countries')
    .describe('of the buyer, ISO 3166-1; eu for all'),
  cpv: z
    .string()
    .max(200, codes)
    .refine((text) => !/\d{8}-\d/.test(text), 'CPV codes without their check digit: 72000000, not 72000000-5')
    .regex(list, codes)
    .refine((text) => text.split(',').length <= maxCodes, codes)
    .describe(`CPV codes such as 72 or 72212311, up to ${maxCodes} with commas; 72 includes all codes below it`),
})

export const tenderQuery = z.object({
  ...watchlistParameters,
  min_value: z
    .string()
    .regex(amount, 'an amount in euro such as 250000')
    .optional()
    .describe('smallest value in EUR; notices without a value in EUR come too, as not_compared'),
  type: z
    .string()
    .refine((text) => text.split(',').every((one) => knownTypes.has(one)), types)
    .optional()
    .describe(
      `${formTypes.join(', ')}, or notice types such as cn-standard, with commas; change includes every notice that changes another one`,
    ),
})

/** Which notices are wanted, in one form for all callers that want the same. */
export interface WantedTenders {
  /** ISO 3166-1 alpha-2, or EU for all countries. */
  readonly country: string
  /** ISO 3166-1 alpha-3; null for all countries. */
  readonly buyerCountry: string | null
  /** CPV prefixes in order. */
  readonly cpv: readonly string[]
  /** A plain decimal in euro. */
  readonly minValue: string | null
  /** In order; null for all. */
  readonly types: readonly string[] | null
}

type Input = { readonly path: z.output<typeof tenderPath>; readonly query: Pick<z.output<typeof tenderQuery>, 'min_value' | 'type'> }

/** Never throws: what TED does not have keeps its place here, and `checkWanted` refuses it. */
export function wantedTenders({ path, query }: Input): WantedTenders {
  const country = path.country.toUpperCase() === 'EU' ? 'EU' : (countryOf(path.country) ?? path.country.toUpperCase())
  return {
    country,
    buyerCountry: country === 'EU' ? null : threeLetters(country),
    cpv: cpvPrefixes(path.cpv.split(',')),
    minValue: query.min_value === undefined ? null : withoutZeros(plainDecimal(query.min_value) ?? query.min_value),
    types: query.type === undefined ? null : [...new Set(query.type.split(','))].sort(),
  }
}

/** @throws Problem `unknown_country`, or `invalid_input` for a code that the vocabulary does not have */
export function checkWanted({ country, buyerCountry, cpv }: WantedTenders): void {
  if (country !== 'EU' && buyerCountry === null)
    throw new Problem('unknown_country', 'No country has this code.', { field: 'path.country' })
  const unknown = cpv.find((prefix) => !isKnownCpv(prefix))
  if (unknown === undefined) return
  throw new Problem('invalid_input', `The Common Procurement Vocabulary has no code that begins with ${unknown}.`, {
    field: 'path.cpv',
    expected: codes,
  })
}

/** `1000.50` is `1000.5`. */
function withoutZeros(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}
