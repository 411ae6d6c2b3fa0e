import { Problem, z } from '../../../src/goods/door.ts'
import { readCompanyId, readRegisterNumber, type CompanyId, type CompanyIdReading } from '../sources/company-id.ts'
import type { CompanySources } from './company-sources.ts'

const anId = 'a VAT number with its prefix (CZ45274649), an LEI, or a register number with its country (FI:0112038-9)'

/** The path of offers that take a company by any of its ids. */
export const companyIdPath = z.object({
  id: z.string().min(3, anId).max(60, anId).describe(anId),
})

/** An ISO 3166-1 code. */
export const countryQuery = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'a country by its ISO 3166-1 code, such as NO')
  .transform((code) => code.toUpperCase())
  .optional()

/** The company that a call names. @throws Problem `invalid_input` */
export function companyIdOf(text: string, country: string | undefined, { registers }: Pick<CompanySources, 'registers'>): CompanyId {
  const normalise = (of: string, number: string) => {
    const register = registers.of(of)
    return register ? register.normalise(number) : undefined
  }
  let reading = readCompanyId(text, normalise)
  // With a country, bare digits are a register number; what reads as a VAT number or an LEI stays one.
  if (country !== undefined && reading.status !== 'read') {
    const inCountry = readRegisterNumber(country, text, normalise)
    if (inCountry.status === 'read' || reading.status === 'not_understood') reading = inCountry
  }
  if (reading.status === 'read') return reading.id
  throw new Problem('invalid_input', detailOf(reading), { field: 'path.id', expected: anId })
}

const kinds = { vat: 'VAT number', lei: 'LEI', register: 'register number' } as const

function detailOf(reading: Exclude<CompanyIdReading, { status: 'read' }>): string {
  switch (reading.status) {
    case 'wrong_checksum':
      return `The check digits of this ${kinds[reading.kind]} are wrong.`
    case 'wrong_format':
      return `This is not a valid ${kinds[reading.kind]} of its country.`
    case 'no_register':
      return 'No register of this country can be asked by this service. Send a VAT number or an LEI.'
    case 'not_understood':
      return 'This id was not understood. A register number needs its country.'
  }
}
