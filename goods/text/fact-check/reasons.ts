import { codePointOffsets } from '../basics/code-points.ts'
import type { CheckReason, TextSpan, ClaimVerdict } from './fact-check.ts'
import type { Judgement } from './judge-claim.ts'
import type { Signal, SignalType, Span } from './signals/comparison.ts'
import type { AtomicClaim } from './split-claims.ts'

const maxReasons = 6
const minStrength = 0.35

/** What each signal means, in a sentence for callers. */
export const signalDetails: Readonly<Record<SignalType, string>> = {
  number_mismatch: 'The claim and the source give different numbers for the same thing.',
  unit_mismatch: 'The claim and the source give different units.',
  date_mismatch: 'The claim and the source give different dates.',
  date_ambiguous: 'A date in digits can be read as two days, of which one is the other text’s: which one is meant is not said.',
  negation: 'One of the two negates what the other says.',
  antonym: 'The source has the opposite of this word.',
  entity_mismatch: 'The source has another name in this place.',
  entity_missing: 'The sentence of the source does not have this name.',
  quantifier: 'The claim covers more or fewer cases than the source.',
  role: 'The claim exchanges who does this and who it is done to.',
  hedge: 'The source says that this is possible, planned or reported, and the claim says that it is so.',
  word_mismatch: 'The source has another word in this place.',
}

/** How much of the claim a sentence of the source has. */
export const coverageDetails = {
  full_coverage: 'One sentence of the source has nearly all words of the claim.',
  low_coverage: 'No sentence of the source has many words of the claim.',
} as const

/** Why a claim got its verdict: what exact rules found in the sentence that decides, and how much of the claim the source covers. */
export function reasonsOf(judgement: Judgement, verdict: ClaimVerdict, claim: AtomicClaim): readonly CheckReason[] {
  const decisive = verdict === 'contradicted' ? strongestOf(judgement) : judgement.examined[0]
  const reasons: CheckReason[] = []
  for (const signal of decisive?.signals ?? []) {
    if (signal.strength < minStrength || (verdict === 'supported' && signal.type === 'word_mismatch')) continue
    const sentence = judgement.source.sentences[decisive?.candidate.index ?? 0]
    reasons.push({
      type: signal.type,
      detail: signalDetails[signal.type],
      claimSpan: claimSpanOf(signal.claim, claim),
      sourceSpan: signal.source === null || sentence === undefined ? null : spanIn(sentence.text, sentence.offset, signal.source),
    })
  }
  return [...reasons.slice(0, maxReasons - 1), ...coverageOf(judgement, verdict)]
}

/** Signals that exclude nothing: the source only says less than the claim. */
const sayLess: readonly SignalType[] = ['entity_missing', 'hedge', 'date_ambiguous']

function strongestOf({ examined }: Judgement) {
  const excluding = (signals: readonly Signal[]) =>
    Math.max(0, ...signals.filter(({ type }) => !sayLess.includes(type)).map(({ strength }) => strength))
  return examined.slice(0, 3).toSorted((one, other) => excluding(other.signals) - excluding(one.signals))[0]
}

function coverageOf({ examined, passages }: Judgement, verdict: ClaimVerdict): readonly CheckReason[] {
  const loose = examined[0]?.candidate.comparison.alignment.loose ?? 0
  const none = { claimSpan: null, sourceSpan: null }
  if (loose >= 0.9) return [{ type: 'full_coverage', detail: coverageDetails.full_coverage, ...none }]
  if (loose < 0.4) return [{ type: 'low_coverage', detail: coverageDetails.low_coverage, ...none }]
  const reads = passages.some((passage) => verdict !== 'unverifiable' && passage[verdict] > 0.6)
  return reads
    ? [{ type: 'meaning', detail: `A trained model that read a passage of the source judges the claim ${verdict}.`, ...none }]
    : []
}

/** A span of the checked statement as a part of the caller's claim; null for what was added to the statement. */
function claimSpanOf({ start, end }: Span, { span, added }: AtomicClaim): TextSpan | null {
  if (end <= added) return null
  return spanIn(span.text, span.offset, { start: Math.max(0, start - added), end: end - added })
}

function spanIn(text: string, offset: number, { start, end }: Span): TextSpan {
  const offsets = codePointOffsets(text)
  const from = offsets.at(start)
  return { text: text.slice(start, end), offset: offset + from, length: offsets.at(end) - from }
}
