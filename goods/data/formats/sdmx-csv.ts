import { decodeText, UpstreamGarbage, type UpstreamResponse } from '../../../src/goods/kit/http.ts'
import { parseCsv } from './csv.ts'

/**
 * The rows of an SDMX answer in CSV, by the names of the wanted columns. Order and number of columns differ between data sets.
 * @throws UpstreamGarbage `wrong_shape` without the named columns, or with a row that is longer or shorter than the header.
 */
export function readSdmxCsv<Column extends string>(answer: UpstreamResponse, columns: readonly Column[]): Record<Column, string>[] {
  const [header = [], ...rows] = parseCsv(decodeText(answer.body))
  const indexes = columns.map((column) => [column, header.indexOf(column)] as const)
  if (indexes.some(([, index]) => index === -1)) throw new UpstreamGarbage('wrong_shape')
  return rows.map((row) => {
    if (row.length !== header.length) throw new UpstreamGarbage('wrong_shape')
    return Object.fromEntries(indexes.map(([column, index]) => [column, row[index] ?? ''])) as Record<Column, string>
  })
}
