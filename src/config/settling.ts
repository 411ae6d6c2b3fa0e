import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'
import { defaultGasBudgets } from '../shared/gas-budgets.ts'
import { networkSlugs } from '../shared/network-slugs.ts'

const { everywhere, networks } = defaultGasBudgets

/** How payments are settled, and what that may cost. */
export const settlingSettings = {
  facilitatorUrl: {
    name: 'FACILITATOR_URL',
    what: 'Base URL of an x402 facilitator that sends the settlements and pays their gas, instead of `SIGNER_KEY`. Its statements are checked on the chain.',
    parse: format.publicUrl,
  },
  facilitatorToken: {
    name: 'FACILITATOR_TOKEN',
    what: 'Bearer token for the facilitator, if it requires one.',
    secret: true,
    parse: format.longSecret,
  },
  gasBudgetGwei: {
    name: 'GAS_BUDGET_GWEI_PER_DAY',
    what: 'What one signer may spend on gas per day and network, in gwei of the coin of that network: one figure for all, then `name=figure` for those that differ.',
    default: [everywhere, ...Object.entries(networks).map(([name, gwei]) => `${name}=${gwei}`)].join(','),
    parse: format.amountsByNetwork(networkSlugs),
  },
  maxFeeShareBasisPoints: {
    name: 'MAX_FEE_SHARE',
    what: 'A network is not offered while settling there costs more than this share of the price. Not used in the sandbox.',
    default: '0.5',
    parse: format.decimal(4, '1'),
  },
} as const satisfies Record<string, Setting<unknown>>
