import { answerMeta, type AnyOffer, offer, ownMeta, z } from '../../../src/goods/door.ts'
import { engineMember, text } from '../../../src/goods/kit/answers.ts'
import {
  answerByModel,
  beginSecondOpinion,
  costObjection,
  fallbackMember,
  modelRequest,
  modelTerms,
  required,
  tokenCounts,
  warningsAbout,
} from '../../../src/goods/kit/language-models.ts'
import type { AtomicCheck, DeepFactCheck } from '../fact-check/fact-check.ts'
import { compareDeeply } from '../llm/compare-deeply.ts'
import { checkDeeplyTask, claimsObjection } from '../llm/tasks/check-deeply.ts'
import { countCodePoints } from '../basics/code-points.ts'
import { claimAnswer, claimsMember, deepBody, sourcesOf } from './deep-fact-check.ts'
import { engineOf, usageMember, verdictMembers, verdictOfCheck } from './fact-check-schema.ts'
import { required as requiredEngines } from './fact-check.ts'
import { llmLimitations } from './llm-limitations.ts'
import type { TextModelTool } from './text-model-tool.ts'
import { noSecondOpinion, opinionBody, secondOpinionMember } from './second-opinion.ts'
import { unsupportedLanguage } from '../basics/text-problems.ts'

const deepAnswer = z.object({
  ...verdictMembers,
  agreement: z.enum(['agree', 'disagree']).nullable(),
  claims: claimsMember,
  secondOpinion: secondOpinionMember,
  engine: engineMember,
  fallback: fallbackMember,
  warnings: z.array(text),
  limitations: text,
  usage: usageMember.extend(tokenCounts),
  meta: answerMeta,
})

const dam = 'The Kestrel Dam is 94 metres high and was completed in 1972.'
const supported = { verdict: 'supported', confidence: 0.95, scores: { supported: 0.95, contradicted: 0.03, unverifiable: 0.02 } } as const

const exampleAnswer: z.input<typeof deepAnswer> = {
  ...supported,
  agreement: null,
  claims: [
    {
      claim: { text: 'The Kestrel Dam was completed in 1972.', offset: 0, length: 38 },
      ...supported,
      sources: [
        {
          number: 1,
          ...supported,
          evidence: [{ quote: dam, offset: 0, length: 60, stance: 'supports', relevance: 1 }],
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
  ],
  secondOpinion: { verdict: 'supported', conflicts: [] },
  engine: { provider: 'openai', model: 'a-model', version: '1' },
  fallback: { used: false, reason: null },
  warnings: [],
  limitations: llmLimitations,
  usage: { claimCharacterCount: 38, sourceCharacterCount: 60, inputTokenCount: 1_000, outputTokenCount: 90 },
  meta: ownMeta(false),
}

/** Each atomic claim of a text by up to five sources, by a language model. Without one it can only be described. */
export function factCheckDeepLlm(tool: TextModelTool | null, { simulated }: { readonly simulated: boolean }): AnyOffer {
  return offer({
    id: 'fact-check-deep-llm',
    route: 'POST /v2/x402/ai/fact-check/deep/llm',
    variantOf: 'fact-check-deep',
    ...modelTerms(tool, '0.15'),
    title: 'Deep fact-check by a language model',
    purpose:
      'Splits a claim into atomic claims; a language model checks each against up to five sources. Quotes are looked up in the sources, and an exact checker gives a second opinion. Any language.',
    body: deepBody(modelRequest),
    answer: deepAnswer,
    problems: [unsupportedLanguage],
    brief: ['verdict', 'confidence', 'agreement', 'fallback.used', 'warnings', 'claims[].claim.text', 'claims[].verdict'],
    example: { body: { claim: 'The Kestrel Dam was completed in 1972.', source: dam }, answer: exampleAnswer },
    refuse({ body }) {
      const input = { claim: body.claim, sources: sourcesOf(body) }
      return tool && (claimsObjection(input) ?? costObjection(checkDeeplyTask, input, tool.model, tool.price))
    },
    run({ body }, { caller, signal, log }) {
      const given = required(tool)
      const { engines, timers } = given
      const input = { claim: body.claim, sources: sourcesOf(body) }
      const run = engines ? () => engines.run('checkDeeply', input, { caller, signal }) : null
      const second = beginSecondOpinion(run, timers)
      return answerByModel(
        {
          tool: given,
          task: checkDeeplyTask,
          input,
          fallback: body.fallback,
          embedded: run && (async () => (await second()) ?? run()),
          counted: countedOf(input),
          common: { limitations: llmLimitations, meta: ownMeta(simulated) },
          signal,
          log,
        },
        async (result) => {
          const opinion = await second()
          const compared = opinion ? compareDeeply(result, opinion) : { check: result, secondOpinion: null }
          return {
            ...bodyOf(compared.check),
            secondOpinion: opinionBody(compared.secondOpinion),
            warnings: [
              ...compared.check.warnings,
              ...warningsAbout([input.claim, ...input.sources]),
              ...(opinion ? [] : [noSecondOpinion]),
            ],
          }
        },
        (check) => ({
          ...bodyOf(check),
          secondOpinion: null,
          engine: engineOf(requiredEngines(engines)),
          warnings: [...check.warnings],
        }),
      )
    },
  })
}

function countedOf({ claim, sources }: { readonly claim: string; readonly sources: readonly string[] }) {
  return {
    claimCharacterCount: countCodePoints(claim),
    sourceCharacterCount: sources.reduce((sum, one) => sum + countCodePoints(one), 0),
  }
}

function bodyOf(check: DeepFactCheck) {
  return {
    ...verdictOfCheck(check),
    agreement: check.agreement,
    claims: check.claims.map((one: AtomicCheck) => claimAnswer(one)),
  }
}
