import { usdcDecimals } from '../../../src/goods/kit/answers.ts'
import { networks } from '../../../src/goods/kit/evm.ts'
import type { LineParts } from '../../../src/goods/kit/parts.ts'
import type { BooksPort } from '../../../src/goods/kit/ports.ts'
import type { OnchainSettings } from '../settings.ts'
import { createIndexes, type Indexes, type IndexesSettings } from './create-indexes.ts'
import { createWatchedAddresses } from './watched-addresses.ts'

/** The indexes that the settings ask for, with our payTo and our payers among the watched addresses where the books are known. */
export function openIndexes(
  settings: OnchainSettings,
  books: BooksPort | null,
  {
    chains,
    stores,
    simulated,
    clock,
    timers,
    log,
    metrics,
  }: Pick<LineParts, 'chains' | 'stores' | 'simulated' | 'clock' | 'timers' | 'log' | 'metrics'>,
): Indexes {
  const watched = createWatchedAddresses({
    fixed: [...(books ? [books.payTo] : []), ...settings.watchedAddresses],
    books: books ?? { payersSince: async () => [] },
    clock,
    timers,
  })
  const parts = { chains, store: stores.local, simulated, clock, timers, log, metrics }
  return createIndexes({ ...parts, ...watched, settings: indexesSettings(settings) })
}

/** By network id. A setting for a network that is not enabled has no effect. */
function indexesSettings(settings: OnchainSettings): IndexesSettings {
  const named = (names: readonly string[]) => networks.filter(({ slug }) => names.includes(slug))
  const { everywhere, networks: exceptions } = settings.whaleUsd
  const unit = 10n ** BigInt(usdcDecimals)
  return {
    agents: new Set(named(settings.indexAgents).map(({ id }) => id)),
    transfers: new Map(
      named(settings.indexTransfers).map(({ id, slug, asset }) => {
        const usdc = { address: asset, large: (exceptions.get(slug) ?? everywhere) * unit }
        const others = settings.whaleTokens.filter(({ network }) => network === slug)
        return [id, [usdc, ...others.map(({ token, amount }) => ({ address: token, large: amount }))]] as const
      }),
    ),
    historySeconds: settings.transferHistoryHours * 3_600,
  }
}
