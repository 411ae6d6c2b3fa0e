import type { Encoders } from '../models/encoder.ts'
import { detectLanguage } from '../basics/detect-language.ts'
import { splitSentences, type Sentence } from '../basics/split-sentences.ts'
import { chooseSentences } from './choose-sentences.ts'
import { wordsOf } from './content-words.ts'
import { isProse } from './prose.ts'
import { kindOfText } from './kind-of-text.ts'
import { keyPhrases } from './key-phrases.ts'
import { loadSummaryModel } from './load-summary-model.ts'
import { rankByModel, rankByWords, type RankedSentences } from './rank-sentences.ts'
import type { SummarizeInput, Summary, SummaryLength } from './summary.ts'

/** Sentences of a text that the encoder reads: those that its parts are most about. */
const maxEncoded = 128
/** LexRank compares all sentences of a part with each other. */
const partSize = 200

interface Place extends Sentence {
  readonly index: number
  readonly words: number
}

/** Chooses the sentences that say most of a text, in their order, word by word. Code points of the text: at most 60,000. */
export async function summarize({ text, length, style }: SummarizeInput, encoders: Pick<Encoders, 'sentences'>): Promise<Summary> {
  const language = detectLanguage(text)
  const sentences = splitSentences(text).map((sentence, index) => ({ ...sentence, index, words: wordsOf(sentence.text).length }))
  const textWords = sentences.reduce((sum, { words }) => sum + words, 0)
  const candidates = candidatesOf(sentences)
  const texts = candidates.map((candidate) => candidate.text)
  const isEnglish = language.code === 'en'
  const kind = kindOfText(sentences.filter(({ words }) => words > 0).map((sentence) => sentence.text))
  const ranked = isEnglish ? await rankByModel(texts, encoders.sentences, await loadSummaryModel(), kind) : rankByWords(texts, kind)
  const scored = candidates.map(({ words }, place) => ({ words, score: ranked.scores[place] ?? 0 }))
  const places = chooseSentences(scored, ranked.similarity, length, textWords)
  const chosen = places.map((place) => ({ ...candidates[place], score: shareOf(ranked, place) }) as Place & { score: number })
  const summaryLength = chosen.reduce((sum, { words }) => sum + words, 0)
  const pieces = chosen.map((one) => one.text)
  return {
    language,
    method: 'extractive',
    summary: style === 'bullets' ? pieces.map((piece) => `- ${piece}`).join('\n') : pieces.join(' '),
    bullets: style === 'bullets' ? pieces : [],
    sentences: chosen.map(({ text, index, offset, length, score }) => ({ text, index, offset, length, score })),
    keyPhrases: keyPhrases(sentences.map((sentence) => sentence.text)),
    originalLength: textWords,
    summaryLength,
    confidence: round(Math.min(1, ranked.coverage(places))),
    warnings: warningsOf({
      isEnglish,
      isStory: kind === 'story',
      length,
      summaryLength,
      textWords,
      sentenceCount: sentences.length,
      isCut: candidates.length < sentences.filter(({ words }) => words > 0).length,
    }),
  }
}

/** Sentences of prose, and all with words where there is no prose. Of a long text, each part sends those that it is most about. */
function candidatesOf(sentences: readonly Place[]): readonly Place[] {
  const withWords = sentences.filter(({ words }) => words > 0)
  const prose = withWords.filter(({ text }) => isProse(text))
  const usable = prose.length > 0 ? prose : withWords.length > 0 ? withWords : sentences
  if (usable.length <= maxEncoded) return usable
  const parts = Math.ceil(usable.length / partSize)
  const perPart = Math.floor(maxEncoded / parts)
  return Array.from({ length: parts }, (_, part) => {
    const here = usable.slice(Math.round((part * usable.length) / parts), Math.round(((part + 1) * usable.length) / parts))
    const { scores } = rankByWords(here.map(({ text }) => text))
    const order = [...here.keys()].sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0))
    return order
      .slice(0, perPart)
      .sort((one, other) => one - other)
      .map((place) => here[place] as Place)
  }).flat()
}

/** The score of a sentence among all, from 0 for the lowest to 1 for the highest. */
function shareOf({ scores }: RankedSentences, place: number): number {
  const [low, high] = [Math.min(...scores), Math.max(...scores)]
  return high === low ? 1 : round(((scores[place] ?? low) - low) / (high - low))
}

const round = (value: number) => Math.round(value * 1_000) / 1_000

function warningsOf(facts: {
  readonly isEnglish: boolean
  readonly isStory: boolean
  readonly length: SummaryLength
  readonly summaryLength: number
  readonly textWords: number
  readonly sentenceCount: number
  readonly isCut: boolean
}): readonly string[] {
  const { length, summaryLength, textWords, sentenceCount } = facts
  const warnings: string[] = []
  if (!facts.isEnglish) warnings.push('The text is not in English: its sentences are ranked by their words and places alone.')
  if (facts.isStory) warnings.push('The text looks like a story, in which no sentence says what it is about.')
  const maxWords = 'words' in length ? length.words : 'ratio' in length ? Math.max(1, Math.round(length.ratio * textWords)) : Infinity
  if (summaryLength > maxWords) warnings.push('The shortest summary is one sentence, and it has more words than asked for.')
  const all = 'sentences' in length ? length.sentences >= sentenceCount : summaryLength === textWords
  if (all) warnings.push('The text is no longer than the summary that was asked for, so that the summary is the whole text.')
  if (facts.isCut) warnings.push('Of this long text only the sentences that its parts are most about were compared.')
  return warnings
}
