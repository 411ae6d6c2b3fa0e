import { sameAddress } from './address.ts'
import type { Network } from './chain.ts'
import type { Hex } from '../shared/bytes.ts'

/** A token known by its address on a network. */
export interface KnownToken {
  readonly symbol: string
  readonly issuer: string
}

interface WidelyUsed extends KnownToken {
  /** By the slug of a network. */
  readonly at: Readonly<Record<string, Hex>>
}

/** Tokens that many rely on, whatever power their issuers have over holders. Each is the issuer's own contract or that of the network's bridge. */
export const widelyUsed: readonly WidelyUsed[] = [
  {
    symbol: 'USDT',
    issuer: 'Tether',
    at: {
      ethereum: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
      polygon: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
      arbitrum: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
      optimism: '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58',
    },
  },
  {
    symbol: 'EURC',
    issuer: 'Circle',
    at: { ethereum: '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c', base: '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42' },
  },
  {
    symbol: 'WETH',
    issuer: 'wrapped by contract',
    at: {
      ethereum: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      base: '0x4200000000000000000000000000000000000006',
      optimism: '0x4200000000000000000000000000000000000006',
      arbitrum: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
      polygon: '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619',
    },
  },
  {
    symbol: 'DAI',
    issuer: 'Sky (MakerDAO)',
    at: {
      ethereum: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
      base: '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb',
      arbitrum: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
      optimism: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
      polygon: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063',
    },
  },
  {
    symbol: 'WBTC',
    issuer: 'BitGo',
    at: {
      ethereum: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
      arbitrum: '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f',
      optimism: '0x68f180fcCe6836688e9084f035309E29Bf0A2095',
      polygon: '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6',
    },
  },
  {
    symbol: 'cbBTC',
    issuer: 'Coinbase',
    at: {
      ethereum: '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf',
      base: '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf',
      arbitrum: '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf',
    },
  },
]

type TokenNetwork = Pick<Network, 'slug' | 'asset' | 'bridged'>

/** The known token at this address; null for any other. */
export function knownToken(address: Hex, { slug, asset, bridged }: TokenNetwork): KnownToken | null {
  if (sameAddress(address, asset)) return bridged ?? { symbol: 'USDC', issuer: 'Circle' }
  const found = widelyUsed.find(({ at }) => at[slug] !== undefined && sameAddress(at[slug], address))
  return found ? { symbol: found.symbol, issuer: found.issuer } : null
}

/** Names that belong to a known token of this network, each with that token's symbol. Shorter symbols are too similar to others to be reserved. */
export function reservedNames({ slug }: { readonly slug: string }): readonly (readonly [name: string, symbol: string])[] {
  const symbols = widelyUsed.flatMap(({ symbol, at }) => (at[slug] === undefined || symbol.length < 4 ? [] : [[symbol, symbol] as const]))
  return [['USDC', 'USDC'], ['USD Coin', 'USDC'], ...symbols]
}
