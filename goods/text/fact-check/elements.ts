import { readDates, type DateSpan } from './read-dates.ts'
import type { Quantity } from './quantity.ts'
import { readQuantities } from './read-quantities.ts'
import { isContent, isNumberSign, tokensOf, type Token } from './tokens.ts'

/** What is compared of two texts: a word, or a whole date or quantity. `from` and `to` (exclusive) are indexes of tokens. */
export interface Element {
  readonly kind: 'word' | 'quantity' | 'date'
  /** Equal for elements that say the same. */
  readonly key: string
  /** 1 for content, less for function words. */
  readonly weight: number
  readonly from: number
  readonly to: number
  /** Whether it is part of a name: a capital inside of a sentence, or a first word that is not common. */
  readonly name: boolean
  readonly quantity: Quantity | null
  readonly date: DateSpan | null
}

/** A text as tokens and elements. */
export interface ReadText {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly elements: readonly Element[]
}

const articles = new Set(['a', 'an', 'the'])

/** Reads one sentence. Linear time. */
export function readText(text: string): ReadText {
  const tokens = tokensOf(text)
  const dates = readDates(tokens)
  const quantities = readQuantities(tokens, dates)
  const elements: Element[] = []
  const spans = new Map<number, { date: DateSpan | null; quantity: Quantity | null; to: number }>()
  for (const date of dates) spans.set(date.from, { date, quantity: null, to: date.to })
  for (const quantity of quantities) spans.set(quantity.from, { date: null, quantity, to: quantity.to })
  let at = 0
  while (at < tokens.length) {
    const span = spans.get(at)
    if (span !== undefined) {
      elements.push(spanElement(at, span))
      at = span.to
      continue
    }
    const token = tokens[at] as Token
    if (token.kind === 'word' && !articles.has(token.lower)) elements.push(wordElement(token, at, tokens))
    at += 1
  }
  return { text, tokens, elements }
}

function spanElement(from: number, { date, quantity, to }: { date: DateSpan | null; quantity: Quantity | null; to: number }): Element {
  const key =
    date === null
      ? `#${quantity?.kind} ${quantity?.kind === 'count' || quantity?.kind === 'ordinal' ? '' : quantity?.kind === 'money' ? quantity.unit : ''}${Number(quantity?.base.toPrecision(6))}`
      : `@${date.year ?? ''}-${date.month ?? ''}-${date.day ?? ''}+${date.reach}${date.ambiguous ? '?' : ''}`
  return { kind: date === null ? 'quantity' : 'date', key, weight: 1, from, to, name: false, quantity, date }
}

function wordElement(token: Token, at: number, tokens: readonly Token[]): Element {
  if (isNumberSign(tokens, at))
    return { kind: 'word', key: 'number', weight: 0.2, from: at, to: at + 1, name: false, quantity: null, date: null }
  const content = isContent(token)
  return {
    kind: 'word',
    key: token.stem,
    weight: content ? 1 : 0.2,
    from: at,
    to: at + 1,
    // The first word of a sentence has a capital anyway: it counts as a name beside another capital.
    name:
      content &&
      token.capital &&
      (!token.first || tokens[at + 1]?.capital === true || (token.text.length > 1 && token.text === token.text.toUpperCase())),
    quantity: null,
    date: null,
  }
}
