import { splitSentences } from '../../goods/text/basics/split-sentences.ts'

const negation = /\b(?:not|no|never|none|without|n't)\b|n't\b/iu

/** Weighs a claim by the sentence of the source that shares most words with it: its numbers and negations decide. */
export function weighClaim(claim: string, source: string) {
  const words = wordsOf(claim)
  const best = splitSentences(source)
    .map(({ text }) => ({ text, common: [...words].filter((word) => wordsOf(text).has(word)).length }))
    .reduce((one, other) => (other.common > one.common ? other : one), { text: '', common: 0 })
  const coverage = words.size === 0 ? 0 : best.common / words.size
  const quotes = (stance: string) => (best.text === '' ? [] : [{ text: best.text, stance }])
  if (coverage < 0.5) return { verdict: 'unverifiable', confidence: 0.7, quotes: quotes('related'), reasons: ['not_mentioned'] }
  const missing = (claim.match(/\d[\d.,]*\d|\d/gu) ?? []).filter((number) => !best.text.includes(number))
  if (missing.length > 0 && /\d/.test(best.text))
    return { verdict: 'contradicted', confidence: 0.9, quotes: quotes('contradicts'), reasons: ['number_mismatch'] }
  if (negation.test(claim) !== negation.test(best.text))
    return { verdict: 'contradicted', confidence: 0.8, quotes: quotes('contradicts'), reasons: ['negation'] }
  return { verdict: 'supported', confidence: Math.min(0.95, coverage), quotes: quotes('supports'), reasons: ['full_coverage'] }
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])
}
