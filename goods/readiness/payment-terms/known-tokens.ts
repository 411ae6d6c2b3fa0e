import { type Chains, type Hex, type NetworkId, networks } from '../../../src/goods/kit/evm.ts'
import { readV1Network } from '../../../src/goods/kit/payments.ts'

/** A network that sellers ask for, with its USDC. */
export interface KnownNetwork {
  readonly id: string
  readonly name: string
  /** Its money is worth nothing. */
  readonly test: boolean
  /** Null where it is not known here. */
  readonly usdc: {
    readonly address: Hex
    /** Null where only a connected chain can tell. */
    readonly domain: { readonly name: string; readonly version: string } | null
  } | null
}

const usdCoin = { name: 'USD Coin', version: '2' } as const
const usdc = { name: 'USDC', version: '2' } as const

/** Networks besides ours that x402 clients know. Addresses and domains are those of the official SDK's table. */
const others: readonly KnownNetwork[] = [
  { id: 'eip155:43114', name: 'Avalanche', test: false, usdc: { address: '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e', domain: usdCoin } },
  { id: 'eip155:42220', name: 'Celo', test: false, usdc: { address: '0xceba9300f2b948710d2653dd7b07f33a8b32118c', domain: usdc } },
  { id: 'eip155:84532', name: 'Base Sepolia', test: true, usdc: { address: '0x036cbd53842c5426634e7929541ec2318f3dcf7e', domain: usdc } },
  {
    id: 'eip155:421614',
    name: 'Arbitrum Sepolia',
    test: true,
    usdc: { address: '0x75faf114eafb1bdbe2f0316df893fd58ce46aa4d', domain: usdCoin },
  },
  { id: 'eip155:11155111', name: 'Sepolia', test: true, usdc: null },
  { id: 'eip155:80002', name: 'Polygon Amoy', test: true, usdc: null },
  { id: 'eip155:11155420', name: 'OP Sepolia', test: true, usdc: null },
  { id: 'eip155:43113', name: 'Avalanche Fuji', test: true, usdc: null },
]

const v1Names: Readonly<Record<string, string>> = {
  'base-sepolia': 'eip155:84532',
  avalanche: 'eip155:43114',
  'avalanche-fuji': 'eip155:43113',
  'polygon-amoy': 'eip155:80002',
  'arbitrum-sepolia': 'eip155:421614',
  sepolia: 'eip155:11155111',
  celo: 'eip155:42220',
}

/** The networks that can be checked, by id. A connected chain says itself what the domain of its token is. */
export function knownNetworks(chains: Pick<Chains, 'get'>): ReadonlyMap<string, KnownNetwork> {
  const ours = networks.map((network): KnownNetwork => {
    const connected = chains.get(network.id)?.network
    // Where the real token may have another domain than the declared one, only the chain can tell.
    const domain = connected?.domain ?? (network.domainOnChain === undefined ? network.domain : null)
    return {
      id: network.id,
      name: network.name,
      test: network.testMoney === true,
      usdc: { address: network.asset.toLowerCase() as Hex, domain },
    }
  })
  return new Map([...ours, ...others.filter(({ id }) => networks.every((one) => one.id !== id))].map((network) => [network.id, network]))
}

/** The CAIP-2 id of a network that is named by a word, as in version 1; null for an unknown word. */
export function networkOfName(text: string): string | null {
  const name = text.toLowerCase()
  if (Object.hasOwn(v1Names, name)) return v1Names[name] ?? null
  const id: NetworkId | null = readV1Network(name)
  return id
}
