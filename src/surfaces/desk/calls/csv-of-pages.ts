import { csvRow } from '../../../operate/report/csv.ts'

/** A list as CSV, page by page. */
export async function* csvOfPages<Line extends object>(
  columns: readonly (keyof Line & string)[],
  pages: AsyncIterable<readonly Line[]>,
): AsyncGenerator<string> {
  let isFirst = true
  for await (const page of pages) {
    const rows = page.map((line) => csvRow(columns.map((name) => cell(line[name])))).join('')
    yield isFirst ? csvRow(columns) + rows : rows
    isFirst = false
  }
}

function cell(value: unknown): string | null {
  return typeof value === 'string' ? value : value === null || value === undefined ? null : JSON.stringify(value)
}
