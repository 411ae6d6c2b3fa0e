import { z } from '../../../../src/goods/door.ts'
import type { Evidence, CheckReason, TextSpan, ClaimVerdict, VerdictScores } from '../../fact-check/fact-check.ts'
import { rounded } from '../../fact-check/combine-scores.ts'
import { coverageDetails, signalDetails } from '../../fact-check/reasons.ts'
import { contentWordsOf } from '../../summary/content-words.ts'
import { createQuoteCheck } from '../checks/verify-quote.ts'

const maxQuotes = 5
const maxReasons = 5

const details = {
  ...signalDetails,
  ...coverageDetails,
  paraphrase: 'The source says this in other words.',
  inference: 'It follows from several sentences of the source.',
  not_mentioned: 'The source does not speak of this.',
} as const
const reasonTypes = Object.keys(details) as (keyof typeof details)[]

/** What a model says of one claim by one source. Apart from quotes, which are looked up, it can write no text of its own. */
export const verdictReply = {
  verdict: z.enum(['supported', 'contradicted', 'unverifiable']),
  confidence: z.number().min(0).max(1),
  quotes: z.array(z.strictObject({ text: z.string().max(4_000), stance: z.enum(['supports', 'contradicts', 'related']) })).max(maxQuotes),
  reasons: z.array(z.enum(reasonTypes)).max(maxReasons),
}

export const verdictRules = `supported: the source says it or it follows from the source. contradicted: the source says something that excludes it.
unverifiable: the source does neither. Use the source alone, not what you know. A claim of several parts is supported only if all parts
are, and contradicted if one part is. confidence is your probability, from 0 to 1, that the verdict is right. quotes: up to ${maxQuotes}
passages copied from the source letter by letter, the decisive one first; every supported or contradicted verdict needs one.
reasons: the types that apply, up to ${maxReasons}.`

export type VerdictReply = z.output<z.ZodObject<typeof verdictReply>>

/** A verdict whose quotes are in the source. */
export interface CheckedVerdict {
  readonly verdict: ClaimVerdict
  readonly confidence: number
  readonly scores: VerdictScores
  readonly evidence: readonly Evidence[]
  readonly reasons: readonly CheckReason[]
  readonly warnings: readonly string[]
}

/** Above all others, and never certain: the figure is the model's own. */
const [minConfidence, maxConfidence, unquotedConfidence] = [0.4, 0.98, 0.5]

/**
 * Drops quotes that the source does not have. A verdict that no quote is left for becomes `unverifiable`.
 * @param reply its quotes may be in one of the sources only
 */
export function checkVerdict(reply: VerdictReply, claim: string, source: string): CheckedVerdict {
  const find = createQuoteCheck(source)
  const claimWords = new Set(contentWordsOf(claim))
  const evidence = reply.quotes.flatMap(({ text, stance }): Evidence[] => {
    const quote = find(text)
    return quote ? [{ ...quote, stance, relevance: shareOfWords(claimWords, quote.quote) }] : []
  })
  const warnings: string[] = []
  const dropped = reply.quotes.length - evidence.length
  if (dropped > 0)
    warnings.push(
      `${dropped} quote${dropped === 1 ? '' : 's'} of the language model ${dropped === 1 ? 'is' : 'are'} not in the source, and left out.`,
    )
  const wanted = reply.verdict === 'supported' ? 'supports' : 'contradicts'
  const isProven = reply.verdict === 'unverifiable' || evidence.some(({ stance }) => stance === wanted)
  if (!isProven) warnings.push(`The language model says ${reply.verdict} and quotes nothing for it, so the verdict is unverifiable.`)
  const verdict = isProven ? reply.verdict : 'unverifiable'
  const confidence = isProven ? Math.min(maxConfidence, Math.max(minConfidence, reply.confidence)) : unquotedConfidence
  return { verdict, ...confidenceIn(verdict, confidence), evidence, reasons: isProven ? reply.reasons.map(reasonOf) : [], warnings }
}

/** A confidence and its scores; what is left is shared by the other verdicts. */
export function confidenceIn(verdict: ClaimVerdict, confidence: number): Pick<CheckedVerdict, 'confidence' | 'scores'> {
  const rest = (1 - confidence) / 2
  const scores = rounded({ supported: rest, contradicted: rest, unverifiable: rest, [verdict]: confidence })
  return { confidence: scores[verdict], scores }
}

const none: { claimSpan: TextSpan | null; sourceSpan: TextSpan | null } = { claimSpan: null, sourceSpan: null }

function reasonOf(type: keyof typeof details): CheckReason {
  return { type, detail: details[type], ...none }
}

function shareOfWords(words: ReadonlySet<string>, quote: string): number {
  if (words.size === 0) return 0
  const quoted = new Set(contentWordsOf(quote))
  return Math.round((100 * [...words].filter((word) => quoted.has(word)).length) / words.size) / 100
}
