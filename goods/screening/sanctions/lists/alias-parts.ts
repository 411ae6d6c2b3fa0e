import { countryByName } from '../../../../src/goods/kit/names.ts'

/** A name within a published alias. */
export interface AliasPart {
  readonly text: string
  /** A bare abbreviation, which others have too. */
  readonly weak: boolean
}

/** Texts in brackets that say something about the name and are no part of it. */
const remark =
  /\b(?:listed|formerly|previously|passport|identity|identification|number|birth name|combat name|nom de guerre|script|third|born|maiden|nickname|spelling|spelt|transliterat\w*|alias(?:es)?|now|KPE\.\d+|name)\b|\d{4}/i
const introduction = /^\s*(?:formerly|previously|also known as|also|a\.?k\.?a\.?|f\.?k\.?a\.?|n\.?k\.?a\.?)(?:\s*:\s*|\s+(?=\S))/i
const originalScript = /^\s*original script\s*:\s*/i
/** "son of" in English, and in Pashto, Dari and Arabic. */
const descent = /,?\s+(?:son of|daughter of|s\/o|d\/o|ولد)\s.*$/i
const abbreviation = /^(?!NGO)[A-Z][A-Z.&/-]{1,9}$/
const maxParts = 40
const maxBrackets = 12

/**
 * The names in one published alias: lists join several with semicolons or as `a) … b) …`, and put other spellings, other scripts,
 * abbreviations and remarks in brackets. Remarks are removed; a name that is remarked upon (as a birth name) stays.
 */
export function aliasParts(alias: string): AliasPart[] {
  if (!/[;()[\]"“”„«»/,]|\b(?:son of|born)\b|ولد|^\s*(?:formerly|previously)\b/i.test(alias)) return [{ text: alias, weak: false }]
  const parts: AliasPart[] = []
  const { outer, inner } = takeBrackets(alias)
  for (const text of severalNames(outer)) addName(parts, text)
  for (const { text, before } of inner) addBracket(parts, text, before)
  return distinct(parts)
}

interface Bracket {
  readonly text: string
  readonly before: string
}

/** The text outside of all brackets, and the text of each outermost pair. Brackets within a name only lose their signs. */
function takeBrackets(alias: string): { outer: string; inner: Bracket[] } {
  const inner: Bracket[] = []
  let outer = ''
  let depth = 0
  let start = 0
  // `a)` and `b)` number names, and are no brackets.
  const text = alias
    .replace(/(^|[\s;,])([a-z])\)/gi, '$1;')
    .replace(/\[/g, '(')
    .replace(/\]/g, ')')
  for (const [at, sign] of [...text].entries()) {
    if (sign === '(' && inner.length < maxBrackets) {
      if (depth++ === 0) start = at + 1
    } else if (sign === ')') {
      if (depth === 0) continue
      if (--depth > 0) continue
      const [inside, rest] = [[...text].slice(start, at).join(''), [...text].slice(at + 1).join('')]
      // A bracket in the middle belongs to the name: "Leader (Hong Kong) International".
      const isWithin =
        /[\p{L}\p{N}]/u.test(rest.replace(/\([^)]*\)/g, '')) && !/^\s*;/.test(rest) && !remark.test(inside) && !abbreviation.test(inside)
      // So does a country: there are branches in several.
      if (isWithin || countryByName(inside.replace(/^union of the /i, '')) !== null) outer += ` ${inside} `
      else inner.push({ text: inside, before: outer })
    } else if (depth === 0) outer += sign
  }
  // A bracket that is never closed is a remark or a slip; its text is kept as a name of its own.
  if (depth > 0) inner.push({ text: [...text].slice(start).join(''), before: outer })
  return { outer, inner }
}

function severalNames(text: string): string[] {
  return text
    .split(/;|\s\/\s/)
    .map((name) =>
      name
        .replace(introduction, '')
        .replace(/,?\s+born\s.*$/i, '')
        .replace(/\s+-\s+[a-z-]+(?:\s[a-z-]+)*\s*$/, '')
        .replace(/^[\s,.:"“”„«»-]+|[\s,:"“”„«»-]+$/g, '')
        .replace(/["“”„«»]/g, '')
        .replace(/\s+/g, ' '),
    )
    .filter((name) => /[\p{L}\p{N}]{2}|\p{Script=Han}/u.test(name))
}

function addName(parts: AliasPart[], text: string): void {
  parts.push({ text, weak: false })
  const alone = text.replace(descent, '')
  if (alone !== text && alone.trim() !== '') parts.push({ text: alone.trim(), weak: false })
}

function addBracket(parts: AliasPart[], text: string, before: string): void {
  const name = text.replace(originalScript, '')
  const isOtherScript = /[^\p{Script=Latin}\P{L}]/u.test(name.replace(/\(.*/, ''))
  if (remark.test(name) && name === text && !isOtherScript && !/;/.test(name)) return
  if (/[()]/.test(name)) {
    for (const part of aliasParts(name.replace(/\((?:original )?script\)/gi, ''))) parts.push(part)
    return
  }
  for (const one of severalNames(name)) {
    if (abbreviation.test(one)) parts.push({ text: one, weak: true })
    else if (/\s/.test(one) || isOtherScript || !/\p{Script=Latin}/u.test(before)) addName(parts, one)
    else addOtherEnding(parts, one, before)
  }
}

/** `Butayev (Butaev)`: another spelling of the last word. */
function addOtherEnding(parts: AliasPart[], word: string, before: string): void {
  const words = before.trim().split(/\s+/)
  const last = words.at(-1) ?? ''
  if (last[0]?.toLowerCase() !== word[0]?.toLowerCase()) return
  parts.push({ text: [...words.slice(0, -1), word].join(' '), weak: false })
}

function distinct(parts: readonly AliasPart[]): AliasPart[] {
  return [...new Map(parts.map((part) => [part.text, part])).values()].slice(0, maxParts)
}
