import { isAbbreviation } from './abbreviations.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/** How far before and after a boundary is looked; it keeps the work linear. */
const maxLookBack = 40
const maxLookAhead = 60

/** A sentence of fewer units holds no second one. */
const minDoubleLength = 8

const lineBreaks = new Set('\n\r\u0085\u2028\u2029')
const marks = new Set('.!?')
const closers = new Set('"\'”’»)]')

/** Where sentences end in a text whose line breaks all end one: indexes of what follows, in ascending order. */
export function sentenceEnds(flat: string): readonly number[] {
  const ends: number[] = []
  let from = 0
  for (const { segment, index } of segmenter.segment(flat)) {
    const end = withTrailers(flat, index + segment.length)
    if (end <= from || (end < flat.length && isInside(flat, from, end))) continue
    // What has no letter belongs to the sentence before it.
    if (from > 0 && !lineBreaks.has(flat[from - 1] ?? '') && !/[\p{L}\p{N}]/u.test(flat.slice(from, end))) ends.pop()
    if (end - from >= minDoubleLength && isLowerCase(flat, from)) ends.push(...lowerCaseEnds(flat, from, end))
    ends.push(end)
    from = end
  }
  return ends
}

/** The end after what follows a full stop and belongs to its sentence: `1990.[12] Then`, `« Non ! »`, an emoji. */
function withTrailers(flat: string, end: number): number {
  if (lineBreaks.has(flat[end - 1] ?? '')) return end
  const next = flat.codePointAt(end) ?? 0
  const isFootnote = flat[end - 1] === '['
  if (!isFootnote && next !== 0xbb && next !== 0x201d && next < 0x2190) return end
  const after = flat.slice(end, end + maxLookAhead)
  const trailer = isFootnote
    ? /^\d{1,4}\](?:\[\d{1,4}\]){0,3}[^\S\n\r]*/.exec(after)
    : /^(?:[»”](?![\p{L}\d])|(?:\p{Extended_Pictographic}|\p{EMod}|\p{RI}|\u200d|\ufe0f){1,20})[^\S\n\r]*/u.exec(after)
  return trailer ? end + trailer[0].length : end
}

/** Whether a boundary lies inside of a sentence. */
function isInside(flat: string, from: number, end: number): boolean {
  if (lineBreaks.has(flat[end - 1] ?? '')) return false
  let stop = end
  while (stop > from && end - stop < maxLookBack && isBlank(flat.charCodeAt(stop - 1))) stop -= 1
  const last = flat[stop - 1] ?? ''
  // `what?ever`, `example.com/?q=1`
  if (stop === end && marks.has(last) && /^[^\s"'([{“‘«]/.test(flat[end] ?? '')) return true
  // `"Stop!" he said.`
  if (closers.has(last)) return /^\s*\p{Ll}/u.test(flat.slice(end, end + maxLookAhead))
  if (last !== '.') return false
  const before = flat.slice(Math.max(from, stop - maxLookBack), stop)
  // The number of a point of a list: `1. Open the box.`
  if (stop - from <= maxLookBack && /^\s*\(?(?:\d{1,3}|[a-z])\.$/i.test(before)) return true
  const word = /[\p{L}\d][\p{L}\d.-]*(?=\.$)/u.exec(before.slice(before.lastIndexOf(' ') + 1))?.[0] ?? ''
  return word !== '' && isAbbreviation(word, /^\s*([("“‘«]?[\p{L}\d]+)/u.exec(flat.slice(end, end + maxLookAhead))?.[1] ?? '')
}

/**
 * Unicode ends no sentence before a lower-case letter. In a text that uses no capitals that would be one sentence, so
 * where a sentence begins with a lower-case letter, full stops before lower-case letters end it too.
 */
function lowerCaseEnds(flat: string, from: number, end: number): readonly number[] {
  return [...flat.slice(from, end).matchAll(/\p{L}{2}[.!?…]{1,3}\s{1,3}(?=\p{Ll})/gu)]
    .map(({ 0: found, index }) => from + index + found.length)
    .filter((at) => !isInside(flat, from, at))
}

function isLowerCase(flat: string, from: number): boolean {
  let start = from
  while (start - from < maxLookBack && isBlank(flat.charCodeAt(start))) start += 1
  return /\p{Ll}/u.test(flat[start] ?? '')
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d) || unit === 0xa0 || unit === 0x3000
}
