import { splitSentences } from '../basics/split-sentences.ts'
import { codePointOffsets } from '../basics/code-points.ts'
import type { TextSpan } from './fact-check.ts'
import { isContent, tokensOf, type Token } from './tokens.ts'

/** One of the claims that a text is made of. */
export interface AtomicClaim {
  /** Where it is in the text, in code points. */
  readonly span: TextSpan
  /** What is checked: the span, with its subject put before it where it has none of its own. */
  readonly statement: string
  /** How many UTF-16 units of `statement` are not in the span. */
  readonly added: number
}

const maxClaims = 40
const coordinators = new Set(['and', 'but', 'while', 'whereas', 'although', 'though'])
const finite = new Set('is are was were has have had will would can could may might must shall should does do did'.split(' '))
const minContent = 2

/** Each sentence of a text as one claim. */
export function splitSentencesOf(text: string): readonly AtomicClaim[] {
  return splitSentences(text)
    .filter((sentence) => tokensOf(sentence.text).some(isContent))
    .slice(0, maxClaims)
    .map((span) => ({ span, statement: span.text, added: 0 }))
}

/** The clauses of each sentence as claims of their own: `A was founded in 1990, and employs 500 people` has two. */
export function splitClauses(text: string): readonly AtomicClaim[] {
  return splitSentencesOf(text)
    .flatMap((sentence) => clausesOf(sentence))
    .slice(0, maxClaims)
}

function clausesOf(sentence: AtomicClaim): readonly AtomicClaim[] {
  const { text, offset } = sentence.span
  const tokens = tokensOf(text)
  const offsets = codePointOffsets(text)
  const cuts = cutsOf(tokens)
  if (cuts.length === 0) return [sentence]
  const subject = subjectOf(tokens)
  const bounds = [...cuts.map(({ end, next }) => ({ end, next })), { end: tokens.length, next: tokens.length }]
  const claims: AtomicClaim[] = []
  let from = 0
  for (const { end, next } of bounds) {
    const first = tokens[from]
    const last = tokens[end - 1]
    if (first !== undefined && last !== undefined) {
      const part = text.slice(first.start, last.end)
      const span = { text: part, offset: offset + offsets.at(first.start), length: offsets.at(last.end) - offsets.at(first.start) }
      const lacksSubject = from > 0 && subject !== null && beginsWithVerb(first)
      claims.push({ span, statement: lacksSubject ? `${subject} ${part}` : part, added: lacksSubject ? subject.length + 1 : 0 })
    }
    from = next
  }
  return claims
}

/** Where clauses end and the next ones begin. Both sides must say something, and the later one needs a verb. */
function cutsOf(tokens: readonly Token[]): readonly { end: number; next: number }[] {
  const cuts: { end: number; next: number }[] = []
  let from = 0
  for (const [index, token] of tokens.entries()) {
    const comma = tokens[index - 1]?.text === ','
    const semicolon = token.text === ';'
    const coordinated =
      coordinators.has(token.lower) && (comma || startsVerb(tokens[index + 1]) || isPresent(tokens[index + 1], tokens[index + 2]))
    if (!semicolon && !coordinated) continue
    const end = comma ? index - 1 : index
    const next = index + 1
    if (
      contentOf(tokens, from, end) < minContent ||
      contentOf(tokens, next, tokens.length) < 2 ||
      !hasVerb(tokens, from, end) ||
      !hasVerb(tokens, next, tokens.length)
    )
      continue
    cuts.push({ end, next })
    from = next
  }
  return cuts
}

const startsVerb = (token: Token | undefined) => token !== undefined && (finite.has(token.lower) || /[a-z]{3,}ed$/u.test(token.lower))
/** `carries 300`, `has a`: a third person before a number or a determiner. */
const isPresent = (token: Token | undefined, next: Token | undefined) =>
  token !== undefined &&
  next !== undefined &&
  /^[a-z]{2,}[^s']s$/u.test(token.text) &&
  (next.kind === 'number' || ['a', 'an', 'the', 'its', 'their', 'about'].includes(next.lower))
const beginsWithVerb = (token: Token) => !token.capital && (startsVerb(token) || /[a-z]{2,}(?:[^s]s|ed)$/u.test(token.lower))
const contentOf = (tokens: readonly Token[], from: number, to: number) => tokens.slice(from, to).filter(isContent).length
const hasVerb = (tokens: readonly Token[], from: number, to: number) =>
  tokens
    .slice(from, to)
    .some((token) => startsVerb(token) || (!token.capital && /[a-z]{2,}(?:[^s]s|ed)$/u.test(token.lower)) || token.stem !== plain(token))

/** Irregular forms are verbs or rare nouns: `won`, `grew`. */
const plain = (token: Token) => (irregularForm.test(token.lower) ? '' : token.stem)
const irregularForm =
  /^(?:won|lost|rose|fell|grew|began|became|gave|took|made|said|wrote|knew|saw|got|came|ran|left|kept|led|held|brought|bought|sold|sent|spent|built|paid|met|taught|thought|fought|sought|felt|told|spoke|broke|chose|drove|flew|drew)$/u

/** What stands before the first verb, where it is short: the subject. */
function subjectOf(tokens: readonly Token[]): string | null {
  const verb = tokens.findIndex(
    (token, index) =>
      index > 0 && (startsVerb(token) || plain(token) === '' || (!token.capital && index > 1 && /[a-z]{3,}[^su]s$/u.test(token.lower))),
  )
  if (verb < 1 || verb > 8) return null
  const words = tokens.slice(0, verb)
  if (words.some((token) => token.kind === 'symbol' && token.text === ',')) return null
  return words.map((token) => token.text).join(' ')
}
