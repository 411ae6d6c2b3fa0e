import { introductionOf, kindOfWord, plainWord, type IdentifierKind, type Introduction } from './identifier-kinds.ts'

/** A number in a text, with the words that introduce it. */
export interface ReadNumber {
  /** Null where the text does not say what it is. */
  readonly kind: IdentifierKind | null
  readonly text: string
  /** Short letters before the digits, which may belong to the number: `OB 0243318`. */
  readonly prefix: string | null
  /** Where it begins in the text, with its introduction, and ends. */
  readonly start: number
  readonly end: number
}

interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
}

const maxWords = 400

/** Digits of every script become ASCII, and signs that cannot be seen are removed. */
export function plainText(text: string): string {
  if (/^[ -~]*$/.test(text)) return text
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}+/gu, '')
    .replace(/\p{Nd}/gu, (digit) => (/\d/.test(digit) ? digit : String(valueOfDigit(digit))))
}

/** Decimal digits come in runs of ten, the zero first. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
  return code - zero
}

export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const found of text.matchAll(/[^\s,;:|()[\]{}"“”«»=]+/gu)) {
    if (words.length >= maxWords) break
    const word = found[0].replace(/(?<=[\p{L}\p{N}])[.!?'’]+$/u, '')
    const glued = /^(#|№|n°|nº|no\.|nr\.|[\p{L}./-]{2,12}?)[-#.]?(\d.*)$/iu.exec(word)
    const [, label = '', rest = ''] = glued ?? []
    const isGlued = glued !== null && (/^(?:#|№|n[°º]|n[or]\.)$/iu.test(label) || label === 'No' || kindOfWord(label) !== null)
    const end = found.index + word.length
    if (isGlued) words.push({ text: label, start: found.index, end: end - rest.length }, { text: rest, start: end - rest.length, end })
    else words.push({ text: word, start: found.index, end })
  }
  return words
}

const digitsIn = (text: string) => text.replace(/\D/g, '').length
const isDate = (text: string) =>
  /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:\d{2}|\d{4})|(?:1[89]|20)\d\d[-/](?:1[89]|20)\d\d)$/.test(text)

/** Numbers with an introduction: `passport no. A1234567`, `IMO9187629`, `SWIFT/BIC: KUDBKPPY`. */
export function introducedNumbers(text: string): ReadNumber[] {
  return readNumbers(text, () => false)
}

/**
 * All numbers of a query: those with an introduction, and without one those that are too long to be a part of a name. A query that is
 * nothing but a number may be shorter.
 */
export function numbersOfQuery(text: string): ReadNumber[] {
  const count = wordsOf(text).length
  return readNumbers(text, (run, length) => {
    const longestWord = Math.max(0, ...(run.match(/\p{L}+/gu) ?? []).map((letters) => letters.length))
    if (length < count) return digitsIn(run) >= 6 && longestWord <= 3
    return digitsIn(run) >= 5 || (digitsIn(run) >= 3 && run.length >= 6 && longestWord <= 3) || isBicForm(run)
  })
}

/** Letters that can only be a bank's code: with digits, the code of a head office, or without the vowels of a word. */
function isBicForm(text: string): boolean {
  return /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(text) && /\d|XXX$|[^AEIOU]{4}/.test(text)
}

function readNumbers(text: string, isEnough: (run: string, words: number) => boolean): ReadNumber[] {
  const words = wordsOf(text)
  const found: ReadNumber[] = []
  for (let at = 0, free = 0; at < words.length; at++) {
    const first = words[at]
    if (!first || isDate(first.text)) continue
    const before = words.slice(free, at).map((word) => word.text)
    if (/^[^@\s]+@[^@\s]+\.\p{L}{2,}$/u.test(first.text)) {
      const said = introductionOf(before)
      found.push({
        kind: 'email',
        text: first.text,
        prefix: null,
        start: words[at - (said?.length ?? 0)]?.start ?? first.start,
        end: first.end,
      })
      free = at + 1
      continue
    }
    const last = lastOfRun(words, at, text)
    const end = words[last]?.end ?? first.end
    const prefix = prefixOf(words, at, free, text)
    const introduction = introductionOf(prefix === null ? before : before.slice(0, -1)) ?? introductionOf(before)
    const hasPrefix = prefix !== null && (introduction === null || introductionOf(before.slice(0, -1)) !== null)
    const run = text.slice(first.start, end)
    const isNumber = /\d/.test(first.text)
      ? isIntroduced(run, introduction) || isEnough(run, last - at + (hasPrefix ? 2 : 1))
      : isCode(first.text, introduction?.kind ?? null)
    const isBare = !isNumber && introduction === null && isEnough(run, last - at + 1)
    if (!isNumber && !isBare) continue
    const start = words[at - (hasPrefix ? 1 : 0) - (introduction?.length ?? 0)]?.start ?? first.start
    found.push({ kind: introduction?.kind ?? null, text: run, prefix: hasPrefix ? prefix : null, start, end })
    free = last + 1
    at = last
  }
  return found
}

/** "Plant No. 4" is a name. */
function isIntroduced(run: string, introduction: Introduction | null): boolean {
  if (introduction === null) return false
  return introduction.kind === null ? digitsIn(run) >= 5 : run.length >= 5
}

/** Digits in groups are one number: `96 03 464086`. */
function lastOfRun(words: readonly Word[], at: number, text: string): number {
  const first = words[at]?.text ?? ''
  if (!/\d/.test(first)) return at
  let last = at
  while (last + 1 < words.length && last - at < 6) {
    const [one, next] = [words[last], words[last + 1]]
    if (!one || !next || !/^\d[\d./-]*$/.test(next.text) || isDate(next.text) || !/^ ?$/.test(text.slice(one.end, next.start))) break
    last++
  }
  return last
}

function prefixOf(words: readonly Word[], at: number, free: number, text: string): string | null {
  const [before, first] = [words[at - 1], words[at]]
  if (at - 1 < free || !before || !first || !/^\d/.test(first.text) || !/^[A-Z]{1,3}$/.test(before.text)) return null
  return text.slice(before.end, first.start) === ' ' && introductionOf([before.text]) === null ? before.text : null
}

/** Codes that may have no digit, after a word that says what they are. */
function isCode(text: string, kind: IdentifierKind | null): boolean {
  if (kind === 'bic') return /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/i.test(text) && !genericWords.has(plainWord(text))
  if (kind === 'call_sign' || kind === 'aircraft') return /^(?=.*[A-Z])[A-Z0-9-]{3,8}$/.test(text)
  return false
}

/** Words that have the form of a bank's code, and follow Swift in the names of firms. */
const genericWords = new Set(['holdings', 'services', 'logistics', 'shipping', 'security', 'software', 'trucking', 'response'])
