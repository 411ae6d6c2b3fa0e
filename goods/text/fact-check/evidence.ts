import { decisiveSignal, repeats } from './exact-rules.ts'
import type { Evidence, ClaimVerdict } from './fact-check.ts'
import type { Examined } from './features.ts'
import type { Judgement } from './judge-claim.ts'

const maxQuotes = 3
const minRelevance = 0.15

/** Sentences of the source that bear on the claim, word by word, the most telling first. */
export function evidenceOf(judgement: Judgement, verdict: ClaimVerdict): readonly Evidence[] {
  const quotes: Evidence[] = []
  for (const one of judgement.examined) {
    const sentence = judgement.source.sentences[one.candidate.index]
    if (sentence === undefined || (one.candidate.relevance < minRelevance && quotes.length > 0)) continue
    const { text: quote, offset, length } = sentence
    quotes.push({ quote, offset, length, stance: stanceOf(judgement, one), relevance: Math.round(one.candidate.relevance * 100) / 100 })
  }
  const wanted = verdict === 'supported' ? 'supports' : verdict === 'contradicted' ? 'contradicts' : 'related'
  const ranked = quotes.toSorted((one, other) => Number(other.stance === wanted) - Number(one.stance === wanted))
  const [first, ...others] = ranked.slice(0, maxQuotes)
  if (first === undefined) return []
  // The verdict rests on the first quote, whichever way a passage of several sentences was read.
  return [{ ...first, stance: first.stance === wanted ? wanted : verdict === 'unverifiable' ? 'related' : wanted }, ...others]
}

function stanceOf({ passages }: Judgement, one: Examined): Evidence['stance'] {
  if (repeats(one)) return 'supports'
  if (decisiveSignal(one) !== null) return 'contradicts'
  const passage = passages.find(({ kind, index }) => kind === 'sentence' && index === one.candidate.index)
  if (passage === undefined) return 'related'
  if (passage.contradicted > 0.5) return 'contradicts'
  return passage.supported > 0.5 ? 'supports' : 'related'
}
