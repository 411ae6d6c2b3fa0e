/** Below this length a line was hardly broken for want of room. */
const minWrappedLength = 40

/** How far into a line its first word is looked for. */
const maxWordLength = 40

const listItem = /^\s*(?:[-*+•‣◦▪●–—]\s|\(?(?:\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.)]\s|#{1,6}\s|>\s|\|)/

interface Line {
  readonly from: number
  /** Where its line break begins. */
  readonly to: number
  /** Where the next line begins. */
  readonly end: number
}

/**
 * The text with a blank for each unit of a line break inside of a sentence, so that indexes stay as they are. Line breaks
 * that end a sentence are kept: those beside blank lines and lists, and those after a line that had room for the next word.
 */
export function joinLines(text: string): string {
  const lines = readLines(text)
  if (lines.length < 2) return text
  const pieces: string[] = []
  for (let at = 0; at < lines.length;) {
    const end = paragraphEnd(text, lines, at)
    const longest = lines.slice(at, end).reduce((most, { from, to }) => Math.max(most, to - from), minWrappedLength)
    for (let index = at; index < end; index += 1) {
      const line = lines[index]
      const next = lines[index + 1]
      if (!line) continue
      const joined = index + 1 < end && next !== undefined && continues(text, line, next, longest)
      pieces.push(text.slice(line.from, line.to), joined ? ' '.repeat(line.end - line.to) : text.slice(line.to, line.end))
    }
    at = end
  }
  return pieces.join('')
}

function readLines(text: string): readonly Line[] {
  const lines: Line[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(/\r\n|[\n\r\u0085\u2028\u2029]/g)) {
    lines.push({ from, to: index, end: index + found.length })
    from = index + found.length
  }
  lines.push({ from, to: text.length, end: text.length })
  return lines
}

/** The first line after those that begin at `at` and have no blank line between them. */
function paragraphEnd(text: string, lines: readonly Line[], at: number): number {
  let end = at + 1
  while (end < lines.length && !isBlank(text, lines[end]) && !isBlank(text, lines[end - 1])) end += 1
  return end
}

function isBlank(text: string, line: Line | undefined): boolean {
  return !line || !/\S/.test(text.slice(line.from, line.to))
}

function continues(text: string, line: Line, next: Line, longest: number): boolean {
  const start = text.slice(next.from, next.from + maxWordLength)
  if (listItem.test(start)) return false
  const isItem = listItem.test(text.slice(line.from, line.from + maxWordLength))
  // A line of a list goes on where the next one is indented.
  if (isItem && !/^\s{2}/.test(start)) return false
  if (/^\s*\p{Ll}/u.test(start)) return true
  const word = /^\s*(\S*)/.exec(start)?.[1] ?? ''
  return line.to - line.from + 1 + word.length > longest
}
