/** The text of a `Date` header, and the times by our clock at which its request began and its answer was there, in milliseconds. */
export interface DatedAnswer {
  readonly date: string
  readonly from: number
  readonly to: number
}

/** After a slower answer the time of the node is too uncertain. It also drops an answer during which our clock was changed. */
const maxAnswerMs = 2_000

/** How far the clock of a node is ahead of ours, in milliseconds and to about a second; null where its date says nothing. */
export function nodeAheadMs({ date, from, to }: DatedAnswer): number | null {
  const at = Date.parse(date)
  if (Number.isNaN(at) || to < from || to - from > maxAnswerMs) return null
  // A date has whole seconds: on average it is half a second older than the answer.
  return Math.round(at + 500 - (from + to) / 2)
}
