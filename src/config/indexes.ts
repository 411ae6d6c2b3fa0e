import { labelsFile } from '../ops/labels-file.ts'
import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'
import { networkSlugs } from './network-slugs.ts'

/** Settings of what is read from chains in the background. */
export const indexSettings = {
  indexAgents: {
    name: 'INDEX_AGENTS',
    what: 'Networks whose ERC-8004 registries are read in full, for what is known of agents: `all`, `none`, or names (`base,ethereum`).',
    default: { sandbox: 'all', live: 'none' },
    parse: format.networks(networkSlugs),
  },
  indexTransfers: {
    name: 'INDEX_TRANSFERS',
    what: 'Networks on which every transfer of USDC is read, to keep the large ones and those of watched addresses for 30 days: `all`, `none`, or names. A busy chain has millions a day, and nodes count each request.',
    default: { sandbox: 'all', live: 'none' },
    parse: format.networks(networkSlugs),
  },
  transferHistoryHours: {
    name: 'TRANSFER_HISTORY_HOURS',
    what: 'How far back the first reading of transfers begins.',
    default: { sandbox: '720', live: '1' },
    parse: format.integer(0, 720),
  },
  whaleUsd: {
    name: 'WHALE_USD',
    what: 'From how many dollars on a transfer of USDC is large: one figure for all networks, then `name=figure` for those that differ.',
    default: '250000,ethereum=1000000',
    parse: format.amountsByNetwork(networkSlugs),
  },
  whaleTokens: {
    name: 'WHALE_TOKENS',
    what: 'Other tokens that are read like USDC, each with the amount from which on a transfer is large, in its smallest unit: `base:0x…:1000000`, separated by commas.',
    default: '',
    parse: format.list(format.tokenAmount(networkSlugs)),
  },
  watchedAddresses: {
    name: 'WATCHED_ADDRESSES',
    what: 'Addresses of which every transfer is kept, and those of the 30 days before are read, besides those of `PAY_TO` and of payers, separated by commas.',
    default: '',
    parse: format.list(format.address),
  },
  labelledAddresses: {
    name: 'LABELS_FILE',
    what: 'JSON file of addresses that you know, told beside them in answers ([docs/whale-alerts.md](docs/whale-alerts.md) has its form).',
    default: '',
    parse: labelsFile(networkSlugs),
  },
} as const satisfies Record<string, Setting<unknown>>
