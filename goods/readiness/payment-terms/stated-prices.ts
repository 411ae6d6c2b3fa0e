import { usd } from '../../../src/goods/kit/worker-side.ts'
import { withDigits } from './number-words.ts'

/** A price that a text states. */
export interface StatedPrice {
  /** Base units of USDC; null for one in another currency. */
  readonly price: bigint | null
  /** signed: with a dollar sign before it, such as "$0.01". worded: with a word, such as "0.01 USDC", "five dollars" and "1 cent". */
  readonly kind: 'signed' | 'worded' | 'other'
  /** Whether it is probably about the goods, as in "transfers over 1,000 USDC" and "100 EUR to USD". */
  readonly ofGoods: boolean
  /** Whether it is for a month, a year, a week or a day. */
  readonly perPeriod: boolean
}

export interface StatedPrices {
  readonly prices: readonly StatedPrice[]
  /** Whether the text says that the goods cost nothing. */
  readonly free: boolean
  /** Figures behind a word such as "price", without a currency. */
  readonly bare: readonly string[]
  /** Whether two of the prices are the ends of a range. */
  readonly isRange: boolean
}

const figure = String.raw`(\d{1,3}(?:,\d{3}){1,2}(?:\.\d{1,6})?|\d{0,9}[.,]\d{1,6}|\d{1,9})(?![\d.,]*\d)`
const scale = String.raw`(?:\s?(k|m)\b|\s?(thousand|million|billion)s?\b)?`
/** A word ends where no letter follows, also behind a hyphen: `dollar-pegged` is no price. */
const ends = String.raw`(?![\p{L}\p{M}]|-[\p{L}])`
const dollars = String.raw`(?:us[ -]?)?(?:d[oó]l+[aá]r\p{L}{0,3}|доллар\p{L}*|bucks?|usdc?|usd coins?|美元|美金|ドル|달러|دولار\p{L}*|डॉलर|δολάρι\p{L}*)`
const centWords = String.raw`(?:us[ -]?)?(?:cents?|cts?|centavos?|centimes?|centesim[oi]|центов|цента?|penny|pennies|¢|美分|セント|센트)`
const others = String.raw`(?:€|£|¥|₹|₩|₽|₿|Ξ|eurc?|euros?|evro|евро|pounds?|gbp|jpy|yen|cny|rmb|yuan|元|円|inr|rupees?|chf|francs?|cad|aud|usdt|tether|dai|btc|bitcoins?|eth|ether|sol|pol|matic|sats?|satoshis?)`
const before = String.raw`(?<![\d.,A-Za-zÀ-žА-яё])`

const patterns: readonly (readonly [kind: StatedPrice['kind'], unit: 'dollar' | 'cent', pattern: RegExp])[] = [
  // "A$5" and "R$5" are other dollars.
  ['signed', 'dollar', new RegExp(String.raw`(?<![\p{L}])(?:US)?\$\s?${figure}${scale}`, 'giu')],
  ['other', 'dollar', new RegExp(String.raw`(?!US)(?<![\p{L}])[A-Z]{1,3}\$\s?${figure}`, 'gu')],
  ['worded', 'dollar', new RegExp(String.raw`(?<![\p{L}])usdc?\s?${figure}${scale}`, 'giu')],
  ['worded', 'dollar', new RegExp(String.raw`(?<![\d.,$A-Za-zÀ-žА-яё])${figure}${scale}\s?(?:\$|${dollars}${ends})`, 'giu')],
  ['worded', 'cent', new RegExp(String.raw`${before}${figure}\s?(?:${centWords})${ends}`, 'giu')],
  ['other', 'dollar', new RegExp(String.raw`(?:€|£|¥|₹|₩|₽|₿|Ξ|(?<![\p{L}])(?:eur|gbp|chf|jpy|inr|eth|btc|usdt))\s?${figure}`, 'giu')],
  ['other', 'dollar', new RegExp(String.raw`${before}${figure}${scale}\s?${others}${ends}`, 'giu')],
]
/** "A dollar", where the sentence ends or goes on as a price does. */
const single = new RegExp(
  String.raw`(?<![\p{L}])(?:an?|une?|una|uno|eine?n?|um|een|один|bir)\s(?:(${dollars})|(${centWords}))(?=\s*(?:$|[.,;!)]|(?:per|an?|each|every|for|pro|par|por|al|за)(?![\p{L}])))`,
  'giu',
)
const bareFigure = new RegExp(
  String.raw`(?<![\p{L}])(?:price|costs?|fee|charge[sd]?|preis|kostet|prix|precio|preço|prezzo|cena|цена)(?:\s(?:is|of))?\s?[:=]?\s?${figure}`,
  'giu',
)
const freeWords =
  /(?<![\p{L}-])(?:free(?!-|ly|dom|lance|[ -](?:text|form|float|floating|cash|flow|speech|software|space|memory|agents?|throws?|calls?|trial|tier|range|energy|trade|will|market))|gratis|kostenlos|kostenfrei|gratuite?s?|gratuita?o?|free of charge|бесплатно|ücretsiz|bezpłatnie|免费|無料|무료)(?![\p{L}])/iu
