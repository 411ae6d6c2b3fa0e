import type { HttpAnswer } from '../net/exchange.ts'
import { decodeText } from '../net/parse-json.ts'
import { UpstreamGarbage } from '../net/upstream-errors.ts'
import { parseCsv } from './csv.ts'

/**
 * The rows of an SDMX answer as CSV, by the names of its columns, whose order and number differ between data sets.
 * @throws UpstreamGarbage `wrong_shape` without the named columns, or with a row that is longer or shorter than the header.
 */
export function readSdmxCsv<Column extends string>(answer: HttpAnswer, columns: readonly Column[]): Record<Column, string>[] {
  const [header = [], ...rows] = parseCsv(decodeText(answer.body))
  const places = columns.map((column) => [column, header.indexOf(column)] as const)
  if (places.some(([, place]) => place === -1)) throw new UpstreamGarbage('wrong_shape')
  return rows.map((row) => {
    if (row.length !== header.length) throw new UpstreamGarbage('wrong_shape')
    return Object.fromEntries(places.map(([column, place]) => [column, row[place] ?? ''])) as Record<Column, string>
  })
}
