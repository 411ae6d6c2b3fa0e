import { type Access, answer, answerMeta, type AnyOffer, free, offer, ownMeta, z } from '../../../src/goods/door.ts'
import { engineMember, text } from '../../../src/goods/kit/answers.ts'
import { embeddedEngine } from '../../../src/goods/kit/language-models.ts'
import { unlessSwitchedOff } from '../../../src/goods/kit/workers.ts'
import type { TextEngines } from '../models/text-engines.ts'
import { countCodePoints } from '../basics/code-points.ts'
import { engineOf, groundsMembers, groundsOf, limitations, usageMember, verdictMembers, verdictOfCheck } from './fact-check-schema.ts'
import { textOf } from './text-input.ts'
import { unsupportedLanguage } from '../basics/text-problems.ts'

export const claimText = textOf(10, 2_000, 'What is claimed: English, one or a few sentences')
export const sourceText = textOf(50, 15_000, 'The text that the claim is held against: English')

const factCheckAnswer = z.object({
  ...verdictMembers,
  ...groundsMembers,
  engine: engineMember,
  warnings: z.array(text),
  limitations: text,
  usage: usageMember,
  meta: answerMeta,
})

const exampleBody = {
  claim: 'The Mirrow Bridge opened to traffic in 1987.',
  source:
    'The Mirrow Bridge opened to traffic on 3 October 1997. It connects Hadley with the island of Penrose. About 31,000 vehicles cross it every day.',
}

const exampleAnswer: z.input<typeof factCheckAnswer> = {
  verdict: 'contradicted',
  confidence: 0.93,
  scores: { supported: 0.03, contradicted: 0.93, unverifiable: 0.04 },
  evidence: [
    { quote: 'The Mirrow Bridge opened to traffic on 3 October 1997.', offset: 0, length: 54, stance: 'contradicts', relevance: 0.72 },
  ],
  reasons: [
    {
      type: 'date_mismatch',
      detail: 'The claim and the source give different dates.',
      claimSpan: { text: '1987', offset: 39, length: 4 },
      sourceSpan: { text: '3 October 1997', offset: 39, length: 14 },
    },
    {
      type: 'meaning',
      detail: 'A trained model that read a passage of the source judges the claim contradicted.',
      claimSpan: null,
      sourceSpan: null,
    },
  ],
  engine: { provider: 'embedded', model: 'fact-check', version: '1' },
  warnings: [],
  limitations,
  usage: { claimCharacterCount: 44, sourceCharacterCount: 143 },
  meta: ownMeta(false),
}

/** The same for every form of the check by the embedded engines. */
export const factCheckFacts = {
  restsOn: 'the sources that you give, and a trained model',
  cannotKnow: 'whether your source is true; languages other than English',
}

/** Whether a text supports a claim. @param price base units; null makes it free */
export function factCheck(engines: TextEngines | null, price: bigint | null, { simulated }: { readonly simulated: boolean }): AnyOffer {
  const access: Access = price === null ? free : { kind: 'fixed', price }
  return offer({
    id: 'fact-check',
    route: 'POST /v1/ai/fact-check',
    access,
    title: 'Fact-check against a source',
    purpose:
      'Whether a source supports or contradicts a claim, or does neither: verdict with calibrated confidence, quotes with offsets, and reasons by type. English.',
    ...factCheckFacts,
    body: z.object({ claim: claimText, source: sourceText, engine: embeddedEngine('/v1/ai/fact-check/llm') }),
    answer: factCheckAnswer,
    problems: [unsupportedLanguage],
    brief: ['verdict', 'confidence', 'warnings', 'reasons[].type', 'evidence[].quote', 'evidence[].stance'],
    example: { body: exampleBody, answer: exampleAnswer },
    ...(price === null ? { fairUse: { burst: 20, perMinute: 20 } } : {}),
    needs: { engine: { setting: 'TEXT_TOOLS', by: engines } },
    ...(engines ? { engine: engines.trial, admit: engines.admit } : {}),
    async run({ body }, { caller, signal }) {
      const { claim, source } = body
      const check = await required(engines).run('checkClaim', { claim, source }, { caller, signal })
      return answer({
        ...verdictOfCheck(check),
        ...groundsOf(check),
        engine: engineOf(required(engines)),
        warnings: [...check.warnings],
        limitations,
        usage: { claimCharacterCount: countCodePoints(claim), sourceCharacterCount: countCodePoints(source) },
        meta: ownMeta(simulated),
      })
    },
  })
}

/** Where offers are only described, there are no engines. */
export function required(engines: TextEngines | null): TextEngines {
  return unlessSwitchedOff(engines, 'The text engines are switched off here.')
}
