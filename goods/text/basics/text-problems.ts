import { problem } from '../../../src/goods/kit/worker-side.ts'

export const unsupportedLanguage = problem({
  code: 'unsupported_language',
  decidedBy: 'caller',
  status: 422,
  title: 'Language not supported',
  fix: 'Nothing was charged. Send texts in a language that the description of the offer names.',
})

export const notTranslated = problem({
  code: 'not_translated',
  decidedBy: 'caller',
  status: 502,
  title: 'Text not translated',
  fix: 'Nothing was charged. Send plain sentences in the language that source names; names, codes and slang are often unknown.',
})