const period =
  /^\s*(?:\/|per|an?|each|every|pro|par|por|al|im|в|za)\s*(?:month|mo|year|yr|week|day|monat|jahr|woche|tag|mois|an|année|semaine|jour|mes|año|mês|ano|mese|anno|месяц|год|miesiąc)(?![\p{L}])|^\s*(?:monthly|yearly|weekly|daily|annually|monatlich|jährlich|mensuel|al mes)(?![\p{L}])|^\/?月/iu
/** Behind an amount that is converted or moved. */
const moved = /^\s*(?:to|into|in|→|->|by|via)\s+\p{Lu}/u
const movedBefore =
  /(?<![\p{L}])(?:convert\w*|exchang\w*|swap\w*|transfer\w*|send\w*|sell\w*|buy\w*|bridg\w*|payouts?|loans?|balances?|holders?|alerts?|trades?|orders?|volumes?|liquidity|deposits?|withdraw\w*|invest\w*|donat\w*|worth)\s+(?:(?!(?:for|at|costs?)\s)\S+\s+){0,2}$/iu
const compared = /(?<![\p{L}])(?:over|above|below|under|more than|less than|at least|exceeding|of up to|between)\s*$/iu
const priceWord = /(?<![\p{L}])(?:costs?|prices?|priced|fees?|pay|charge[sd]?)(?![\p{L}])/iu

/** Characters before and behind a price that say what it is of. */
const nearby = 80

/** The prices that a text states. Characters that only look like others count as those, and numbers in words as their digits. */
export function statedPrices(text: string): StatedPrices {
  const plain = withDigits(westernDigits(text.normalize('NFKC'))).replaceAll(single, (_, dollar?: string) =>
    dollar ? '1 dollar' : '1 cent',
  )
  const taken: { readonly from: number; readonly to: number; readonly found: StatedPrice }[] = []
  for (const [kind, unit, pattern] of patterns) {
    for (const match of plain.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length]
      if (taken.some((one) => from < one.to && to > one.from)) continue
      const price = kind === 'other' ? null : priceOf(match, unit)
      taken.push({
        from,
        to,
        found: {
          price,
          kind,
          ofGoods: kind !== 'signed' && isOfGoods(plain, from, to),
          perPeriod: period.test(plain.slice(to, to + nearby)),
        },
      })
    }
  }
  const places = taken.toSorted((one, other) => one.from - other.from)
  const isRange = places.some((one, at) => at > 0 && /^\s*(?:to|-|–|—|bis|and|à|a)\s*$/i.test(plain.slice(places[at - 1]!.to, one.from)))
  const prices = places.map(({ found }) => found)
  const bare = prices.length > 0 ? [] : [...plain.matchAll(bareFigure)].map(([, written = '']) => decimalOf(written))
  return {
    prices: prices.filter(({ price }) => price !== 0n),
    free: freeWords.test(plain) || prices.some(({ price }) => price === 0n),
    bare,
    isRange,
  }
}

function isOfGoods(text: string, from: number, to: number): boolean {
  const sentence =
    text
      .slice(0, from)
      .split(/[.;:!?]\s/)
      .at(-1) ?? ''
  if (moved.test(text.slice(to, to + nearby)) || movedBefore.test(sentence)) return true
  return compared.test(sentence) && !priceWord.test(sentence)
}

const factors: Readonly<Record<string, bigint>> = {
  k: 1_000n,
  thousand: 1_000n,
  m: 1_000_000n,
  million: 1_000_000n,
  billion: 1_000_000_000n,
}

function priceOf([, written = '0', short, long]: RegExpExecArray, unit: 'dollar' | 'cent'): bigint {
  const price = usd(decimalOf(written)) * (factors[(short ?? long ?? '').toLowerCase()] ?? 1n)
  return unit === 'cent' ? price / 100n : price
}

/** Digits of other scripts as 0 to 9. */
function westernDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0)!
    const value = zero
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && value - zero < 9) zero--
    return String(value - zero)
  })
}

/** Commas before three digits group, as in 1,000; another one is a decimal point. */
function decimalOf(written: string): string {
  const isGrouped = /^\d{1,3}(?:,\d{3})+(?:\.|$)/.test(written)
  const text = isGrouped ? written.replaceAll(',', '') : written.replace(',', '.')
  return text.startsWith('.') ? `0${text}` : text.replace(/^0+(?=\d)/, '')
}
