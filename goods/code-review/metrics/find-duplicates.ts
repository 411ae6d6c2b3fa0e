/** A file as the search for duplicates sees it. */
export interface DuplicateInput {
  readonly name: string
  readonly lines: readonly string[]
  /** From 1. */
  readonly commentLines: ReadonlySet<number>
}

export interface DuplicateBlock {
  /** Where it is for the second time. Lines count from 1. */
  readonly file: string
  readonly line: number
  readonly endLine: number
  readonly first: { readonly file: string; readonly line: number }
}

interface CodeLine {
  readonly file: string
  readonly line: number
  readonly text: string
}

/** Lines with code in a row, and their characters, that a duplicated block has at least. Shorter repetitions are not reported. */
const minLines = 6
const minCharacters = 160

/** Blocks of lines that are the same but for their indentation. Empty lines, comments and imports do not count. */
export function findDuplicates(files: readonly DuplicateInput[]): readonly DuplicateBlock[] {
  const seen = new Map<string, readonly CodeLine[]>()
  const blocks: DuplicateBlock[] = []
  for (const file of files) {
    const lines = codeLines(file)
    for (let at = 0; at + minLines <= lines.length; at += 1) {
      const window = lines.slice(at, at + minLines)
      const key = window.map(({ text }) => text).join('\n')
      if (key.length < minCharacters) continue
      const before = seen.get(key)
      if (!before) {
        seen.set(key, window)
        continue
      }
      // It overlaps with itself where a line is repeated.
      if (before[0]?.file === file.name && (before.at(-1)?.line ?? 0) >= (window[0]?.line ?? 0)) continue
      addWindow(blocks, window, before)
    }
  }
  return blocks
}

/** Windows that follow each other are one block. */
function addWindow(blocks: DuplicateBlock[], window: readonly CodeLine[], before: readonly CodeLine[]): void {
  const [{ file, line } = { file: '', line: 0 }] = window
  const endLine = window.at(-1)?.line ?? line
  const last = blocks.at(-1)
  if (last?.file === file && line <= last.endLine) blocks[blocks.length - 1] = { ...last, endLine }
  else blocks.push({ file, line, endLine, first: { file: before[0]?.file ?? '', line: before[0]?.line ?? 0 } })
}

function codeLines({ name, lines, commentLines }: DuplicateInput): CodeLine[] {
  return lines.flatMap((line, index) => {
    const text = line.slice(0, 400).trim().replaceAll(/\s+/g, ' ')
    const isNothing = text === '' || /^[\])};,(]+$/.test(text) || /^(?:import|from|using|#include|require|use)\b/.test(text)
    return isNothing || commentLines.has(index + 1) ? [] : [{ file: name, line: index + 1, text }]
  })
}
