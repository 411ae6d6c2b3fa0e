import type { CallOutcome } from '../calls/run-call.ts'
import type { PriceAnswer } from '../calls/selling-calls.ts'

/** An answer of an action in lines for people. */
export function answerLines(answer: unknown): readonly string[] {
  const members = answer as Readonly<Record<string, unknown>>
  if (typeof members['said'] === 'string') return [members['said']]
  if (typeof members['text'] === 'string') return members['text'].trimEnd().split('\n')
  if (Array.isArray(members['notOffered'])) return priceLines(answer as PriceAnswer)
  return Object.entries(members).map(([name, value]) => `${name}: ${String(value)}`)
}

function priceLines({ offer, presentUsd, usd, from, notOffered, done }: PriceAnswer): readonly string[] {
  return [
    done
      ? `${offer} costs ${usd} dollars from ${from} on.`
      : `${offer} would cost ${usd} dollars instead of ${presentUsd ?? 'its present price'}, from ${from} on.`,
    ...(notOffered.length === 0
      ? []
      : [`At this price it is not offered on ${notOffered.join(', ')}, where settling costs too large a share.`]),
  ]
}

/** Why a call was not done; null where it was. */
export function refusalOf(outcome: CallOutcome): string | null {
  return outcome.kind === 'answer' ? null : outcome.detail
}

export const statusOf: Readonly<Record<CallOutcome['kind'], number>> = { answer: 200, forbidden: 403, invalid: 400, refused: 409 }
