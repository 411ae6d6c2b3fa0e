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
import type { FactCheck } from '../fact-check/fact-check.ts'
import { compareOpinions } from '../llm/second-opinion.ts'
import { checkClaimTask } from '../llm/tasks/check-claim.ts'
import { countCodePoints } from '../basics/code-points.ts'
import { engineOf, groundsMembers, groundsOf, usageMember, verdictMembers, verdictOfCheck } from './fact-check-schema.ts'
import { claimText, required as requiredEngines, sourceText } from './fact-check.ts'
import { llmLimitations } from './llm-limitations.ts'
import type { TextModelTool } from './text-model-tool.ts'
import { noSecondOpinion, opinionBody, secondOpinionMember } from './second-opinion.ts'
import { unsupportedLanguage } from '../basics/text-problems.ts'

const factCheckAnswer = z.object({
  ...verdictMembers,
  ...groundsMembers,
  secondOpinion: secondOpinionMember,
  engine: engineMember,
  fallback: fallbackMember,
  warnings: z.array(text),
  limitations: text,
  usage: usageMember.extend(tokenCounts),
  meta: answerMeta,
})

const exampleBody = {
  claim: 'The Mirrow Bridge opened to traffic in 1987.',
  source: 'The Mirrow Bridge opened to traffic on 3 October 1997. It connects Hadley with the island of Penrose.',
}

const exampleAnswer: z.input<typeof factCheckAnswer> = {
  verdict: 'contradicted',
  confidence: 0.9,
  scores: { supported: 0.05, contradicted: 0.9, unverifiable: 0.05 },
  evidence: [
    { quote: 'The Mirrow Bridge opened to traffic on 3 October 1997.', offset: 0, length: 54, stance: 'contradicts', relevance: 0.8 },
  ],
  reasons: [
    {
      type: 'number_mismatch',
      detail: 'The claim and the source give different numbers for the same thing.',
      claimSpan: null,
      sourceSpan: null,
    },
  ],
  secondOpinion: { verdict: 'contradicted', conflicts: [] },
  engine: { provider: 'openai', model: 'a-model', version: '1' },
  fallback: { used: false, reason: null },
  warnings: [],
  limitations: llmLimitations,
  usage: { claimCharacterCount: 44, sourceCharacterCount: 101, inputTokenCount: 900, outputTokenCount: 60 },
  meta: ownMeta(false),
}

/** Whether a text supports a claim, by a language model. Without one it can only be described. */
export function factCheckLlm(tool: TextModelTool | null, { simulated }: { readonly simulated: boolean }): AnyOffer {
  return offer({
    id: 'fact-check-llm',
    route: 'POST /v1/ai/fact-check/llm',
    variantOf: 'fact-check',
    ...modelTerms(tool, '0.02'),
    title: 'Fact-check by a language model',
    purpose:
      'Whether a source supports or contradicts a claim, judged by a language model: every quote is looked up in the source, and an exact checker gives a second opinion. Any language.',
    body: z.object({ claim: claimText, source: sourceText, ...modelRequest }),
    answer: factCheckAnswer,
    problems: [unsupportedLanguage],
    brief: ['verdict', 'confidence', 'fallback.used', 'warnings', 'reasons[].type', 'evidence[].quote', 'evidence[].stance'],
    example: { body: exampleBody, answer: exampleAnswer },
    refuse: ({ body }) => tool && costObjection(checkClaimTask, body, tool.model, tool.price),
    run({ body: { claim, source, fallback } }, { caller, signal, log }) {
      const given = required(tool)
      const { engines, timers } = given
      const input = { claim, source }
      const run = engines ? () => engines.run('checkClaim', input, { caller, signal }) : null
      const second = beginSecondOpinion(run, timers)
      return answerByModel(
        {
          tool: given,
          task: checkClaimTask,
          input,
          fallback,
          embedded: run && (async () => (await second()) ?? run()),
          counted: { claimCharacterCount: countCodePoints(claim), sourceCharacterCount: countCodePoints(source) },
          common: { limitations: llmLimitations, meta: ownMeta(simulated) },
          signal,
          log,
        },
        async (result) => {
          const opinion = await second()
          const compared = opinion ? compareOpinions(result, opinion) : { check: result, secondOpinion: null }
          return {
            ...bodyOf(compared.check),
            secondOpinion: opinionBody(compared.secondOpinion),
            warnings: [...compared.check.warnings, ...warningsAbout([claim, source]), ...(opinion ? [] : [noSecondOpinion])],
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

const bodyOf = (check: Omit<FactCheck, 'warnings'>) => ({ ...verdictOfCheck(check), ...groundsOf(check) })
