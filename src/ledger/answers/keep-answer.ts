import { sha256 } from '../../shared/sha256.ts'
import type { AnswerRow } from './answer-row.ts'
import type { AnswerFiles } from './answer-files.ts'
import { growingAnswer, type GrowingAnswer } from './growing-answer.ts'
import type { At } from '../ledger.ts'
import { unavailable } from '../report-unavailable.ts'
import type { StoredAnswer } from '../payments/payment.ts'

export interface AnswerKeeping {
  readonly answerFiles: AnswerFiles
  readonly answerTtlMs: number
  readonly largeAnswerBytes: number
}

/** Writes a large answer to its file, and gives the row that will name the file. */
export async function keepAnswer(keeping: AnswerKeeping, at: At, answer: StoredAnswer, now: number): Promise<AnswerRow> {
  const row = { status: answer.status, contentType: answer.contentType, headers: headersText(answer), expiresAt: now + keeping.answerTtlMs }
  if (answer.body.byteLength <= keeping.largeAnswerBytes) return { ...row, body: answer.body, file: null }
  const file = answerFile(at)
  await keeping.answerFiles.write(file, answer.body).catch(fail)
  return { ...row, body: null, file }
}

export async function readAnswer(answerFiles: AnswerFiles, row: AnswerRow): Promise<StoredAnswer | undefined> {
  const body = row.file === null ? row.body : await answerFiles.read(row.file).catch(fail)
  if (!body) return undefined
  const stored = { status: row.status, contentType: row.contentType, body }
  return row.headers === null ? stored : { ...stored, headers: JSON.parse(row.headers) as Record<string, string> }
}

function headersText({ headers }: StoredAnswer): string | null {
  return headers === undefined ? null : JSON.stringify(headers)
}

/** A full disk, or too many open files. */
function fail(cause: unknown): never {
  throw unavailable(cause)
}

/** One name per claim of a receipt: an owner that has lost the payment must not write over its successor's answer. */
function answerFile({ id, epoch }: At): string {
  return sha256(`${id}:${epoch}`).slice(0, 32)
}

/** An answer that is stored when it has ended. */
export async function growAnswer(answerFiles: AnswerFiles, { id, epoch }: At): Promise<GrowingAnswer> {
  return growingAnswer(await answerFiles.grow(sha256(`${id}:${epoch}:growing`).slice(0, 32)).catch(fail))
}
