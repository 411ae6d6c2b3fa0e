import type { AnyOffer } from '../../../offers/offer.ts'
import type { PayingNetwork } from '../../examples/example-input.ts'
import { exampleLanguages } from '../../examples/example-languages.ts'
import { offerExamples } from '../../examples/offer-examples.ts'
import type { CodeTab } from '../components/code-tabs.ts'

export interface CodeFacts {
  readonly publicUrl: string
  readonly playMoney: boolean
  readonly freeCallsPerDay: number
  readonly payingNetwork: PayingNetwork | null
}

/** The code to call an offer: the same that `/examples` serves and that tests run. */
export function codeTabsOf(offer: AnyOffer, { publicUrl, playMoney, freeCallsPerDay, payingNetwork }: CodeFacts): CodeTab[] {
  const input = { offer, baseUrl: publicUrl, sandbox: playMoney, network: payingNetwork, freeCallsPerDay }
  return offerExamples(input).examples.map(({ language, code, install, file, run }) => ({
    label: exampleLanguages.find(({ id }) => id === language)?.label ?? language,
    code,
    note: `${install === null ? '' : `First: ${install}. `}Save it as ${file} and run: ${run}`,
  }))
}
