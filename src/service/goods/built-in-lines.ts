import type { Config } from '../../config/config.ts'

/** The lines of goods whose code is in `src` as yet. */
export const builtInLines = ['market', 'data', 'onchain'] as const

export type BuiltInLine = (typeof builtInLines)[number]

/** Sources that only one line asks. Those of prices and rates are also asked for the till: what gas costs, what a euro is worth. */
const ownSources: Partial<Record<BuiltInLine, readonly string[]>> = {
  data: [
    'cisa-kev',
    'cisa-kev-github',
    'epss',
    'nvd',
    'osv',
    'eurostat',
    'world-bank',
    'fred',
    'energy-charts',
    'awattar-de',
    'awattar-at',
    'elering',
    'defillama-stablecoins',
  ],
}

/** The settings with everything switched off that only lines use which are not sold: their sources, indexes and engines. */
export function withoutLines<C extends Config>(config: C, isSold: (line: BuiltInLine) => boolean): C {
  const off = builtInLines.filter((line) => !isSold(line))
  if (off.length === 0) return config
  return {
    ...config,
    sourcesDisabled: [...new Set([...config.sourcesDisabled, ...off.flatMap((line) => ownSources[line] ?? [])])],
    ...(isSold('onchain') ? {} : { indexAgents: [], indexTransfers: [] }),
    ...(isSold('market') ? {} : { indexPools: [] }),
  }
}
