import { createIndexes, type Indexes, type IndexesParts, type IndexesSettings } from '../chain/indexes/create-indexes.ts'
import { networks } from '../chain/networks.ts'
import type { Config } from '../config/config.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Hex } from '../shared/bytes.ts'
import { usdcDecimals } from '../shared/money.ts'
import { createWatchedAddresses } from './watched-addresses.ts'

/** The indexes that the settings ask for, with our payTo and our payers among the watched addresses where they pay us on these chains. */
export function openIndexes({
  config,
  paid,
  ...parts
}: Omit<IndexesParts, 'settings' | 'watched' | 'refreshWatched'> & {
  readonly config: Config
  /** Null where the chains that are read are not those that we are paid on: then no payer is watched either. */
  readonly paid: { readonly ledger: Pick<Ledger, 'payersSince'>; readonly payTo: Hex } | null
}): Indexes {
  const watched = createWatchedAddresses({
    fixed: [...(paid ? [paid.payTo] : []), ...config.watchedAddresses],
    ledger: paid?.ledger ?? { payersSince: async () => [] },
    clock: parts.clock,
    timers: parts.timers,
  })
  return createIndexes({ ...parts, ...watched, settings: indexesSettings(config) })
}

/** By network id. A setting for a network that is not enabled has no effect. */
function indexesSettings(config: Config): IndexesSettings {
  const named = (names: readonly string[]) => networks.filter(({ slug }) => names.includes(slug))
  const { everywhere, networks: exceptions } = config.whaleUsd
  const unit = 10n ** BigInt(usdcDecimals)
  return {
    agents: new Set(named(config.indexAgents).map(({ id }) => id)),
    transfers: new Map(
      named(config.indexTransfers).map(({ id, slug, asset }) => {
        const usdc = { address: asset, large: (exceptions.get(slug) ?? everywhere) * unit }
        const others = config.whaleTokens.filter(({ network }) => network === slug)
        return [id, [usdc, ...others.map(({ token, amount }) => ({ address: token, large: amount }))]] as const
      }),
    ),
    historySeconds: config.transferHistoryHours * 3_600,
  }
}
