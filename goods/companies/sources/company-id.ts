import { looksLikeLei, readLei } from './lei.ts'
import { readVatNumber, type VatNumber } from './vat-number.ts'

/** What a caller may name a company by. */
export type CompanyId =
  | { readonly kind: 'vat'; readonly vat: VatNumber }
  | { readonly kind: 'lei'; readonly lei: string }
  | { readonly kind: 'register'; readonly country: string; readonly registerNumber: string }

/**
 * `wrong_checksum` and `wrong_format`: it is of this kind by its form or prefix, but is not right. `no_register`: no register of that country
 * is known here.
 */
export type CompanyIdReading =
  | { readonly status: 'read'; readonly id: CompanyId }
  | { readonly status: 'wrong_checksum' | 'wrong_format'; readonly kind: CompanyId['kind'] }
  | { readonly status: 'no_register' }
  | { readonly status: 'not_understood' }

/** The canonical form of a register number of a country; null if it can't be one; undefined without a register of the country. */
export type NormaliseNumber = (country: string, registerNumber: string) => string | null | undefined

/** `FI:0112038-9`, or `GB/00445790`. */
const withCountry = /^\s*([A-Za-z]{2})\s*[:/]\s*(\S.*)$/u

/**
 * Reads the id of a company in a call: an LEI, a VAT number with its prefix, or a register number behind its country and a colon
 * (`FI:0112038-9`).
 */
export function readCompanyId(text: string, normalise: NormaliseNumber): CompanyIdReading {
  if (text.length > 60) return { status: 'not_understood' }
  const [, country, number] = withCountry.exec(text) ?? []
  if (country !== undefined && number !== undefined) return readRegisterNumber(country.toUpperCase(), number, normalise)
  if (looksLikeLei(text)) {
    const lei = readLei(text)
    return lei === null ? { status: 'wrong_checksum', kind: 'lei' } : { status: 'read', id: { kind: 'lei', lei } }
  }
  const vat = readVatNumber(text)
  // A name such as `Nokia Oyj` begins with a prefix too.
  if (vat.status === 'unknown_prefix' || !/\d/.test(text)) return { status: 'not_understood' }
  return vat.status === 'valid' ? { status: 'read', id: { kind: 'vat', vat: vat.vat } } : { status: vat.status, kind: 'vat' }
}

/** Reads a register number whose country is known. `country` as ISO 3166-1 alpha-2. */
export function readRegisterNumber(country: string, number: string, normalise: NormaliseNumber): CompanyIdReading {
  const registerNumber = normalise(country, number.trim())
  if (registerNumber === undefined) return { status: 'no_register' }
  if (registerNumber === null) return { status: 'wrong_format', kind: 'register' }
  return { status: 'read', id: { kind: 'register', country, registerNumber } }
}
