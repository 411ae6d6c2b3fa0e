/**
 * Words, emoji, emoticons and marks of a text, as the sentiment models read them: in lower case, addresses as `http`, names of users as `@`,
 * numbers as `0`, laughter as `haha`, emoticons as `:)` and `:(`, and letters that are repeated for emphasis at most twice.
 */
export interface SentimentToken {
  readonly text: string
  /** A mark that ends the reach of a negation. */
  readonly ends: boolean
  readonly capitals: boolean
  readonly stretched: boolean
}

const address = String.raw`(?:https?:\/\/|www\.)[^\s]+|\bhttps?\b`
const user = String.raw`@\w+`
const emoticon = String.raw`[<>]?[:;=xX][-o*']?[)\](\[dDpP\/\\|*]+(?!\w)|<\/?3+|\^_*\^|[;:]'[()]|[)(][-']?[:;=]|T_T|-_-`
const emoji = String.raw`\p{Extended_Pictographic}`
const word = String.raw`#?[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*|\d+(?:[.,:]\d+)*`
const marks = String.raw`[!?]+|\.{2,}|…+|[.,;:()"“”«»¿¡—–]`
const pattern = new RegExp([address, user, emoticon, emoji, word, marks].join('|'), 'gu')

const laughter = /^(?:(?:[jhsx]{1,2}[aeiáé]{1,2}){2,}[hjs]?|a?(?:ha){2,}h?|k{3,}|(?:rs){2,}|l+o+l+|xd+|ptdr|mdr)$/u
const stretchedLetters = /(\p{L})\1{2,}/gu
const isWord = /^[#\p{L}]/u
const isNumber = /^\d/
const isMark = /^(?:[!?]+|\.+|…+|[,;:()"“”«»¿¡—–])$/u
const glad = /^(?:[<>]?[:;=xX][-o*']?[)\]dDpP*]+|[([][-']?[:;=]|\^_*\^)$/u
const sad = /^(?:[<>]?[:;=xX][-o*']?[([/\\|]+|[)\]][-']?[:;=]|[;:]'\(|T_T|-_-)$/u

/** @param text at most some thousand characters; the time is linear in it */
export function sentimentTokens(text: string): readonly SentimentToken[] {
  return [...text.normalize('NFC').matchAll(pattern)].map(([raw]) => tokenOf(raw))
}

function tokenOf(raw: string): SentimentToken {
  const plain = (text: string): SentimentToken => ({ text, ends: false, capitals: false, stretched: false })
  if (raw.startsWith('@')) return plain('@')
  if (/^(?:https?|www)/u.test(raw)) return plain('http')
  if (isNumber.test(raw)) return plain('0')
  if (isWord.test(raw)) {
    const lower = raw.toLowerCase().replaceAll('’', "'")
    if (laughter.test(lower)) return plain('haha')
    const text = lower.replaceAll(stretchedLetters, '$1$1')
    return { text, ends: false, capitals: raw.length > 2 && raw === raw.toUpperCase(), stretched: text !== lower }
  }
  if (isMark.test(raw)) return { text: markOf(raw), ends: !/^["“”«»]/u.test(raw), capitals: false, stretched: false }
  return plain(glad.test(raw) ? ':)' : sad.test(raw) ? ':(' : raw)
}

/** How often a mark is repeated says little more than that it is. */
function markOf(raw: string): string {
  if (raw.length === 1) return raw
  if (/^(?:\.+|…+)$/u.test(raw)) return '…'
  return raw.includes('!') ? (raw.includes('?') ? '?!' : '!!') : '??'
}
