import type { Row } from '../../store/store.ts'
import type { AnswerFiles } from '../answer-files.ts'
import { bytesOf } from './rows-in-order.ts'

/** What one statement carries at most, beyond its last row. */
const partBytes = 1 * 1024 * 1024

/**
 * Rows of the embedded ledger as they stand on PostgreSQL, in parts that fit a statement. An answer in a file becomes one with a
 * body: other instances do not see the file. Where the file is gone the answer is gone too, and is left out.
 * @param lost is told the ids of the payments whose answer is gone
 */
export async function* withBodies(rows: readonly Row[], files: AnswerFiles, lost: (paymentId: string) => void): AsyncGenerator<Row[]> {
  let part: Row[] = []
  let bytes = 0
  for (const row of rows) {
    const whole = typeof row['file'] === 'string' ? await withBody(row, row['file'], files) : row
    if (whole === undefined) {
      lost(row['payment_id'] as string)
      continue
    }
    part.push(whole)
    bytes += bytesOf(whole)
    if (bytes < partBytes) continue
    yield part
    part = []
    bytes = 0
  }
  if (part.length > 0) yield part
}

async function withBody(row: Row, file: string, files: AnswerFiles): Promise<Row | undefined> {
  const body = await files.read(file)
  return body && { ...row, body, file: null }
}
