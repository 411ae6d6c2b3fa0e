import { z } from '../../../../src/goods/door.ts'
import { plainDecimal, plainText } from '../../../../src/goods/kit/http.ts'
import type { CompanyAddress, Day, RegisterRecord } from '../register-record.ts'

/** Text on one line; null where it is missing or empty. */
export const line = z
  .string()
  .nullish()
  .transform((text) => (text ? plainText(text, 300) || null : null))

/** A day at the beginning of `2026-10-05T…` or `2026-10-05 …`; null where it is missing. */
export const day = z
  .string()
  .nullish()
  .transform((text) => (text ? isoDay(text.slice(0, 10)) : null))

/** A day as Poland writes it: `05.10.2026`. */
export const polishDay = z
  .string()
  .regex(/^\d\d\.\d\d\.\d{4}$/)
  .transform((text) => isoDay(text.split('.').toReversed().join('-')))

/** The code of a classification of activities. Every one of them has a digit. */
export const activityCode = z
  .string()
  .max(20)
  .regex(/^[A-Z]?\.?\d[\dA-Z.]*$/)

/** A yes or a no; null where it is missing. */
export const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? null)

/** An amount, from a number or from text with a decimal comma; null where it is missing. */
export const amount = z
  .union([z.number(), z.string().max(40)])
  .nullish()
  .transform((given) => {
    if (given === null || given === undefined) return null
    return plainDecimal(typeof given === 'number' ? given : given.replace(/[\s\u00a0]/g, '').replace(',', '.'))
  })

export function isoDay(text: string): Day | null {
  return z.iso.date().safeParse(text).success ? text : null
}

/** Joins what is there, with commas. */
export function joined(parts: readonly (string | null | undefined)[], separator = ', '): string {
  return parts.filter((part) => part).join(separator)
}

/** An address from its parts; null where every part is missing. A country that is not a code of ISO 3166-1 is left out. */
export function addressOf(parts: Partial<CompanyAddress>): CompanyAddress | null {
  const { street = null, postalCode = null, city = null, region = null } = parts
  const country = parts.country && /^[A-Z]{2}$/.test(parts.country) ? parts.country : null
  const text = parts.text ?? joined([street, joined([postalCode, city], ' '), region])
  return text === '' ? null : { text, street, postalCode, city, region, country }
}

/** Capital; null where amount or currency is missing, or the currency is not a code of ISO 4217. */
export function capitalOf(value: string | null | undefined, currency: string | null | undefined): RegisterRecord['capital'] {
  return value && currency && /^[A-Z]{3}$/.test(currency) ? { amount: value, currency } : null
}

/** A record in which the register tells nothing but the number. */
export function bareRecord(country: string, registerNumber: string): RegisterRecord {
  return {
    country,
    registerNumber,
    vatId: null,
    vatRegistered: null,
    legalName: null,
    otherNames: [],
    legalForm: { code: null, name: null },
    status: 'unknown',
    statusText: null,
    address: null,
    postalAddress: null,
    incorporated: null,
    dissolved: null,
    capital: null,
    activities: [],
    accounts: [],
    withheld: [],
    lastModified: null,
  }
}
