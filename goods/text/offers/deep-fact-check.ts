import { answer, answerMeta, type AnyOffer, fixedPrice, offer, ownMeta, z } from '../../../src/goods/door.ts'
import { engineMember, ordinal, text } from '../../../src/goods/kit/answers.ts'
import { embeddedEngine } from '../../../src/goods/kit/language-models.ts'
import type { AtomicCheck } from '../fact-check/fact-check.ts'
import type { TextEngines } from '../models/text-engines.ts'
import { countCodePoints } from '../basics/code-points.ts'
import {
  engineOf,
  groundsMembers,
  groundsOf,
  limitations,
  spanMember,
  usageMember,
  verdictMembers,
  verdictOfCheck,
} from './fact-check-schema.ts'
import { claimText, factCheckFacts, required, sourceText } from './fact-check.ts'
import { unsupportedLanguage } from '../basics/text-problems.ts'

const maxSources = 5

/** A call with members of its own beside claim and sources. */
export function deepBody<M extends z.ZodRawShape>(members: M) {
  return z
    .object({
      claim: claimText,
      source: sourceText.optional(),
      sources: z.array(sourceText).min(1).max(maxSources).optional().describe('Instead of source: up to five'),
      ...members,
    })
    .refine((given) => hasOne(given as { source?: unknown; sources?: unknown }), {
      message: 'either source or sources',
      path: ['sources'],
    })
}

const hasOne = ({ source, sources }: { readonly source?: unknown; readonly sources?: unknown }) =>
  (source === undefined) !== (sources === undefined)

/** The sources of a call, one or several. */
export function sourcesOf({ source, sources }: { readonly source?: string | undefined; readonly sources?: readonly string[] | undefined }) {
  return sources ?? (source === undefined ? [] : [source])
}

/** What is said of each atomic claim. */
export const claimsMember = z.array(
  z.object({
    claim: spanMember,
    ...verdictMembers,
    sources: z.array(z.object({ number: ordinal.describe('The place of the source, from 1'), ...verdictMembers, ...groundsMembers })),
  }),
)

const deepAnswer = z.object({
  ...verdictMembers,
  agreement: z.enum(['agree', 'disagree']).nullable().describe('Of the sources that decide; null where fewer than two do'),
  claims: claimsMember,
  engine: engineMember,
  warnings: z.array(text),
  limitations: text,
  usage: usageMember,
  meta: answerMeta,
})

const dam = 'The Kestrel Dam is 94 metres high and was completed in 1972.'
const exampleBody = {
  claim: 'The Kestrel Dam was completed in 1972 and is 49 metres high.',
  source: `${dam} Its reservoir holds 310 million cubic metres of water.`,
}

const supported = { verdict: 'supported', confidence: 0.93, scores: { supported: 0.93, contradicted: 0.04, unverifiable: 0.03 } } as const
const contradicted = {
  verdict: 'contradicted',
  confidence: 0.93,
  scores: { supported: 0.04, contradicted: 0.93, unverifiable: 0.03 },
} as const
const quote = { quote: dam, offset: 0, length: 60 }

const exampleAnswer: z.input<typeof deepAnswer> = {
  ...contradicted,
  agreement: null,
  claims: [
    {
      claim: { text: 'The Kestrel Dam was completed in 1972', offset: 0, length: 37 },
      ...supported,
      sources: [
        {
          number: 1,
          ...supported,
          evidence: [{ ...quote, stance: 'supports', relevance: 1 }],
          reasons: [
            {
              type: 'full_coverage',
              detail: 'One sentence of the source has nearly all words of the claim.',
              claimSpan: null,
              sourceSpan: null,
            },
          ],
        },
      ],
    },
    {
      claim: { text: 'is 49 metres high.', offset: 42, length: 18 },
      ...contradicted,
      sources: [
        {
          number: 1,
          ...contradicted,
          evidence: [{ ...quote, stance: 'contradicts', relevance: 0.66 }],
          reasons: [
            {
              type: 'number_mismatch',
              detail: 'The claim and the source give different numbers for the same thing.',
              claimSpan: { text: '49 metres', offset: 45, length: 9 },
              sourceSpan: { text: '94 metres', offset: 19, length: 9 },
            },
          ],
        },
      ],
    },
  ],
  engine: { provider: 'embedded', model: 'fact-check', version: '1' },
  warnings: [],
  limitations,
  usage: { claimCharacterCount: 60, sourceCharacterCount: 115 },
  meta: ownMeta(false),
}

/** Each atomic claim of a text by up to five sources. */
export function deepFactCheck(engines: TextEngines | null, { simulated }: { readonly simulated: boolean }): AnyOffer {
  return offer({
    id: 'fact-check-deep',
    route: 'POST /v2/x402/ai/fact-check/deep',
    access: fixedPrice('0.05'),
    title: 'Deep fact-check',
    purpose:
      'Splits a claim into atomic claims and checks each against up to five sources: a verdict with quotes and reasons for each, whether the sources agree, and one verdict for the whole. English.',
    ...factCheckFacts,
    body: deepBody({ engine: embeddedEngine('/v2/x402/ai/fact-check/deep/llm') }),
    answer: deepAnswer,
    problems: [unsupportedLanguage],
    brief: ['verdict', 'confidence', 'agreement', 'warnings', 'claims[].claim.text', 'claims[].verdict'],
    example: { body: exampleBody, answer: exampleAnswer },
    deadlineMs: 20_000,
    needs: { engine: { setting: 'TEXT_TOOLS', by: engines } },
    ...(engines ? { engine: engines.trial, admit: engines.admit } : {}),
    async run({ body }, { caller, signal }) {
      const { claim } = body
      const sources = sourcesOf(body)
      const check = await required(engines).run('checkDeeply', { claim, sources }, { caller, signal })
      return answer({
        ...verdictOfCheck(check),
        agreement: check.agreement,
        claims: check.claims.map(claimAnswer),
        engine: engineOf(required(engines)),
        warnings: [...check.warnings],
        limitations,
        usage: {
          claimCharacterCount: countCodePoints(claim),
          sourceCharacterCount: sources.reduce((sum, one) => sum + countCodePoints(one), 0),
        },
        meta: ownMeta(simulated),
      })
    },
  })
}

/** An atomic claim as answers have it. */
export function claimAnswer(check: AtomicCheck) {
  const sources = check.sources.map((one) => ({ number: one.source + 1, ...verdictOfCheck(one), ...groundsOf(one) }))
  return { claim: { ...check.claim }, ...verdictOfCheck(check), sources }
}
