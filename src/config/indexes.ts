import type { Setting } from '../ops/setting.ts'
import * as format from '../ops/setting-formats.ts'
import { networkSlugs } from '../shared/network-slugs.ts'

/** Settings of the chain indexes, which are read in the background. A sandbox with real data has the defaults of live mode. */
export const indexSettings = {
  indexPools: {
    name: 'INDEX_POOLS',
    what: 'Uniswap pools whose swaps are read, for candles and trends: `all` that the service knows, `none`, networks (`base,ethereum`), or coins on networks (`base:ETH`). [docs/chain-prices.md](docs/chain-prices.md) has the pools and what nodes are asked.',
    default: 'all',
    parse: format.placesOnNetworks(networkSlugs),
  },
  poolHistoryHours: {
    name: 'POOL_HISTORY_HOURS',
    what: 'How far back the first reading of these swaps starts, in hours.',
    default: '25',
    parse: format.integer(1, 720),
  },
} as const satisfies Record<string, Setting<unknown>>
