import { networks } from '../chain/networks.ts'
import { labelsFile } from '../ops/labels-file.ts'
import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'

/** Read when a setting is, since other settings add networks. */
const slugs = () => networks.map(({ slug }) => slug)

/** Settings of the chain indexes, which are read in the background. A sandbox with real data has the defaults of live mode. */
export const indexSettings = {
  indexAgents: {
    name: 'INDEX_AGENTS',
    what: 'Networks whose ERC-8004 registries are indexed in full, for answers about agents: `all`, `none`, or names (`base,ethereum`).',
    default: { sandbox: 'all', live: 'none' },
    parse: format.networkNames(slugs),
  },
  indexTransfers: {
    name: 'INDEX_TRANSFERS',
    what: 'Networks on which every USDC transfer is read. Large ones and those of watched addresses are kept for 30 days: `all`, `none`, or names. A busy chain has millions a day, and nodes count each request.',
    default: { sandbox: 'all', live: 'none' },
    parse: format.networkNames(slugs),
  },
  transferHistoryHours: {
    name: 'TRANSFER_HISTORY_HOURS',
    what: 'How far back the first reading of transfers starts, in hours.',
    default: { sandbox: '720', live: '1' },
    parse: format.integer(0, 720),
  },
  whaleUsd: {
    name: 'WHALE_USD',
    what: 'The amount in dollars at which a USDC transfer counts as large: one figure for all networks, then `name=figure` for those that differ.',
    default: '250000,ethereum=1000000',
    parse: format.amountsByNetwork(slugs),
  },
  whaleTokens: {
    name: 'WHALE_TOKENS',
    what: 'Other tokens to read like USDC, each with the amount at which a transfer counts as large, in its smallest unit: `base:0x…:1000000`, separated by commas.',
    default: '',
    parse: format.list(format.tokenAmount(slugs)),
  },
  watchedAddresses: {
    name: 'WATCHED_ADDRESSES',
    what: 'Addresses whose transfers are all kept, and read back for 30 days, besides `PAY_TO` and payers, separated by commas.',
    default: '',
    parse: format.list(format.address),
  },
  labelledAddresses: {
    name: 'LABELS_FILE',
    what: 'JSON file with your own labels for addresses; answers show them ([docs/whale-alerts.md](docs/whale-alerts.md) describes the format).',
    default: '',
    parse: labelsFile(slugs),
  },
} as const satisfies Record<string, Setting<unknown>>
