import { parse } from 'csv-parse'
import { UpstreamGarbage } from '../../../net/upstream-errors.ts'
import { textPieces } from './text-pieces.ts'

/** Longer than any row of these lists. */
const maxRowBytes = 300_000
/** The parser reads about 10 MB a second, so this takes about a millisecond. */
const pieceBytes = 8_192

export interface CsvShape {
  readonly separator: ',' | ';'
  /** How rows begin. A quoted field that contains such a line has swallowed rows because a closing quote is missing. */
  readonly rowStart: RegExp
}

/**
 * The rows of a long CSV document (RFC 4180, with the given separator), one at a time, and null after each piece. Empty
 * lines are skipped. The document is never held in memory as one text.
 * @throws UpstreamGarbage `wrong_shape` for a quoted field that never ends or has swallowed rows, and for a last row that
 * was cut off.
 */
export function* csvRows(chunks: readonly Uint8Array[], { separator, rowStart }: CsvShape): Generator<string[] | null, void> {
  const swallowed = new RegExp(`\\n${rowStart.source}`)
  const parser = openParser(separator)
  let width = 0
  let lastCharacter = ''
  const readRow = (): string[] | undefined => {
    for (;;) {
      const row = parser.next()
      if (!row) return undefined
      if (row.some((field) => swallowed.test(field))) throw new UpstreamGarbage('wrong_shape')
      if (row.length > 1 || row[0] !== '') return row
    }
  }
  for (const piece of textPieces(chunks, pieceBytes)) {
    parser.write(piece)
    lastCharacter = piece.at(-1) ?? lastCharacter
    for (let row = readRow(); row; row = readRow()) {
      width = row.length
      yield row
    }
    yield null
  }
  parser.end()
  for (let row = readRow(); row; row = readRow()) {
    // Only a document that was cut off ends in the middle of a row.
    if (lastCharacter !== '\n' && row.length < width) throw new UpstreamGarbage('wrong_shape')
    yield row
  }
}

/**
 * csv-parse without the waiting of a stream: it parses what is written at once, and `next` gives the rows that are ready.
 * Quotes within an unquoted field and text behind a closing quote belong to the field: the published lists contain both.
 */
function openParser(separator: string): { write(text: string): void; end(): void; next(): string[] | null } {
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: maxRowBytes,
  })
  // `errored` is checked below; an error without a listener would end the process.
  parser.on('error', () => {})
  const check = () => {
    if (parser.errored) throw new UpstreamGarbage('wrong_shape', parser.errored)
  }
  return {
    write(text) {
      parser.write(text)
      check()
    },
    end() {
      parser.end()
      check()
    },
    next: () => parser.read() as string[] | null,
  }
}

/** Reads the fields of rows by the names of their columns; empty where the row or the column does not exist. */
export function fieldReader(header: readonly string[]): (row: readonly string[], name: string) => string {
  const indexes = new Map(header.map((name, index) => [name.trim(), index]))
  return (row, name) => row[indexes.get(name) ?? -1] ?? ''
}
