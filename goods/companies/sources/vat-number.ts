import {
  austria,
  bulgaria,
  checkVAT,
  croatia,
  denmark,
  estonia,
  germany,
  greece,
  hungary,
  italy,
  lithuania,
  luxembourg,
  malta,
  norway,
  portugal,
  romania,
  slovenia,
  sweden,
  switzerland,
  type Country,
} from 'jsvat'
import { ownVatRules, type VatRule } from './vat-checksums.ts'

/** A VAT number with the form and checksum of its country. */
export interface VatNumber {
  /** As VIES and invoices write it: `EL` for Greece, `XI` for Northern Ireland, `CHE` for Switzerland. */
  readonly prefix: string
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** Without prefix, separators and `MVA`, `MWST`, `TVA` or `IVA` at the end. */
  readonly number: string
  /** Prefix and number. */
  readonly id: string
  /** The country's numbers are in VIES. */
  readonly inVies: boolean
}

/** `unknown_prefix`: it begins with no prefix that is known here. */
export type VatReading =
  | { readonly status: 'valid'; readonly vat: VatNumber }
  | { readonly status: 'wrong_checksum'; readonly vat: VatNumber }
  /** `hint`: the other number of its country that it looks like, in a sentence; null where it looks like none. */
  | { readonly status: 'wrong_format'; readonly vat: VatNumber; readonly hint: string | null }
  | { readonly status: 'unknown_prefix' }

/** A rule of the package, which does not tell a wrong form from a wrong checksum by itself. */
function ruleOf(country: Country, form: RegExp, prefix: string): VatRule {
  return { form, checksum: (number) => checkVAT(prefix + number, [country]).isValid }
}

const rules: Readonly<Record<string, VatRule>> = {
  ...ownVatRules,
  AT: ruleOf(austria, /^U\d{8}$/, 'AT'),
  BG: ruleOf(bulgaria, /^\d{9,10}$/, 'BG'),
  DE: ruleOf(germany, /^[1-9]\d{8}$/, 'DE'),
  DK: ruleOf(denmark, /^\d{8}$/, 'DK'),
  EE: ruleOf(estonia, /^10\d{7}$/, 'EE'),
  EL: ruleOf(greece, /^\d{9}$/, 'EL'),
  HR: ruleOf(croatia, /^\d{11}$/, 'HR'),
  HU: ruleOf(hungary, /^\d{8}$/, 'HU'),
  IT: ruleOf(italy, /^\d{11}$/, 'IT'),
  LT: ruleOf(lithuania, /^(?:\d{7}1\d|\d{10}1\d)$/, 'LT'),
  LU: ruleOf(luxembourg, /^\d{8}$/, 'LU'),
  MT: ruleOf(malta, /^[1-9]\d{7}$/, 'MT'),
  PT: ruleOf(portugal, /^[1-9]\d{8}$/, 'PT'),
  RO: ruleOf(romania, /^[1-9]\d{1,9}$/, 'RO'),
  SE: ruleOf(sweden, /^\d{10}01$/, 'SE'),
  SI: ruleOf(slovenia, /^[1-9]\d{7}$/, 'SI'),
  NO: ruleOf(norway, /^[89]\d{8}$/, 'NO'),
  CHE: ruleOf(switzerland, /^\d{9}$/, 'CHE'),
}

/** Every prefix, as VIES and invoices write it. */
export const vatPrefixes: readonly string[] = Object.keys(rules).sort()

