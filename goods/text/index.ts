import { goods } from '../../src/goods/door.ts'
import { textExaminations } from './examinations.ts'
import { shortestPrompts } from './llm/shortest-prompts.ts'
import { textOffers } from './offers/text-offers.ts'
import { openText } from './open-text.ts'
import { openTranslator } from './open-translator.ts'
import { textSettings } from './settings.ts'

/** What is judged or made of texts, by models that run here, by what translates here, or by a language model. */
export const text = goods({
  name: 'text',
  packages: ['eld', 'onnxruntime-node'],
  settings: textSettings,
  shortestPrompts,
  examinations: textExaminations,
  async open({ settings, simulated, described, languageModel, ...parts }) {
    const engines = described ? null : await openText(settings, parts)
    const translator = described ? null : await openTranslator(settings, parts, simulated)
    const opened = [engines, translator].filter((one) => one !== null)
    return {
      offers: textOffers({ engines, translator, languageModel, factCheckPrice: settings.factCheckPrice, simulated }),
      trials: opened.map(({ trial }) => trial),
      close: async () => void (await Promise.all(opened.map((one) => one.close()))),
    }
  },
})
