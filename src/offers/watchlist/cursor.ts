import { z } from 'zod'
import { Problem } from '../../shared/problems.ts'
import type { Day } from './day.ts'

/** Where a page of an answer ended. Callers can make one themselves: it says only where to go on, and nothing of what is charged. */
export interface Cursor {
  readonly since: Day
  /** The last item of the page before. */
  readonly after: { readonly day: Day; readonly id: string }
}

const cursorSchema = z.tuple([z.iso.date(), z.iso.date(), z.string().min(1).max(200)])

/** Opaque for callers; safe in a URL. */
export function writeCursor({ since, after }: Cursor): string {
  return Buffer.from(JSON.stringify([since, after.day, after.id])).toString('base64url')
}

/** @throws Problem `invalid_input` */
export function readCursor(text: string): Cursor {
  const parsed = cursorSchema.safeParse(jsonOf(text))
  if (!parsed.success) {
    throw new Problem('invalid_input', 'This cursor is not from an answer of this service.', {
      field: 'query.cursor',
      expected: 'the cursor of an answer, unchanged',
    })
  }
  const [since, day, id] = parsed.data
  return { since, after: { day, id } }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}