/** Prefixes that are written for one another, so that a number with both has one too many. */
const alsoWritten: Readonly<Record<string, readonly string[]>> = {
  EL: ['EL', 'GR'],
  XI: ['XI', 'GB'],
  GB: ['GB', 'UK'],
  CHE: ['CHE', 'CH'],
}
const isoOf: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB', CHE: 'CH' }
const outsideVies = new Set(['GB', 'NO', 'CHE'])
/** What people write for a prefix. */
const sameAs: Readonly<Record<string, string>> = { GR: 'EL', UK: 'GB', CH: 'CHE' }
const separators = /[\s.,:;'’\-/_\u2010-\u2015\u2212\p{Cf}]/gu
const endings = /(?<=^NO\w*\d{9})MVA$|(?<=^CHE?\w*\d{9})(?:MWST|TVA|IVA|TPV|VAT)+$/
/** No number is longer, with all its separators. */
const maxLength = 40

/**
 * Reads a VAT number with its prefix, such as `CZ 45274649`, `gr 998214300` or `CHE-498.214.302 MWST`. It asks no source whether the
 * number is registered.
 */
export function readVatNumber(text: string): VatReading {
  if (text.length > maxLength) return { status: 'unknown_prefix' }
  const plain = text.normalize('NFKC').toUpperCase().replace(separators, '')
  const bare = plain.replace(endings, '').replace(/^(?:GB|UK)(?=XI)/, '')
  const written = bare.startsWith('CHE') ? 'CHE' : bare.slice(0, 2)
  const prefix = sameAs[written] ?? written
  const rule = Object.hasOwn(rules, prefix) ? rules[prefix] : undefined
  if (!rule) return { status: 'unknown_prefix' }
  const number = padded(prefix, withoutSecondPrefix(prefix, bare.slice(written.length), rule))
  const vat = { prefix, country: isoOf[prefix] ?? prefix, number, id: prefix + number, inVies: !outsideVies.has(prefix) }
  if (!rule.form.test(number)) return { status: 'wrong_format', vat, hint: otherNumber(prefix, number) }
  return { status: rule.checksum(number) ? 'valid' : 'wrong_checksum', vat }
}

/** `GREL998214300` and `DEDE136695976` are numbers whose prefix was added twice. */
function withoutSecondPrefix(prefix: string, number: string, { form }: VatRule): string {
  if (form.test(number)) return number
  const second = (alsoWritten[prefix] ?? [prefix]).find((one) => number.startsWith(one))
  const rest = second === undefined ? number : padded(prefix, number.slice(second.length))
  return form.test(rest) ? rest : number
}

/** Other numbers of a company that people write behind the prefix, and what tells the VAT number from them. */
const otherNumbers: Readonly<Record<string, readonly [RegExp, string]>> = {
  AT: [/^\d{9}$/, 'This looks like an Austrian tax number. The VAT number has ATU and eight digits.'],
  DE: [/^\d{10,11}$/, 'This looks like a German tax number (Steuernummer). The VAT number has DE and nine digits.'],
  EE: [/^\d{8}$/, 'This looks like the number in the Estonian register. The VAT number has EE and nine digits, and is another one.'],
  FR: [/^(?:\d{9}|\d{14})$/, 'This looks like a SIREN or SIRET. The VAT number has two characters between FR and the SIREN.'],
  GB: [
    /^(?:\d{8}|(?:SC|NI|OC)\d{6})$/,
    'This looks like the number at Companies House. The VAT number has GB and nine digits, and is another one.',
  ],
  IE: [
    /^\d{5,6}$/,
    'This looks like the number at the Companies Registration Office. The VAT number has IE, seven digits and one or two letters.',
  ],
  NL: [/^\d{8,9}$/, 'This looks like a KvK number or an RSIN. The VAT number has NL, nine digits, B and two digits.'],
  SK: [/^\d{8}$/, 'This looks like an IČO. The VAT number has SK and ten digits, and is another one.'],
}

function otherNumber(prefix: string, number: string): string | null {
  const [form, hint] = otherNumbers[prefix] ?? []
  return form?.test(number) === true ? (hint ?? null) : null
}

/** Parts that people leave out: the first 0 of Belgian numbers, once not written, the U of Austrian and the 01 of Swedish ones. */
function padded(prefix: string, number: string): string {
  if (prefix === 'BE' && /^\d{9}$/.test(number)) return `0${number}`
  if (prefix === 'AT' && /^\d{8}$/.test(number)) return `U${number}`
  // The domestic tax number has three digits behind the one that VIES has.
  if (prefix === 'HU' && /^\d{11}$/.test(number)) return number.slice(0, 8)
  return prefix === 'SE' && /^\d{10}$/.test(number) ? `${number}01` : number
}
