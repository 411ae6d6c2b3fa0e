import type { NetworkId } from '../src/chain/chain.ts'
import type { Hex } from '../src/shared/bytes.ts'

/** A chain of the sandbox: the real id, the real token address, and what its node must be told. */
export interface SandboxNetwork {
  readonly id: NetworkId
  readonly chainId: number
  readonly slug: string
  readonly label: string
  /** Canonical USDC. */
  readonly usdc: Hex
  /** EIP-712 domain of that token. */
  readonly name: string
  readonly version: string
  readonly token: 'circle' | 'skale'
  /** `berlin` has neither a base fee nor EIP-1559 transactions. */
  readonly hardfork: 'prague' | 'berlin'
  readonly multicall: boolean
}

const likeMainnet = { name: 'USD Coin', version: '2', token: 'circle', hardfork: 'prague', multicall: true } as const

/** In the order in which they are offered. */
export const sandboxNetworks: readonly SandboxNetwork[] = [
  { id: 'eip155:8453', chainId: 8453, slug: 'base', label: 'Base', usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', ...likeMainnet },
  { id: 'eip155:1', chainId: 1, slug: 'ethereum', label: 'Ethereum', usdc: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', ...likeMainnet },
  { id: 'eip155:137', chainId: 137, slug: 'polygon', label: 'Polygon', usdc: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', ...likeMainnet },
  { id: 'eip155:42161', chainId: 42161, slug: 'arbitrum', label: 'Arbitrum', usdc: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831', ...likeMainnet },
  { id: 'eip155:10', chainId: 10, slug: 'optimism', label: 'Optimism', usdc: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', ...likeMainnet },
  {
    id: 'eip155:1187947933',
    chainId: 1187947933,
    slug: 'skale-base',
    label: 'SKALE Base',
    usdc: '0x85889c8c714505E0c94b30fcfcF64fE3Ac8FCb20',
    name: 'USDC',
    version: '1',
    token: 'skale',
    hardfork: 'berlin',
    multicall: false,
  },
]

export const multicall3Address: Hex = '0xcA11bde05977b3631167028862bE2a173976CA11'
