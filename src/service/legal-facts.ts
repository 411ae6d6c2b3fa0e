import type { Config } from '../config/config.ts'
import { formatUsd } from '../shared/money.ts'
import { legalPaths, type LegalFacts } from '../surfaces/legal/legal-facts.ts'

interface Selling {
  readonly publicUrl: string
  readonly playMoney: boolean
  readonly config: Config
}

/** The addresses of the pages for the law; null where the operator has not named itself. */
export function legalAddresses({ config, publicUrl }: Pick<Selling, 'publicUrl'> & { readonly config: Pick<Config, 'operatorName'> }) {
  if (config.operatorName === '') return null
  const { terms, privacy, refunds } = legalPaths
  return { terms: publicUrl + terms, privacy: publicUrl + privacy, refunds: publicUrl + refunds }
}

/** What the pages say, from the settings of this service; null where there are no pages. */
export function legalFactsOf({ config, publicUrl, playMoney }: Selling): LegalFacts | null {
  if (config.operatorName === '') return null
  return {
    publicUrl,
    operator: { name: config.operatorName, address: config.operatorAddress, country: config.operatorCountry },
    contacts: config.contacts,
    playMoney,
    freeCallsPerDay: config.freeQuotaPerDay,
    answerHours: config.answerTtlHours,
    clientAddressDays: config.clientAddressDays,
    refusesSanctionedPayers: config.refuseSanctionedPayers === 'yes',
    asksLanguageModel: config.llmProvider !== null,
    refunds: {
      automatic: config.refundKey !== null,
      afterHours: config.refundAfterHours,
      usdPerDay: formatUsd(config.refundPerDay),
      usdPerPayerPerDay: formatUsd(config.refundPerPayerPerDay),
    },
  }
}
