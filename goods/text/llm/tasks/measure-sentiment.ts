import { z } from '../../../../src/goods/door.ts'
import { answerSchemaOf, ModelFailure, type ModelTask, readReply } from '../../../../src/goods/kit/language-models.ts'
import { joinSentences, sentenceSentiment } from '../../sentiment/join-sentences.ts'
import { joinToPieces } from '../../sentiment/join-to-pieces.ts'
import type { MeasureSentimentInput, Sentiment, SentimentScores } from '../../sentiment/sentiment.ts'
import { splitSentences } from '../../basics/split-sentences.ts'

/** Judgements that fit into the output. A longer text is joined to pieces of several sentences. */
const maxPieces = 64

const strength = z.number().min(0).max(1)
const reply = z.strictObject({
  language: z.string().regex(/^[a-z]{2}$/),
  sentences: z.array(z.strictObject({ number: z.int().min(1), positive: strength, negative: strength })).max(maxPieces),
})

/** What a model says of a text: as the embedded engine does, with a language that it names itself. */
export type ModelSentiment = Omit<Sentiment, 'language'> & { readonly language: string }

/** The mood of each sentence. The model writes numbers and the code of a language, and no text. */
export const measureSentimentTask: ModelTask<MeasureSentimentInput, ModelSentiment> = {
  instructions: {
    task: `You judge the sentiment of numbered sentences of one text. For every sentence give its number, and how positive and how negative
its writer feels about what it speaks of, each from 0 to 1; both are 0 for a neutral one, and their sum is at most 1. Consider irony,
negation and the sentences before it. language is the ISO 639-1 code of the text's language.`,
    schema: answerSchemaOf(reply),
    maxOutputTokens: 2_500,
  },
  data: ({ text, language }) => ({
    ...(language === null ? {} : { language }),
    sentences: piecesOf(text).map((piece, index) => ({ number: index + 1, text: piece.text })),
  }),
  longestText: ({ text }) => ({ text, field: 'body.text' }),
  read(value, { text, language }) {
    const said = readReply(reply, value)
    const pieces = piecesOf(text)
    const byNumber = new Map(said.sentences.map((one) => [one.number, one]))
    if (byNumber.size !== said.sentences.length || byNumber.size !== pieces.length) throw new ModelFailure('answer_malformed')
    const scores = pieces.map((_, index) => {
      const one = byNumber.get(index + 1)
      if (!one) throw new ModelFailure('answer_malformed')
      return scoresOf(one)
    })
    const sentences = pieces.map((piece, index) => sentenceSentiment(piece, scores[index] ?? neutral))
    const isJoined = pieces.length < splitSentences(text).length
    return {
      ...joinSentences(sentences, scores),
      sentences,
      language: language ?? said.language,
      warnings: isJoined ? ['The text has many sentences; several of them are judged together.'] : [],
    }
  },
}

const neutral: SentimentScores = { positive: 0, neutral: 1, negative: 0 }

const piecesOf = (text: string) => joinToPieces(splitSentences(text), maxPieces)

function scoresOf({ positive, negative }: { readonly positive: number; readonly negative: number }): SentimentScores {
  const sum = Math.max(1, positive + negative)
  return { positive: positive / sum, negative: negative / sum, neutral: Math.max(0, 1 - (positive + negative) / sum) }
}
