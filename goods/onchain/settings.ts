import { format, setting } from '../../src/goods/door.ts'
import { networks } from '../../src/goods/kit/evm.ts'
import type { SettingValues } from '../../src/goods/kit/parts.ts'
import { labelsFile } from './labels/labels-file.ts'
import { readConfirmedOperators } from './trust/confirmed-operators-file.ts'

/** Read when a setting is, since other settings add networks. */
const slugs = () => networks.map(({ slug }) => slug)

/** The indexes of chains, which are read in the background, and what the operator knows of addresses. */
export const onchainSettings = {
  indexAgents: setting(
    'INDEX_AGENTS',
    'Networks whose ERC-8004 registries are indexed in full, for answers about agents: `all`, `none`, or names (`base,ethereum`).',
    { default: { sandbox: 'all', live: 'none' }, parse: format.networkNames(slugs) },
  ),
  indexTransfers: setting(
    'INDEX_TRANSFERS',
    'Networks on which every USDC transfer is read. Large ones and those of watched addresses are kept for 30 days: `all`, `none`, or names. A busy chain has millions a day, and nodes count each request.',
    { default: { sandbox: 'all', live: 'none' }, parse: format.networkNames(slugs) },
  ),
  transferHistoryHours: setting('TRANSFER_HISTORY_HOURS', 'How far back the first reading of transfers starts, in hours.', {
    default: { sandbox: '720', live: '1' },
    parse: format.integer(0, 720),
  }),
  whaleUsd: setting(
    'WHALE_USD',
    'The amount in dollars at which a USDC transfer counts as large: one figure for all networks, then `name=figure` for those that differ.',
    { default: '250000,ethereum=1000000', parse: format.amountsByNetwork(slugs) },
  ),
  whaleTokens: setting(
    'WHALE_TOKENS',
    'Other tokens to read like USDC, each with the amount at which a transfer counts as large, in its smallest unit: `base:0x…:1000000`, separated by commas.',
    { default: '', parse: format.list(format.tokenAmount(slugs)) },
  ),
  watchedAddresses: setting(
    'WATCHED_ADDRESSES',
    'Addresses whose transfers are all kept, and read back for 30 days, besides `PAY_TO` and payers, separated by commas.',
    { default: '', parse: format.list(format.address) },
  ),
  labelledAddresses: setting(
    'LABELS_FILE',
    'JSON file with your own labels for addresses; answers show them ([docs/whale-alerts.md](docs/whale-alerts.md) describes the format).',
    { default: '', parse: labelsFile(slugs) },
  ),
  confirmedOperatorsFile: setting(
    'CONFIRMED_OPERATORS_FILE',
    'JSON file of the addresses whose operators you have confirmed; they may reach the tier Enterprise ([docs/trust-model.md](docs/trust-model.md) describes the format). Reloaded when it changes.',
    { parse: (path: string) => (readConfirmedOperators(path), path) },
  ),
}

/** Their values. */
export type OnchainSettings = SettingValues<typeof onchainSettings>
