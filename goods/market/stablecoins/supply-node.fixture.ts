import { RpcRejected, RpcUnreachable } from '../../../src/chain/chain.ts'
import type { Chain, NetworkId } from '../../../src/chain/chain.ts'
import { findNetwork } from '../../../src/chain/networks.ts'
import type { Clock } from '../../../src/shared/clock.ts'

export interface SupplyNode {
  readonly chain: Chain
  /** `archive` keeps all states, `pruned` only the latest ones. */
  mode: 'archive' | 'pruned' | 'down' | 'slow'
  /** Base units now, and how many fewer there were for each day before. */
  supply: { now: bigint; perDay: bigint } | null
  readonly asked: string[]
}

const head = 50_000_000

/** A node with one token contract. It answers the two RPC methods that the code calls as a real node does. */
export function supplyNode(id: NetworkId, clock: Clock): SupplyNode {
  const network = findNetwork(id)
  if (!network) throw new RangeError('no such network')
  const secondsPerBlock = network.blockMs / 1000
  const timeOf = (number: number) => Math.floor(clock.now() / 1000 - (head - number) * secondsPerBlock)
  const answer = (method: string, params: readonly unknown[]): unknown => {
    if (method === 'eth_getBlockByNumber') {
      const number = params[0] === 'latest' ? head : Number(params[0])
      return { number: `0x${number.toString(16)}`, timestamp: `0x${timeOf(number).toString(16)}`, hash: `0x${'11'.repeat(32)}` }
    }
    if (method !== 'eth_call') throw new RpcRejected(-32_601, 'method not found')
    const age = head - Number(params[1])
    if (node.mode === 'pruned' && age > 128) throw new RpcRejected(-32_000, 'missing trie node')
    if (!node.supply) return '0x'
    const days = BigInt(Math.round((age * secondsPerBlock) / 86_400))
    return `0x${(node.supply.now - days * node.supply.perDay).toString(16).padStart(64, '0')}`
  }
  const node: SupplyNode = {
    mode: 'archive',
    supply: { now: 1_000_000_000_000n, perDay: 1_000_000_000n },
    asked: [],
    chain: {
      network,
      rpc: {
        async call<T>(method: string, params: readonly unknown[], options?: { timeoutMs?: number }): Promise<T> {
          node.asked.push(method)
          if (node.mode === 'slow') await new Promise((resolve) => setTimeout(resolve, options?.timeoutMs ?? 5_000))
          if (node.mode === 'slow' || node.mode === 'down') throw new RpcUnreachable(node.mode)
          return answer(method, params) as T
        },
      },
    } as unknown as Chain,
  }
  return node
}
