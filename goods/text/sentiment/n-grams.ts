import { isNegation, type SentimentLanguage } from './negation.ts'
import { sentimentTokens, type SentimentToken } from './tokens.ts'

/** The n-grams of a text as numbers, each once: those of words, and those of letters. */
export interface NGrams {
  readonly words: ReadonlySet<number>
  readonly letters: ReadonlySet<number>
}

/** Words after a negation that are read as negated, up to the next mark. */
const negationReach = 4
const letterLengths = [2, 3, 4, 5]

/** The features of the n-gram models. Training reads them from here too. */
export function nGramsOf(text: string, language: SentimentLanguage): NGrams {
  const tokens = sentimentTokens(text)
  return { words: wordNGrams(tokens, language), letters: letterNGrams(tokens) }
}

function wordNGrams(tokens: readonly SentimentToken[], language: SentimentLanguage): ReadonlySet<number> {
  const found = new Set<number>()
  const add = (feature: string) => found.add(hash(feature))
  let reach = 0
  let [before, earlier] = ['<', '<']
  for (const token of tokens) {
    const negated = reach > 0
    reach = token.ends ? 0 : isNegation(token.text, language) ? negationReach : reach - 1
    add(`w ${token.text}`)
    add(`b ${before} ${token.text}`)
    add(`s ${earlier} ${token.text}`)
    if (negated) add(`n ${token.text}`)
    if (token.text.startsWith('#')) add(`w ${token.text.slice(1)}`)
    if (token.capitals) add('capitals')
    if (token.stretched) add('stretched')
    earlier = before
    before = token.text
  }
  add(`b ${before} >`)
  add(`length ${Math.min(5, Math.floor(Math.log2(tokens.length + 1)))}`)
  return found
}

function letterNGrams(tokens: readonly SentimentToken[]): ReadonlySet<number> {
  const found = new Set<number>()
  for (const { text } of tokens) {
    const bounded = ` ${text} `
    for (const length of letterLengths) {
      for (let start = 0; start + length <= bounded.length; start++) found.add(hash(`c${bounded.slice(start, start + length)}`))
    }
  }
  return found
}

/** FNV-1a over UTF-16 units, 32 bits: tells the n-grams of a model apart without their texts. */
function hash(feature: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < feature.length; index++) value = Math.imul(value ^ feature.charCodeAt(index), 0x01000193)
  return value >>> 0
}
