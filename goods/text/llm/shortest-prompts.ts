import { shortestPrompt } from '../../../src/goods/kit/language-models.ts'
import { checkClaimTask } from './tasks/check-claim.ts'
import { checkDeeplyTask } from './tasks/check-deeply.ts'
import { measureSentimentTask } from './tasks/measure-sentiment.ts'
import { translateTextTask } from './tasks/translate-text.ts'
import { writeSummaryTask } from './tasks/write-summary.ts'

const [claim, source] = ['A claim, 1', 'A source of some fifty characters is the shortest one']

/** Of each text tool that a language model answers. */
export const shortestPrompts = () => ({
  'fact-check': shortestPrompt(checkClaimTask, { claim, source }),
  'fact-check-deep': shortestPrompt(checkDeeplyTask, { claim, sources: [source] }),
  sentiment: shortestPrompt(measureSentimentTask, { text: 'x', language: null }),
  summarize: shortestPrompt(writeSummaryTask, { text: 'x', length: { sentences: 1 }, style: 'paragraph' }),
  translate: shortestPrompt(translateTextTask, { text: 'x', source: null, target: 'de' }),
})
