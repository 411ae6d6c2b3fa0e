import type { Config } from '../../config/config.ts'

/** The lines of goods whose code is in `src` as yet. */
export const builtInLines = ['onchain'] as const

export type BuiltInLine = (typeof builtInLines)[number]

/** The settings with everything switched off that only lines use which are not sold: their indexes. */
export function withoutLines<C extends Config>(config: C, isSold: (line: BuiltInLine) => boolean): C {
  const off = builtInLines.filter((line) => !isSold(line))
  if (off.length === 0) return config
  return {
    ...config,
    ...(isSold('onchain') ? {} : { indexAgents: [], indexTransfers: [] }),
  }
}
