import type { z } from 'zod'
import type { AnyOffer } from '../offers/offer.ts'
import { alarmFields } from '../shared/alarm.ts'
import type { Timers } from '../shared/clock.ts'
import { plainIssue } from '../shared/issue-words.ts'
import type { Log } from '../shared/log.ts'
import { Problem } from '../shared/problems.ts'
import { checkLong, encodeLong, isLong } from './long-answer.ts'

/** The most misfits of one answer that the log names. */
const maxNamed = 5
/** Characters of a path. Names in a map may come from an upstream. */
const maxPathLength = 200

export type CheckedAnswer = { readonly kind: 'fits'; readonly body: Uint8Array } | { readonly kind: 'misfit'; readonly problem: Problem }

/**
 * Holds an answer against the schema of its offer, before it is stored and charged, and encodes it. An answer that does not fit is our
 * fault: its caller gets the problem and pays nothing. The log names the members, and never their values. The answer goes out as the
 * product made it: members that the schema does not name stay in it. A long answer is checked and encoded in several turns of the event loop.
 */
export async function checkAnswer(
  offer: AnyOffer,
  answer: unknown,
  { log, timers }: { readonly log: Log; readonly timers: Timers },
): Promise<CheckedAnswer> {
  const schema = offer.answer as z.ZodType
  const long = isLong(answer)
  const issues = long ? await checkLong(answer, schema, maxNamed, timers) : (schema.safeParse(answer).error?.issues ?? [])
  if (issues.length === 0) return { kind: 'fits', body: long ? await encodeLong(answer, timers) : Buffer.from(JSON.stringify(answer)) }
  log.error(
    { ...alarmFields('invalid_answer'), offer: offer.id, misfits: issues.slice(0, maxNamed).map(misfitAt) },
    'an answer does not fit the schema of its offer: it is not sold',
  )
  const detail = `The answer that ${offer.title} made is not of the form that its description promises.`
  return { kind: 'misfit', problem: new Problem('invalid_answer', detail) }
}

/** `data.prices[3].usd: invalid_type`, in the words of the schema library. Messages are left out: an offer's own may quote the value. */
function misfitAt(issue: z.core.$ZodIssue): string {
  const steps = plainIssue(issue).path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
  const path = steps.join('').replace(/^\./, '') || 'the whole answer'
  return `${path.length <= maxPathLength ? path : `${path.slice(0, maxPathLength)}…`}: ${issue.code}`
}
