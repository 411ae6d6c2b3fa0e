import type { z } from 'zod'
import type { Timers } from '../../shared/clock.ts'
import { plainIssue } from '../../shared/issue-messages.ts'
import { checkLong, isLong } from './long-answer.ts'

/** The most misfits of one answer that the log names. */
const maxNamed = 5
/** Characters of a path. Names in a map may come from an upstream. */
const maxPathLength = 200

/**
 * Where an answer does not fit its schema, for the log: at most five places, and never their values. A long answer is checked in several
 * turns of the event loop.
 */
export async function misfitsOf(answer: unknown, schema: z.ZodType, timers: Timers): Promise<readonly string[]> {
  const issues = isLong(answer) ? await checkLong(answer, schema, maxNamed, timers) : (schema.safeParse(answer).error?.issues ?? [])
  return issues.slice(0, maxNamed).map(misfitAt)
}

/** `data.prices[3].usd: invalid_type`, in the words of the schema library. Messages are left out: an offer's own may quote the value. */
function misfitAt(issue: z.core.$ZodIssue): string {
  const steps = plainIssue(issue).path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
  const path = steps.join('').replace(/^\./, '') || 'the whole answer'
  return `${path.length <= maxPathLength ? path : `${path.slice(0, maxPathLength)}…`}: ${issue.code}`
}
