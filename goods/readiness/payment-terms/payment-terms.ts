import type { PaymentTermsPort } from '../../../src/goods/kit/ports.ts'
import { checkTerms } from './check-terms.ts'
import { faultTable } from './fault-table.ts'
import { knownNetworks } from './known-tokens.ts'
import { readTerms } from './read-terms.ts'

/** Reads a 402 as the check of a 402 does. */
export const paymentTerms: PaymentTermsPort = {
  read(answer, { payees, now }) {
    const against = { networks: knownNetworks(new Map()), url: answer.url, knownPayees: payees }
    const { offers, faults } = checkTerms(readTerms(answer, now), against)
    return {
      faults: [...faults, ...offers.flatMap((one) => one.faults)].map(({ code, field }) => ({ code, field, ...faultTable[code] })),
      amounts: offers.map(({ amount }) => amount),
    }
  },
}
