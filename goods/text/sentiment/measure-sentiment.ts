import { Problem } from '../../../src/goods/kit/worker-side.ts'
import type { Encoders } from '../models/encoder.ts'
import { detectLanguage, type DetectedLanguage } from '../basics/detect-language.ts'
import { splitSentences } from '../basics/split-sentences.ts'
import { countCodePoints } from '../basics/code-points.ts'
import { withEmoji, withoutEmoji } from './emoji.ts'
import { inPlainWords, seemsIronic } from './idioms.ts'
import { joinSentences, scoresOf, sentenceSentiment } from './join-sentences.ts'
import { joinToPieces } from './join-to-pieces.ts'
import { loadNGramModel } from './load-n-gram-model.ts'
import { scoreNGrams } from './n-gram-model.ts'
import { sentimentLanguages, type SentimentLanguage } from './negation.ts'
import type { MeasureSentimentInput, Sentiment, SentimentScores } from './sentiment.ts'
import { unsupportedLanguage } from '../basics/text-problems.ts'

/** Pieces that the encoder judges. A longer text is joined to pieces of several sentences. */
const maxPieces = 128
/** Code points of a text that is judged as a whole too: as long as a post, which the models were trained on. */
const maxWhole = 400
/** What the n-grams of a long text weigh beside the mean of its sentences. */
const shareOfNGrams = 0.5
/** Below this the detected language is told to be doubtful. */
const doubtful = 0.6

/**
 * Judges a text sentence by sentence. A short text is judged as a whole too, which decides, because its sentences explain each other;
 * of a long one the sentences are averaged. Code points of the text: at most 20,000.
 * @throws Problem `unsupported_language` for a language without a model
 */
export async function measureSentiment(
  { text, language }: MeasureSentimentInput,
  encoders: Pick<Encoders, 'sentiment'>,
): Promise<Sentiment> {
  const spoken = language === null ? detectLanguage(text) : { code: language, confidence: 1 }
  const code = supportedLanguage(spoken)
  const parts = splitSentences(text)
  const pieces = joinToPieces(parts, maxPieces)
  const isShort = pieces.length > 1 && countCodePoints(text) <= maxWhole
  const judged = await judge([...pieces.map((piece) => piece.text), ...(isShort ? [text] : [])], code, encoders)
  const whole = isShort ? (judged.at(-1) ?? null) : pieces.length > 1 ? await judgeLong(text, code) : null
  const scores = judged.slice(0, pieces.length)
  const sentences = pieces.map((piece, index) => sentenceSentiment(piece, scores[index] ?? nothingFelt))
  const warnings: string[] = []
  const isIronic = seemsIronic(text, code)
  if (isIronic) warnings.push('The text may be meant ironically.')
  if (spoken.confidence < doubtful) warnings.push('The language is doubtful. If it is another one, say so in language.')
  if (code === 'en' && spoken.code === null) warnings.push('The text has no words to tell a language by; it is judged as English.')
  if (parts.length > maxPieces) warnings.push('The text has many sentences; several of them are judged together.')
  return {
    language: { code, confidence: spoken.confidence },
    ...joinSentences(sentences, scores, whole && { scores: whole, share: isShort ? 1 : shareOfNGrams }, isIronic),
    sentences,
    warnings,
  }
}

const nothingFelt: SentimentScores = { positive: 0, neutral: 1, negative: 0 }

/** An unknown language of a few emoji or digits is taken for English. @throws Problem `unsupported_language` */
function supportedLanguage({ code }: DetectedLanguage): SentimentLanguage {
  if (code === null) return 'en'
  const supported = sentimentLanguages.find((one) => one === code)
  if (supported) return supported
  throw new Problem(unsupportedLanguage, `There is no sentiment model for the language ${code}.`, {
    field: 'body.language',
    expected: `a text in one of ${sentimentLanguages.join(', ')}, or language where a short text was taken for another language`,
  })
}

async function judge(texts: readonly string[], language: SentimentLanguage, encoders: Pick<Encoders, 'sentiment'>) {
  const said = texts.map((text) => inPlainWords(text, language))
  if (language === 'en')
    return (await encoders.sentiment.score(said.map(withoutEmoji))).map((logits, index) => withEmoji(texts[index] ?? '', scoresOf(logits)))
  const model = await loadNGramModel(language)
  return said.map((text, index) => withEmoji(texts[index] ?? '', scoresOf(scoreNGrams(model, text, language))))
}

/** The words of a long text taken together: what each sentence only hints at adds up. */
async function judgeLong(text: string, language: SentimentLanguage): Promise<SentimentScores> {
  return scoresOf(scoreNGrams(await loadNGramModel(language), inPlainWords(text, language), language))
}
