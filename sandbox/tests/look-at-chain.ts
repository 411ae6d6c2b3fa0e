import { createPublicClient, http, parseAbi, parseAbiItem, type PublicClient } from 'viem'
import type { Hex } from '../../src/shared/bytes.ts'
import type { World } from '../world.ts'

const usdcAbi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function isBlacklisted(address account) view returns (bool)',
])
const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

export interface SeenTransfer {
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
  readonly block: bigint
  /** Seconds since the epoch. */
  readonly at: number
}

/** One chain of a world, read over its JSON-RPC. */
export interface ChainView {
  readonly client: PublicClient
  readonly usdc: Hex
  balance(account: Hex): Promise<bigint>
  isBlacklisted(account: Hex): Promise<boolean>
  /** All USDC transfers from or to an account, in their order. */
  transfers(account: Hex): Promise<SeenTransfer[]>
  /** Seconds since the epoch. */
  time(block: bigint): Promise<number>
}

export function lookAt(world: World, slug: string): ChainView {
  const network = world.networks.find((one) => one.slug === slug)
  if (network === undefined) throw new RangeError(`no network ${slug}`)
  const client = createPublicClient({ transport: http(network.rpcUrl) })
  const { usdc } = network
  const times = new Map<bigint, number>()

  async function time(blockNumber: bigint): Promise<number> {
    const known = times.get(blockNumber) ?? Number((await client.getBlock({ blockNumber })).timestamp)
    times.set(blockNumber, known)
    return known
  }
  return {
    client,
    usdc,
    time,
    balance: (account) => client.readContract({ address: usdc, abi: usdcAbi, functionName: 'balanceOf', args: [account] }),
    isBlacklisted: (account) => client.readContract({ address: usdc, abi: usdcAbi, functionName: 'isBlacklisted', args: [account] }),
    async transfers(account) {
      const query = { address: usdc, event: transferEvent, strict: true, fromBlock: 0n } as const
      const [out, into] = await Promise.all([
        client.getLogs({ ...query, args: { from: account } }),
        client.getLogs({ ...query, args: { to: account } }),
      ])
      const distinct = new Map([...out, ...into].map((log) => [`${log.blockNumber}/${log.logIndex}`, log]))
      const seen: SeenTransfer[] = []
      for (const { args, blockNumber } of [...distinct.values()].toSorted(inOrder))
        seen.push({ ...args, block: blockNumber, at: await time(blockNumber) })
      return seen
    },
  }
}

function inOrder(
  one: { readonly blockNumber: bigint; readonly logIndex: number },
  other: { readonly blockNumber: bigint; readonly logIndex: number },
): number {
  return Number(one.blockNumber - other.blockNumber) || one.logIndex - other.logIndex
}
