import type { AnyOffer } from '../../../src/goods/door.ts'
import type { ModelTool } from '../../../src/goods/kit/language-models.ts'
import type { TextEngines } from '../models/text-engines.ts'
import type { TriedTranslator } from '../translation/translator.ts'
import { deepFactCheck } from './deep-fact-check.ts'
import { factCheckDeepLlm } from './fact-check-deep-llm.ts'
import { factCheckLlm } from './fact-check-llm.ts'
import { factCheck } from './fact-check.ts'
import { sentimentLlm } from './sentiment-llm.ts'
import { sentiment } from './sentiment.ts'
import { summarizeLlm } from './summarize-llm.ts'
import { summarize } from './summarize.ts'
import { translateLanguages } from './translate-languages.ts'
import { translateLlm } from './translate-llm.ts'
import { translate } from './translate.ts'

export interface TextOffersParts {
  /** Null where the text tools are switched off, or their models are not there. */
  readonly engines: TextEngines | null
  /** Null where nothing that translates is installed. */
  readonly translator: TriedTranslator | null
  readonly languageModel: ((tool: string) => ModelTool) | null
  /** Base units; zero where fact-checks are free. */
  readonly factCheckPrice: bigint
  readonly simulated: boolean
}

/** Everything that this line sells. To sell something more, add a line. */
export function textOffers({ engines, translator, languageModel, factCheckPrice, simulated }: TextOffersParts): readonly AnyOffer[] {
  const given = { simulated }
  const tool = (name: string) => languageModel && { ...languageModel(name), engines }
  return [
    factCheck(engines, factCheckPrice === 0n ? null : factCheckPrice, given),
    translateLanguages(translator, given),
    summarize(engines, given),
    sentiment(engines, given),
    translate(translator, engines, given),
    deepFactCheck(engines, given),
    summarizeLlm(tool('summarize'), given),
    sentimentLlm(tool('sentiment'), given),
    factCheckLlm(tool('fact-check'), given),
    factCheckDeepLlm(tool('fact-check-deep'), given),
    translateLlm(tool('translate'), translator, given),
  ]
}
