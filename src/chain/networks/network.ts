import type { Hex } from '../../shared/bytes.ts'

/** A CAIP-2 id of an EVM chain, such as `eip155:8453`. */
export type NetworkId = `eip155:${number}`

/** EIP-712 domain of a token, without its chain and address. */
export interface SigningDomain {
  readonly name: string
  readonly version: string
}

/** The declared facts of a network: all that taking and settling payments on it needs to know. Addresses are checksummed. */
export interface Network {
  readonly id: NetworkId
  readonly chainId: number
  /** For people: "Base". */
  readonly name: string
  /** As settings name it: "base". Lines of goods keep what they know of a network under it. */
  readonly slug: string
  /** Other names under which people and clients know it, in lower case: of ERC-3770, of explorers, of wallets. */
  readonly alsoNamed?: readonly string[]
  /** Its name in the official client of x402 version 1, which has none for most networks. */
  readonly v1Name?: string
  /** Its money is worth nothing. */
  readonly testMoney?: true
  /** The canonical USDC contract. */
  readonly asset: Hex
  /** What that token is called, where it came over a bridge and is not Circle's own USDC. */
  readonly bridged?: { readonly symbol: string; readonly issuer: string }
  /** The signing domain of the asset; checked against the chain at start. */
  readonly domain: SigningDomain
  /** The domain that the token on the real chain is known to have, where `domain` is another. */
  readonly domainOnChain?: SigningDomain
  readonly transactions: 'eip1559' | 'legacy'
  /** Typical milliseconds between blocks, for polling. */
  readonly blockMs: number
  /** Seconds that there are at least from one block to the next, by the rules of the chain; absent where they may be fewer than one. */
  readonly minBlockSeconds?: bigint
  /** Blocks, its own included, after which a settlement counts as done. */
  readonly confirmations: number
  /** When a block counts as final: by the node's tag, or by the number of blocks on top of it. */
  readonly finality: { readonly kind: 'tag' } | { readonly kind: 'depth'; readonly blocks: number }
  /** The coin for gas. */
  readonly gasCoin: string
  /** The Chainlink feed of that coin in US dollars, where the network has one. */
  readonly coinFeed?: Hex
  /** It takes a fee for data on Ethereum beside gas, as the OP stack does. */
  readonly dataFee?: true
  /** Gas that it counts beside that of the virtual machine. What is not used costs nothing. */
  readonly extraGas?: { readonly perTransaction: bigint; readonly perItem: bigint }
  /** Multicall3 does not exist on it, so each payment is settled alone. */
  readonly withoutMulticall?: true
  /** Its explorer, without a slash at the end. Pages link to it and load nothing from it. */
  readonly explorer?: string
  /** The operator's file that declares it; absent for a network that comes with the service. */
  readonly file?: string
}
