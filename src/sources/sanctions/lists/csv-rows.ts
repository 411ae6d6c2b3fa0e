import { UpstreamGarbage } from '../../../net/upstream-errors.ts'
import { textPieces } from './text-pieces.ts'

/** Longer than any row of these lists. */
const longestRow = 300_000
const quote = '"'

export interface CsvShape {
  readonly separator: ',' | ';'
  /** What rows begin with: a quoted field that holds a line like that has swallowed rows for want of a quote. */
  readonly rowStart: RegExp
}

/**
 * The rows of a long CSV document (RFC 4180, with a separator of its own), each when it is its turn; null after each
 * piece. Empty lines are left out. The document is never held as a whole.
 * @throws UpstreamGarbage `wrong_shape` for a quoted field without end, or one that has swallowed rows, and for a last row
 * that breaks off.
 */
export function* csvRows(chunks: readonly Uint8Array[], { separator, rowStart }: CsvShape): Generator<string[] | null, void> {
  const swallowed = new RegExp(`\\n${rowStart.source}`)
  let text = ''
  let width = 0
  const check = ({ fields }: CsvRow): string[] | null => {
    if (fields.some((field) => swallowed.test(field))) throw new UpstreamGarbage('wrong_shape')
    if (fields.length === 1 && fields[0] === '') return null
    width = fields.length
    return fields
  }
  for (const piece of textPieces(chunks)) {
    text += piece
    let done = 0
    for (let row = readRow(text, done, separator, false); row; row = readRow(text, done, separator, false)) {
      done = row.end
      yield check(row)
    }
    text = text.slice(done)
    if (text.length > longestRow) throw new UpstreamGarbage('wrong_shape')
    yield null
  }
  const last = text === '' ? null : readRow(text, 0, separator, true)
  // Only what was cut off ends within a row.
  if (last && last.fields.length < width) throw new UpstreamGarbage('wrong_shape')
  if (last) yield check(last)
}

interface CsvRow {
  readonly fields: string[]
  /** Where the next row starts. */
  readonly end: number
}

/** The row that starts there; null where its end has not come yet. */
function readRow(text: string, from: number, separator: string, isLast: boolean): CsvRow | null {
  const lineEnd = endOf(text, from, '\n')
  if (lineEnd === text.length && !isLast) return null
  const line = text.slice(from, text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd)
  return line.includes(quote) ? readQuoted(text, from, separator, isLast) : { fields: line.split(separator), end: lineEnd + 1 }
}

function readQuoted(text: string, from: number, separator: string, isLast: boolean): CsvRow | null {
  const fields: string[] = []
  let index = from
  let lineEnd = -1
  for (;;) {
    let field = ''
    if (text[index] === quote) {
      const close = closingQuote(text, index + 1)
      if (close < 0 && isLast) throw new UpstreamGarbage('wrong_shape')
      if (close < 0) return null
      field = text.slice(index + 1, close).replaceAll('""', quote)
      index = close + 1
    }
    if (lineEnd < index) lineEnd = endOf(text, index, '\n')
    const end = Math.min(endOf(text, index, separator), lineEnd)
    if (lineEnd === text.length && !isLast) return null
    const isRowEnd = end === lineEnd
    // Whatever stands between a closing quote and the separator belongs to the field too.
    field += text.slice(index, isRowEnd && text[end - 1] === '\r' ? end - 1 : end)
    fields.push(field)
    index = end + 1
    if (isRowEnd) return { fields, end: index }
  }
}

function endOf(text: string, from: number, what: string): number {
  const index = text.indexOf(what, from)
  return index < 0 ? text.length : index
}

/** Where a quoted field ends that starts here; -1 where its end has not come. */
function closingQuote(text: string, from: number): number {
  for (let index = text.indexOf(quote, from); index >= 0; index = text.indexOf(quote, index + 2)) {
    if (text[index + 1] !== quote) return index
  }
  return -1
}

/** Gives the fields of rows by the names of their columns; empty where the row or the column is not there. */
export function columnsOf(header: readonly string[]): (row: readonly string[], name: string) => string {
  const places = new Map(header.map((name, index) => [name.trim(), index]))
  return (row, name) => row[places.get(name) ?? -1] ?? ''
}
