import { answer, answerMeta, type AnyOffer, fixedPrice, offer, ownMeta, z } from '../../../src/goods/door.ts'
import { count, engineMember, identifier, share, text } from '../../../src/goods/kit/answers.ts'
import { embeddedEngine } from '../../../src/goods/kit/language-models.ts'
import type { TextEngines } from '../models/text-engines.ts'
import { sentimentLanguages } from '../sentiment/negation.ts'
import { countCodePoints } from '../basics/code-points.ts'
import { required } from './fact-check.ts'
import { sentimentBody, sentimentFigures, sentimentMembers } from './sentiment-members.ts'
import { unsupportedLanguage } from '../basics/text-problems.ts'

const body = z.object({
  ...sentimentBody,
  language: sentimentBody.language.describe(`${sentimentLanguages.join(', ')}; detected if not given, which can fail for short texts`),
  engine: embeddedEngine('/v1/ai/sentiment/llm'),
})

const sentimentAnswer = z.object({
  ...sentimentMembers,
  language: z.object({ code: identifier, confidence: share.describe('1 where the call named the language') }),
  engine: engineMember,
  warnings: z.array(text),
  usage: z.object({ characterCount: count }),
  meta: answerMeta,
})

const exampleBody = { text: 'Die Lieferung kam schnell. Der Service ist toll, ich bin begeistert!', language: 'de' }

const exampleAnswer: z.input<typeof sentimentAnswer> = {
  label: 'positive',
  score: 0.91,
  magnitude: 0.888,
  confidence: 0.954,
  scores: { positive: 0.954, neutral: 0.003, negative: 0.044 },
  sentences: [
    { text: 'Die Lieferung kam schnell.', offset: 0, length: 26, label: 'neutral', score: 0.01 },
    { text: 'Der Service ist toll, ich bin begeistert!', offset: 27, length: 41, label: 'positive', score: 0.878 },
  ],
  language: { code: 'de', confidence: 1 },
  engine: { provider: 'embedded', model: 'sentiment', version: '1' },
  warnings: [],
  usage: { characterCount: 68 },
  meta: ownMeta(false),
}

/** Whether a text speaks well or ill, sentence by sentence. Without engines it can only be described. */
export function sentiment(engines: TextEngines | null, { simulated }: { readonly simulated: boolean }): AnyOffer {
  return offer({
    id: 'sentiment',
    route: 'POST /v1/ai/sentiment',
    access: fixedPrice('0.006'),
    title: 'Sentiment of a text',
    purpose:
      'Whether a text is positive, neutral, negative or mixed, with a score for each sentence and its place. English, Spanish, French, German, Italian, Portuguese.',
    restsOn: 'a trained model',
    cannotKnow: 'irony, and what the writer thinks',
    body,
    answer: sentimentAnswer,
    problems: [unsupportedLanguage],
    brief: ['label', 'score', 'magnitude', 'confidence', 'language.code', 'warnings'],
    example: { body: exampleBody, answer: exampleAnswer },
    // A call may wait for those before it.
    deadlineMs: 20_000,
    needs: { engine: { setting: 'TEXT_TOOLS', by: engines } },
    ...(engines ? { engine: engines.trial, admit: engines.admit } : {}),
    async run({ body: { text, language = null } }, { caller, signal }) {
      const found = await required(engines).run('measureSentiment', { text, language }, { caller, signal })
      return answer({
        ...sentimentFigures(found),
        language: { code: found.language.code ?? 'en', confidence: found.language.confidence },
        engine: { provider: 'embedded', model: 'sentiment', version: required(engines).version },
        warnings: [...found.warnings],
        usage: { characterCount: countCodePoints(text) },
        meta: ownMeta(simulated),
      })
    },
  })
}
