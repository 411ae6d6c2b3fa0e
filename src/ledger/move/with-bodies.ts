import type { Row } from '../../store/store.ts'
import type { AnswerFiles } from '../answers/answer-files.ts'
import { bytesOf } from './rows-in-order.ts'

/** The most bytes that one statement carries, apart from its last row. */
const partBytes = 1 * 1024 * 1024

/**
 * Rows of the embedded ledger in the form that PostgreSQL holds, in parts that fit a statement. An answer in a file gets a body
 * instead, since other instances can't read the file. An answer whose file is gone is left out.
 * @param lost called with the id of each payment whose answer is gone
 */
export async function* inlineAnswerFiles(
  rows: readonly Row[],
  files: AnswerFiles,
  lost: (paymentId: string) => void,
): AsyncGenerator<Row[]> {
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
