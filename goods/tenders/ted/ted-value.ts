import { plainDecimal } from '../../../src/goods/kit/http.ts'

/** The value of a notice as it says it. */
export interface TenderValue {
  /** A plain decimal. */
  readonly amount: string
  /** ISO 4217. */
  readonly currency: string
  /** estimated: by the buyer before the award. total: of all contracts of the notice. awarded: of its only winning tender. */
  readonly kind: 'estimated' | 'total' | 'awarded'
  /** Whether it, or the value of one of its lots, is what buyers write where they say no value. */
  readonly isPlaceholder: boolean
}

/** The most decimal places of an amount. */
export const amountDecimals = 12

interface ValueFields {
  readonly estimatedProc: readonly unknown[]
  readonly estimatedProcCurrency: readonly unknown[]
  readonly estimatedLots: readonly unknown[]
  readonly estimatedLotsCurrency: readonly unknown[]
  readonly total: readonly unknown[]
  readonly totalCurrency: readonly unknown[]
  readonly tender: readonly unknown[]
  readonly tenderCurrency: readonly unknown[]
}

/**
 * Of a result what was agreed, of other notices what was estimated; else what there is. A placeholder only where there is nothing else.
 * Null where it says no usable value.
 */
export function valueOf(fields: ValueFields, isResult: boolean): TenderValue | null {
  const estimated = [
    () => one('estimated', fields.estimatedProc, fields.estimatedProcCurrency),
    () => sumOfLots(fields.estimatedLots, fields.estimatedLotsCurrency),
  ]
  const agreed = [() => one('total', fields.total, fields.totalCurrency), () => one('awarded', fields.tender, fields.tenderCurrency)]
  let placeholder: TenderValue | null = null
  for (const read of isResult ? [...agreed, ...estimated] : [...estimated, ...agreed]) {
    const value = read()
    if (value && !value.isPlaceholder) return value
    placeholder ??= value
  }
  return placeholder
}

/**
 * In the unit of the currency. A form asks for an amount, and buyers who say none write 0, 0.01 or 1. No procedure in TED is worth so
 * little: the smallest threshold of the directives is above 100,000 euro. What is taken for a placeholder is not hidden by `min_value`.
 */
const maxPlaceholder = 1

function isPlaceholder(amount: string): boolean {
  return Number(amount) <= maxPlaceholder
}

/** A single value with a single currency. Several values of tenders are not added up: they may be of one lot. */
function one(kind: TenderValue['kind'], values: readonly unknown[], currencies: readonly unknown[]): TenderValue | null {
  const [value, currency] = [values[0], onlyCurrency(currencies)]
  const amount = values.length === 1 ? amountOf(value) : null
  return amount === null || currency === null ? null : { amount, currency, kind, isPlaceholder: isPlaceholder(amount) }
}

/** Each lot has a value and a currency of its own, in the same order, even where two lots have the same. */
function sumOfLots(values: readonly unknown[], currencies: readonly unknown[]): TenderValue | null {
  const currency = onlyCurrency(currencies)
  const amounts = values.map(amountOf)
  if (currency === null || amounts.length === 0 || (currencies.length !== amounts.length && currencies.length !== 1)) return null
  if (!amounts.every((amount) => amount !== null)) return null
  return { amount: sumOf(amounts), currency, kind: 'estimated', isPlaceholder: amounts.some(isPlaceholder) }
}

/** The currency, where all are the same. */
function onlyCurrency(currencies: readonly unknown[]): string | null {
  const [first, ...others] = new Set(currencies)
  return typeof first === 'string' && /^[A-Z]{3}$/.test(first) && others.length === 0 ? first : null
}

/** TED writes amounts as numbers and as strings. */
function amountOf(given: unknown): string | null {
  const amount = typeof given === 'number' || typeof given === 'string' ? plainDecimal(given) : null
  if (amount === null || amount.startsWith('-') || (amount.split('.')[1]?.length ?? 0) > amountDecimals) return null
  return amount
}

/** The exact sum of plain decimals that are not negative. */
function sumOf(amounts: readonly string[]): string {
  const places = Math.max(...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  const total = amounts.reduce((sum, amount) => {
    const [whole = '0', fraction = ''] = amount.split('.')
    return sum + BigInt(whole + fraction.padEnd(places, '0'))
  }, 0n)
  const digits = total.toString().padStart(places + 1, '0')
  return places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
}
