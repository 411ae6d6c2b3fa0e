/** A text in Apertium's stream format, and what was taken out of it. */
export interface EncodedUnit {
  readonly stream: string
  /** What a mark `[mN]` in the stream keeps the place of. */
  readonly kept: readonly string[]
}

/** A translated unit. */
export interface DecodedUnit {
  readonly text: string
  /** Words that the engine did not know or could not inflect, in lower case. */
  readonly unknown: readonly string[]
}

/** Characters that mean something in the stream. */
const reserved = /[[\]{}^$/\\@<>]/g

/** The end of a sentence, behind which closing marks may stand. */
const sentenceEnd = /[.!?…:;]["'”’»)\]]*$/

/** @param kept matches of it stay as they are, and their place in the sentence is kept; it has the flag `g` */
export function encodeUnit(text: string, kept: RegExp): EncodedUnit {
  const taken: string[] = []
  let stream = ''
  let from = 0
  for (const { 0: found, index } of text.matchAll(kept)) {
    stream += escape(text.slice(from, index)) + `[m${taken.length}]`
    taken.push(found)
    from = index + found.length
  }
  stream += escape(text.slice(from))
  return { stream, kept: taken }
}

const escape = (text: string) => text.replaceAll(reserved, (character) => `\\${character}`)

/**
 * The stream of a unit with its end, by which output is known to be the output of this unit. The programs need a blank at
 * the end to write what they hold back, and a full stop to see a sentence in a heading.
 */
export function closeUnit(stream: string, number: number): string {
  return `${stream}${needsStop(stream) ? '.' : ''}[e${number}]`
}

const needsStop = (stream: string) => !sentenceEnd.test(stream.replace(/(?:\[m\d+\]|\s)+$/, ''))

/** What `closeUnit` added is taken off again. @returns null where the output is not that of the unit */
export function openUnit(output: string, stream: string, number: number): string | null {
  const mark = `[e${number}]`
  const at = output.lastIndexOf(mark)
  if (at < 0 || /\[e\d+\]/.test(output.slice(0, at)) || output.indexOf('[e', at + mark.length) >= 0) return null
  const [before, after] = [output.slice(0, at), output.slice(at + mark.length)]
  return (needsStop(stream) ? before.replace(/\.(\s*)$/, '$1') : before) + after
}

const tokens = /\[m(\d+)\]|\[[^\]]{0,40}\]|\\?([*#@])|\\(.)|([^\\[*#@]+|[\s\S])/gsu

/**
 * Puts back what was kept, and takes off the signs before unknown words. A `*`, `#` or `@` of the source itself is always kept,
 * so that one in the output is such a sign.
 * @returns null where a kept piece is missing or there twice
 */
export function decodeUnit(output: string, kept: readonly string[]): DecodedUnit | null {
  const unknown: string[] = []
  const seen = new Set<number>()
  let text = ''
  for (const { 0: whole, 1: mark, 2: sign, 3: escaped, 4: plain, index } of output.matchAll(tokens)) {
    if (mark !== undefined) {
      const number = Number(mark)
      const piece = kept[number]
      if (piece === undefined || seen.has(number)) return null
      seen.add(number)
      text += piece
    } else if (sign !== undefined) unknown.push(...wordAt(output, index + whole.length))
    else text += escaped ?? plain ?? ''
  }
  return seen.size === kept.length ? { text, unknown } : null
}

function wordAt(output: string, at: number): readonly string[] {
  const [word] = /^[\p{L}\p{M}\p{N}]+/u.exec(output.slice(at, at + 60)) ?? []
  return word === undefined ? [] : [word.toLowerCase()]
}
