import { usd } from '../../../shared/money.ts'

const figure = String.raw`(\d{1,3}(?:,\d{3}){1,2}(?:\.\d{1,6})?|\d{0,9}[.,]\d{1,6}|\d{1,9})(?![\d.,]*\d)`
const withSign = new RegExp(String.raw`\$\s?${figure}`, 'g')
const withWord = [
  new RegExp(String.raw`\busdc?\s?${figure}`, 'gi'),
  new RegExp(String.raw`(?<![\d.,$])${figure}\s?(?:\$|usdc?\b|dollars?\b)`, 'gi'),
]
const cents = /(?<![\d.,])(\d{1,4})\s?(?:cents?\b|¢)/gi
const basePerCent = usd('0.01')

/** Prices in base units of USDC. */
export interface StatedPrices {
  /** Those with a dollar sign before them, such as "$0.01", "$.01" and "US$ 0,01". */
  readonly signed: readonly bigint[]
  /** Those in words, such as "USD 0.01", "0.01 USDC" and "1 cent". Such words may also be about the goods. */
  readonly worded: readonly bigint[]
}

/** The prices that a text states. Characters that only look like others count as those. */
export function statedPrices(text: string): StatedPrices {
  const plain = text.normalize('NFKC')
  const found = (pattern: RegExp) => [...plain.matchAll(pattern)].map(([, written = '0']) => usd(decimalOf(written)))
  const inCents = [...plain.matchAll(cents)].map(([, written = '0']) => BigInt(written) * basePerCent)
  const isPrice = (price: bigint) => price > 0n
  return { signed: found(withSign).filter(isPrice), worded: [...withWord.flatMap(found), ...inCents].filter(isPrice) }
}

/** Commas before three digits group, as in 1,000; another one is a decimal point. */
function decimalOf(written: string): string {
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.|$)/.test(written)
  const text = isGrouped ? written.replaceAll(',', '') : written.replace(',', '.')
  return text.startsWith('.') ? `0${text}` : text.replace(/^0+(?=\d)/, '')
}
