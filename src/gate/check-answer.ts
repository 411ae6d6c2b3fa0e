import type { z } from 'zod'
import type { AnyOffer } from '../offers/offer.ts'
import { alarmFields } from '../shared/alarm.ts'
import { plainIssue } from '../shared/issue-words.ts'
import type { Log } from '../shared/log.ts'
import { Problem } from '../shared/problems.ts'

/** The most misfits of one answer that the log names. */
const maxNamed = 5
/** Characters of a path. Names in a map may come from an upstream. */
const maxPathLength = 200

/**
 * Holds an answer against the schema of its offer, before it is stored and charged. An answer that does not fit is our fault: its
 * caller gets the problem and pays nothing. The log names the members, and never their values. The answer goes out as the product
 * made it: members that the schema does not name stay in it.
 * @returns null where it fits
 */
export function checkAnswer(offer: AnyOffer, body: unknown, log: Log): Problem | null {
  const checked = (offer.answer as z.ZodType).safeParse(body)
  if (checked.success) return null
  const misfits = checked.error.issues.slice(0, maxNamed).map(misfitAt)
  log.error(
    { ...alarmFields('invalid_answer'), offer: offer.id, misfits },
    'an answer does not fit the schema of its offer: it is not sold',
  )
  return new Problem('invalid_answer', `The answer that ${offer.title} made is not of the form that its description promises.`)
}

/** `data.prices[3].usd: invalid_type`, in the words of the schema library. Messages are left out: an offer's own may quote the value. */
function misfitAt(issue: z.core.$ZodIssue): string {
  const steps = plainIssue(issue).path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
  const path = steps.join('').replace(/^\./, '') || 'the whole answer'
  return `${path.length <= maxPathLength ? path : `${path.slice(0, maxPathLength)}…`}: ${issue.code}`
}
