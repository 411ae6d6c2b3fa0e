import { UpstreamGarbage } from '../../../../src/goods/kit/http.ts'
import { textPieces } from './text-pieces.ts'

/** Longer than any row of these lists. */
const maxRowLength = 300_000
/** Read in about a millisecond. */
const pieceBytes = 65_536
const quote = '"'

export interface CsvShape {
  readonly separator: ',' | ';'
  /** How rows begin. A quoted field that contains such a line has swallowed rows because a closing quote is missing. */
  readonly rowStart: RegExp
}

/** In the place of a row that could not be read. */
export const oddRow = 'odd'

/**
 * The rows of a long CSV document (RFC 4180, with the given separator), one at a time, and null after each piece. Empty
 * lines are skipped. The document is never held in memory as one text. Quotes within an unquoted field and text behind a closing quote
 * belong to the field: the published lists contain both. `oddRow` comes for a row with a quote that is not closed, or closed too late;
 * the next line that begins like a row is the next row.
 * @throws UpstreamGarbage `wrong_shape` for a quoted field that never ends, and for a last row that was cut off.
 */
export function* csvRows(
  chunks: readonly Uint8Array[],
  { separator, rowStart }: CsvShape,
): Generator<string[] | typeof oddRow | null, void> {
  const nextRow = new RegExp(`\\n(?=${rowStart.source})`, 'g')
  let text = ''
  let width = 0
  let done = 0
  const next = (isLast: boolean): string[] | typeof oddRow | null => {
    const row = readRow(text, done, separator, isLast)
    const tooLong = row === null && text.length - done > maxRowLength
    if (row === null && !isLast && !tooLong) return null
    if (row === null || row.fields.some((field) => field.search(nextRow) >= 0)) {
      nextRow.lastIndex = done
      const found = nextRow.exec(text)
      if (!found) throw new UpstreamGarbage('wrong_shape')
      done = found.index + 1
      return oddRow
    }
    // Only a document that was cut off ends in the middle of a row.
    if (isLast && row.end > text.length && row.fields.length < width && row.fields.join('') !== '') throw new UpstreamGarbage('wrong_shape')
    done = row.end
    if (row.fields.length > 1 || row.fields[0] !== '') width = row.fields.length
    return row.fields
  }
  function* rows(isLast: boolean): Generator<string[] | typeof oddRow, void> {
    while (done < text.length) {
      const row = next(isLast)
      if (row === null) return
      if (row === oddRow || row.length > 1 || row[0] !== '') yield row
    }
  }
  for (const piece of textPieces(chunks, pieceBytes)) {
    text += piece
    yield* rows(false)
    text = text.slice(done)
    done = 0
    yield null
  }
  yield* rows(true)
}

interface CsvRow {
  readonly fields: string[]
  /** Where the next row starts. */
  readonly end: number
}

/** The row that starts at `from`; null where its end has not arrived yet. */
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
      if (close < 0) return null
      field = text.slice(index + 1, close).replaceAll('""', quote)
      index = close + 1
    }
    if (lineEnd < index) lineEnd = endOf(text, index, '\n')
    if (lineEnd === text.length && !isLast) return null
    const end = Math.min(endOf(text, index, separator), lineEnd)
    const isRowEnd = end === lineEnd
    field += text.slice(index, isRowEnd && text[end - 1] === '\r' ? end - 1 : end)
    fields.push(field)
    index = end + 1
    if (isRowEnd) return { fields, end: index }
  }
}

/** The index of the first `what` from there on, or the length of the text. */
function endOf(text: string, from: number, what: string): number {
  const index = text.indexOf(what, from)
  return index < 0 ? text.length : index
}

/** The index of the quote that closes a field, or -1 where it has not arrived. */
function closingQuote(text: string, from: number): number {
  for (let index = text.indexOf(quote, from); index >= 0; index = text.indexOf(quote, index + 2)) {
    if (text[index + 1] !== quote) return index
  }
  return -1
}

/** Reads the fields of rows by the names of their columns; empty where the row or the column does not exist. */
export function fieldReader(header: readonly string[]): (row: readonly string[], name: string) => string {
  const indexes = new Map(header.map((name, index) => [name.trim(), index]))
  return (row, name) => row[indexes.get(name) ?? -1] ?? ''
}
