import type { Network } from './chain.ts'

const usdCoin = { name: 'USD Coin', version: '2' } as const

/**
 * Every supported network, in the order in which they are offered. Addresses are Circle's native USDC (on SKALE the bridged
 * USDC.e). SKALE's domain is the one of the service specification, which the sandbox uses; the real signing domain of a token is
 * read when its chain is connected, and documents and terms show that one.
 */
export const networks: readonly Network[] = [
  {
    id: 'eip155:8453',
    chainId: 8453,
    name: 'Base',
    slug: 'base',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    domain: usdCoin,
    transactions: 'eip1559',
    blockMs: 2000,
    minBlockSeconds: 2n,
    confirmations: 1,
    finality: { kind: 'tag' },
    gasCoin: 'ETH',
    coinFeed: '0x71041dddad3595F9CEd3DcCFBe3D1F4b0a16Bb70',
    dataFee: true,
  },
  {
    id: 'eip155:1',
    chainId: 1,
    name: 'Ethereum',
    slug: 'ethereum',
    asset: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    domain: usdCoin,
    transactions: 'eip1559',
    blockMs: 12_000,
    minBlockSeconds: 12n,
    confirmations: 1,
    finality: { kind: 'tag' },
    gasCoin: 'ETH',
    coinFeed: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419',
  },
  {
    id: 'eip155:137',
    chainId: 137,
    name: 'Polygon',
    slug: 'polygon',
    asset: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    domain: usdCoin,
    transactions: 'eip1559',
    blockMs: 2000,
    confirmations: 1,
    finality: { kind: 'tag' },
    gasCoin: 'POL',
    coinFeed: '0xAB594600376Ec9fD91F8e885dADF0CE036862dE0',
  },
  {
    id: 'eip155:42161',
    chainId: 42_161,
    name: 'Arbitrum',
    slug: 'arbitrum',
    asset: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    domain: usdCoin,
    transactions: 'eip1559',
    blockMs: 250,
    confirmations: 1,
    finality: { kind: 'tag' },
    gasCoin: 'ETH',
    coinFeed: '0x639Fe6ab55C921f74e7fac1ee960C0B6293ba612',
  },
  {
    id: 'eip155:10',
    chainId: 10,
    name: 'Optimism',
    slug: 'optimism',
    asset: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
    domain: usdCoin,
    transactions: 'eip1559',
    blockMs: 2000,
    minBlockSeconds: 2n,
    confirmations: 1,
    finality: { kind: 'tag' },
    gasCoin: 'ETH',
    coinFeed: '0x13e3Ee699D1909E989722E753853AE30b17e08c5',
    dataFee: true,
  },
  {
    id: 'eip155:1187947933',
    chainId: 1_187_947_933,
    name: 'SKALE',
    slug: 'skale',
    asset: '0x85889c8c714505E0c94b30fcfcF64fE3Ac8FCb20',
    domain: { name: 'USDC', version: '1' },
    transactions: 'legacy',
    blockMs: 1000,
    confirmations: 1,
    // A block of this chain is final as soon as it exists.
    finality: { kind: 'depth', blocks: 0 },
    gasCoin: 'CREDIT',
  },
]

const byId: ReadonlyMap<string, Network> = new Map(networks.map((network) => [network.id, network]))

/** The network of a CAIP-2 id; undefined for an unsupported one. */
export function findNetwork(id: string): Network | undefined {
  return byId.get(id)
}

/** Signing domains that tokens of the real networks have, where the declared one is another. */
const domainsOnChain: Readonly<Record<string, Network['domain']>> = {
  skale: { name: 'Bridged USDC (SKALE Bridge)', version: '2' },
}

/** Whether a payer may sign for this domain: the declared one, or the one that the real token is known to have. */
export function isKnownDomain(network: Network, { name, version }: Network['domain']): boolean {
  return [network.domain, domainsOnChain[network.slug]].some((known) => known?.name === name && known.version === version)
}
