import { answer, answerMeta, type AnyOffer, free, offer, ownMeta, z } from '../../../src/goods/door.ts'
import { count, engineMember, identifier, statistic, text } from '../../../src/goods/kit/answers.ts'
import { languageNames } from '../translation/language-names.ts'
import type { TriedTranslator } from '../translation/translator.ts'
import { requiredTranslator } from './translate.ts'

const languagesAnswer = z.object({
  languages: z.array(z.object({ code: identifier.describe('ISO 639-1'), name: text })),
  routes: z.array(
    z.object({
      sourceLanguage: identifier,
      targetLanguage: identifier,
      route: z.array(identifier).describe('All languages on the way'),
      quality: z.enum(['gist', 'standard']),
      chrf: statistic.describe('Tested, 0 to 100: how many groups of letters are those of a reference'),
      bleu: statistic.describe('Tested, 0 to 100: the same of words'),
      testedSentenceCount: count,
      engine: engineMember,
    }),
  ),
  meta: answerMeta,
})

const exampleAnswer: z.input<typeof languagesAnswer> = {
  languages: [
    { code: 'en', name: 'English' },
    { code: 'es', name: 'Spanish' },
  ],
  routes: [
    {
      sourceLanguage: 'en',
      targetLanguage: 'es',
      route: ['en', 'es'],
      quality: 'gist',
      chrf: 68.1,
      bleu: 43.8,
      testedSentenceCount: 30,
      engine: { provider: 'apertium', model: 'eng-spa', version: '3.8.3' },
    },
  ],
  meta: ownMeta(false),
}

/** What `translate` can translate here. */
export function translateLanguages(translator: TriedTranslator | null, { simulated }: { readonly simulated: boolean }): AnyOffer {
  return offer({
    id: 'translate-languages',
    route: 'GET /v1/ai/translate/languages',
    access: free,
    title: 'Languages of the translation',
    purpose:
      'Run before a translation: which languages can be translated into which, by which engine, and how well that did on tested sentences.',
    restsOn: 'the engines and dictionaries that this machine has, and sentences translated in a test',
    cannotKnow: 'how well a text of another kind is translated',
    answer: languagesAnswer,
    brief: ['routes[].sourceLanguage', 'routes[].targetLanguage', 'routes[].quality'],
    example: { answer: exampleAnswer },
    needs: { engine: { setting: 'APERTIUM_DIR', by: translator } },
    ...(translator ? { engine: translator.trial } : {}),
    run() {
      const routes = requiredTranslator(translator).routes()
      const codes = [...new Set(routes.flatMap(({ source, target }) => [source, target]))].toSorted()
      return Promise.resolve(
        answer({
          languages: codes.map((code) => ({ code, name: languageNames[code] ?? code })),
          routes: routes.map(({ source, target, path, grade, quality, engine }) => ({
            sourceLanguage: source,
            targetLanguage: target,
            route: [...path],
            quality: grade,
            chrf: quality.chrf,
            bleu: quality.bleu,
            testedSentenceCount: quality.sentences,
            engine: { ...engine },
          })),
          meta: ownMeta(simulated),
        }),
      )
    },
  })
}
