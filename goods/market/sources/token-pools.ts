import type { TokenPoolsPort } from '../../../src/goods/kit/ports.ts'
import { askSource } from '../../../src/goods/kit/several-sources.ts'
import type { Dexscreener } from './dexscreener.ts'

/** The pools of tokens that DEX Screener lists, for other lines. */
export function tokenPools({ dexscreener: { source, pools } }: { readonly dexscreener: Dexscreener }): TokenPoolsPort {
  return {
    source: source.terms.id,
    networks: new Set(['base', 'ethereum', 'polygon', 'arbitrum', 'optimism']),
    of: (network, token, options) => askSource(source, pools, `${network}/${token}`, options),
  }
}
