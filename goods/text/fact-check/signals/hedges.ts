import type { ReadText } from '../elements.ts'
import { ramp, type SignalRule } from './comparison.ts'

const hedges = new Set(
  `may might could possibly perhaps probably likely allegedly reportedly apparently suggests suggested suggest potentially unclear uncertain
believed alleged rumored speculated proposed plans planned intends expected hopes considering attempted`.split(/\s+/),
)

/** A claim that asserts what the sentence only holds possible, intended or reported. At most one signal. */
export const hedgeSignals: SignalRule = ({ claim, source, alignment }) => {
  if (hedgeOf(claim) !== null) return []
  const hedge = hedgeOf(source)
  if (hedge === null) return []
  return [
    {
      type: 'hedge',
      claim: { start: 0, end: claim.text.length },
      source: { start: hedge.start, end: hedge.end },
      strength: 0.7 * ramp(alignment.coverage, 0.3, 0.9),
    },
  ]
}

function hedgeOf({ tokens }: ReadText) {
  return tokens.find((token) => hedges.has(token.lower) && !(token.lower === 'may' && token.capital && !token.first)) ?? null
}
