import { stem } from './stem.ts'

/** A word, a number or a symbol of a text. `start` and `end` are UTF-16 indexes in that text. */
export interface Token {
  readonly kind: 'word' | 'number' | 'symbol'
  readonly text: string
  readonly lower: string
  readonly stem: string
  readonly start: number
  readonly end: number
  /** Whether it begins with a capital letter. */
  readonly capital: boolean
  /** Whether it is the first word of its text. */
  readonly first: boolean
}

/** Numbers may have groups of thousands; letters that follow at once are a token of their own: `5km`, `20th`, `1990s`. */
const pattern = /\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\p{L}[\p{L}\p{M}]*(?:['’]\p{L}{1,3}(?!\p{L}))?|[^\s\p{L}\d]/gu
/** How corpora write brackets: `-LRB-`. */
const brackets = /^(?:lrb|rrb|lsb|rsb|lcb|rcb)$/u
/** More tokens than a sentence of prose has are a list or an attack. */
const maxTokens = 1_200

/** The tokens of a text, at most 1,200. Linear time. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  let first = true
  for (const match of text.matchAll(pattern)) {
    const [written] = match
    const lower = written.toLowerCase().replaceAll('’', "'")
    const kind = /^\d/u.test(written) ? 'number' : /^\p{L}/u.test(written) && !brackets.test(lower) ? 'word' : 'symbol'
    for (const part of kind === 'word' ? contraction(lower) : [{ lower, from: 0, to: written.length }]) {
      const token = {
        kind,
        text: written.slice(part.from, part.to),
        lower: part.lower,
        stem: kind === 'word' ? stem(part.lower) : part.lower,
      } as const
      tokens.push({ ...token, start: match.index + part.from, end: match.index + part.to, capital: /^\p{Lu}/u.test(token.text), first })
    }
    if (kind !== 'symbol') first = false
    if (tokens.length >= maxTokens) break
  }
  return tokens
}

interface Part {
  readonly lower: string
  readonly from: number
  readonly to: number
}

/** `don't` is `do` and `not`; `cannot` is `can` and `not`. Both parts keep their place in the text. */
function contraction(lower: string): readonly Part[] {
  const { length } = lower
  if (lower === 'cannot')
    return [
      { lower: 'can', from: 0, to: 3 },
      { lower: 'not', from: 3, to: 6 },
    ]
  if (!lower.endsWith("n't")) return [{ lower, from: 0, to: length }]
  const verb = lower.slice(0, -3)
  const whole = verb === 'wo' ? 'will' : verb === 'ca' ? 'can' : verb === 'sha' ? 'shall' : verb
  return [
    { lower: whole, from: 0, to: length - 3 },
    { lower: 'not', from: length - 3, to: length },
  ]
}

/** Words that carry no content of their own. Negations and quantifiers are not among them: they have signals. */
const functionWords = new Set(
  `a an the this that these those it its he she they them his her their him we us our you your i me my of in on at to from by for with as
and or but if than then so such into onto upon over under about between among through during after before since until while when where
which who whom whose what how there here be is are was were been being am do does did done have has had having will would can could
shall should may might must also just very too more most 's 're 've 'll 'm 'd up out off down again further both each other own same
was however therefore thus hence yet still even`
    .split(/\s+/)
    .flatMap((word) => [word, stem(word)]),
)

/** Whether a token says something by itself: a number, or a word that is not a function word. */
export const isContent = (token: Token): boolean => token.kind === 'number' || (token.kind === 'word' && !functionWords.has(token.lower))

/** `No. 1`, `No 10 Downing Street`: the sign of a number. "No 12 men came" begins its sentence, and "no 12 men" counts something. */
export function isNumberSign(tokens: readonly Token[], at: number): boolean {
  const [sign, next, behind] = tokens.slice(at, at + 3)
  if (sign?.lower !== 'no' && sign?.lower !== 'nos') return false
  if (next?.text === '.') return next.start === sign.end && (behind?.kind === 'number' || /^[ivx]+$/u.test(behind?.lower ?? ''))
  const counts = behind?.kind === 'word' && !behind.capital && isContent(behind)
  return next?.kind === 'number' && ((sign.capital && !sign.first) || !counts)
}
