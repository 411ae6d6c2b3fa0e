import { z } from '../../../../src/goods/door.ts'
import { answerSchemaOf, ModelFailure, type ModelTask, readReply, refuseLeaks } from '../../../../src/goods/kit/language-models.ts'
import { splitSentences } from '../../basics/split-sentences.ts'
import { missingPlaceholders } from '../checks/placeholders.ts'

export interface TranslateInput {
  readonly text: string
  /** ISO 639-1; null where the model has to find it out. */
  readonly source: string | null
  /** ISO 639-1. */
  readonly target: string
}

export interface ModelTranslation {
  readonly translation: string
  /** ISO 639-1. */
  readonly sourceLanguage: string
  readonly warnings: readonly string[]
}

const reply = z.strictObject({ sourceLanguage: z.string().regex(/^[a-z]{2}$/), translation: z.string().max(100_000) })

/** Words. A sentence of as many that comes out as it went in was not translated; a shorter one may be the same in both languages. */
const minWords = 5
const maxUntranslatedShare = 0.25
/** A translation that is shorter than this share of its text has lost something; scripts with a sign per syllable or word are denser. */
const [minLengthShare, minDenseLengthShare] = [0.4, 0.1]
const dense = new Set(['zh', 'ja', 'ko'])

/** A translation that is complete: not empty, no echo, and with all placeholders. */
export const translateTextTask: ModelTask<TranslateInput, ModelTranslation> = {
  instructions: {
    task: `You translate a text into the language with the ISO 639-1 code in target. Translate all of it and add nothing. Keep paragraphs and
line breaks. Copy placeholders such as {name}, %s, \${total}, tags such as <b>, and web and e-mail addresses as they are. If the text
already is in that language, copy it. sourceLanguage is the ISO 639-1 code of the language of the text.`,
    schema: answerSchemaOf(reply),
    maxOutputTokens: 6_000,
  },
  data: ({ text, source, target }) => ({ target, ...(source === null ? {} : { source }), text }),
  longestText: ({ text }) => ({ text, field: 'body.text' }),
  read(value, { text, source, target }, prompt) {
    const said = readReply(reply, value)
    const translation = said.translation.trim()
    if (translation === '') throw new ModelFailure('answer_empty')
    refuseLeaks([translation], prompt)
    const spoken = source ?? said.sourceLanguage
    if (spoken !== target) {
      if (untranslatedShare(text, translation) > maxUntranslatedShare) throw new ModelFailure('answer_echoes')
      const minShare = dense.has(target) && !dense.has(spoken) ? minDenseLengthShare : minLengthShare
      if (translation.length < minShare * text.trim().length) throw new ModelFailure('answer_incomplete')
    }
    if (missingPlaceholders(text, translation).length > 0) throw new ModelFailure('answer_loses_placeholders')
    return { translation, sourceLanguage: spoken, warnings: [] }
  },
}

/** The share of its sentences, by their length, that stand in the translation as they were. A text without one is compared as a whole. */
function untranslatedShare(text: string, translation: string): number {
  if (text.trim() === translation) return /\p{L}{2}.*\p{L}{2}.*\s/su.test(text.trim()) ? 1 : 0
  const sentences = splitSentences(text).filter((sentence) => sentence.text.split(/\s+/).length >= minWords)
  const all = sentences.reduce((sum, { length }) => sum + length, 0)
  const same = sentences.reduce((sum, sentence) => sum + (translation.includes(sentence.text) ? sentence.length : 0), 0)
  return all === 0 ? 0 : same / all
}
