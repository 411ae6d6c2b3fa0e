import { networks } from '../chain/networks.ts'
import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

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
  maxFeeShareBasisPoints: {
    name: 'MAX_FEE_SHARE',
    what: 'The share of the price that settling may cost. A network is not offered while one payment costs more there, or while its cost is unknown. Not used in the sandbox.',
    default: '0.5',
    parse: format.decimal(4, '1'),
  },
  gasAllowancePerDay: {
    name: 'GAS_ALLOWANCE_USD_PER_DAY',
    what: 'What settling may cost per network and UTC day beyond `MAX_FEE_SHARE` of what it brings, in dollars: for transactions that fail, and for those on their way. Not used in the sandbox.',
    default: '5',
    parse: format.decimal(6, '1000000'),
  },
  contractGasAllowancePerDay: {
    name: 'CONTRACT_GAS_ALLOWANCE_USD_PER_DAY',
    what: 'The part of it for contract wallets that have settled nothing here before; it becomes available over the day. Not used in the sandbox.',
    default: '1',
    parse: format.decimal(6, '1000000'),
  },
  gasCoinCeilings: {
    name: 'GAS_COIN_CEILINGS',
    what: 'The highest price in dollars to assume for a gas coin whose price is neither on its network nor known from a source: `ETH=8000,POL=2,CREDIT=0.1`. Without any price the network is not offered in live mode.',
    default: '',
    parse: format.pricesByName(() => [...new Set(networks.map(({ gasCoin }) => gasCoin))]),
  },
} as const satisfies Record<string, Setting<unknown>>
