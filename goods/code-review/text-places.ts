import type { Place } from './code/syntax.ts'

/** Turns offsets of a text (UTF-16 code units) into lines and columns, and back. */
export interface TextPlaces {
  readonly lineCount: number
  placeOf(from: number, to: number): Place
  offsetOf(line: number, column: number): number
  /** A line without its end; empty beyond the last one. */
  lineAt(line: number): string
}

export function createTextPlaces(text: string): TextPlaces {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)

  function lineOf(offset: number): number {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low
  }

  return {
    lineCount: starts.length,
    placeOf(from, to) {
      const first = lineOf(from)
      const last = lineOf(to)
      return { line: first + 1, column: from - (starts[first] ?? 0) + 1, endLine: last + 1, endColumn: to - (starts[last] ?? 0) + 1 }
    },
    offsetOf: (line, column) => Math.min(text.length, (starts[line - 1] ?? text.length) + column - 1),
    lineAt(line) {
      const start = starts[line - 1]
      return start === undefined ? '' : text.slice(start, starts[line] === undefined ? undefined : starts[line] - 1).replace(/\r$/, '')
    },
  }
}
