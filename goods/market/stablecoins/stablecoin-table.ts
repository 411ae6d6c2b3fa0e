import type { Hex, NetworkId } from '../../../src/goods/kit/evm.ts'

/** The contract of an issuer on a network. Bridged coins are left out, because the coins that back them are counted where they are locked. */
export interface Deployment {
  readonly network: NetworkId
  readonly contract: Hex
}

/** A stablecoin of this service's own table. */
export interface KnownStablecoin {
  readonly symbol: string
  readonly name: string
  /** CoinGecko's id. */
  readonly coingecko: string
  /** ISO 4217 code of what it is pegged to. */
  readonly peg: string
  readonly decimals: number
  readonly deployments: readonly Deployment[]
}

const on = (chainId: number, contract: Hex): Deployment => ({ network: `eip155:${chainId}`, contract })

export const knownStablecoins: readonly KnownStablecoin[] = [
  {
    symbol: 'USDC',
    name: 'USD Coin',
    coingecko: 'usd-coin',
    peg: 'USD',
    decimals: 6,
    deployments: [
      on(1, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'),
      on(8453, '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
      on(137, '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'),
      on(42_161, '0xaf88d065e77c8cC2239327C5EDb3A432268e5831'),
      on(10, '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'),
    ],
  },
  {
    symbol: 'EURC',
    name: 'EURC',
    coingecko: 'euro-coin',
    peg: 'EUR',
    decimals: 6,
    deployments: [on(1, '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c'), on(8453, '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42')],
  },
  {
    symbol: 'USDT',
    name: 'Tether',
    coingecko: 'tether',
    peg: 'USD',
    decimals: 6,
    deployments: [on(1, '0xdAC17F958D2ee523a2206206994597C13D831ec7')],
  },
  {
    symbol: 'DAI',
    name: 'Dai',
    coingecko: 'dai',
    peg: 'USD',
    decimals: 18,
    deployments: [on(1, '0x6B175474E89094C44Da98b954EedeAC495271d0F')],
  },
  {
    symbol: 'USDS',
    name: 'USDS',
    coingecko: 'usds',
    peg: 'USD',
    decimals: 18,
    deployments: [on(1, '0xdC035D45d973E3EC169d2276DDab16f1e407384F')],
  },
  {
    symbol: 'PYUSD',
    name: 'PayPal USD',
    coingecko: 'paypal-usd',
    peg: 'USD',
    decimals: 6,
    deployments: [on(1, '0x6c3ea9036406852006290770BEdFcAbA0e23A0e8')],
  },
]

/** DefiLlama's names of the networks of this service. */
const networkNames: Readonly<Record<string, NetworkId>> = {
  Ethereum: 'eip155:1',
  Base: 'eip155:8453',
  Polygon: 'eip155:137',
  Arbitrum: 'eip155:42161',
  Optimism: 'eip155:10',
  'OP Mainnet': 'eip155:10',
}

/** CAIP-2 id of a network by DefiLlama's name; null for a network that this service does not have. */
export function networkNamed(name: string): NetworkId | null {
  return Object.hasOwn(networkNames, name) ? (networkNames[name] ?? null) : null
}
