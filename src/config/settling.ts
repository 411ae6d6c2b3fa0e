import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'
import { networkSlugs } from './network-slugs.ts'

/** Who settles, and what it may cost. */
export const settlingSettings = {
  facilitatorUrl: {
    name: 'FACILITATOR_URL',
    what: 'Base URL of an x402 facilitator that sends the settlements and pays their gas, instead of `SIGNER_KEY`. What it says is held against the chain.',
    parse: format.publicUrl,
  },
  facilitatorToken: {
    name: 'FACILITATOR_TOKEN',
    what: 'Bearer token for the facilitator, where it asks for one.',
    secret: true,
    parse: format.longSecret,
  },
  gasBudgetGwei: {
    name: 'GAS_BUDGET_GWEI_PER_DAY',
    what: 'What one signer may spend on gas a day on a network, in gwei of its coin: one figure for all, then `name=figure` for those that differ.',
    default: '200000000,polygon=500000000000,skale=1000000000000',
    parse: format.amountsByNetwork(networkSlugs),
  },
  maxFeeShareBasisPoints: {
    name: 'MAX_FEE_SHARE',
    what: 'A network is not offered while settling there costs more than this share of the price. Off in the sandbox.',
    default: '0.5',
    parse: format.decimal(4, '1'),
  },
} as const satisfies Record<string, Setting<unknown>>
