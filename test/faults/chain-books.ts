import type { NetworkId } from '../../src/chain/chain.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import type { FaultyChain, FaultyWorld } from './faulty-world.ts'

/** One transfer of USDC to us, as the chain has it at the end of the run. */
export interface ChainTransfer {
  readonly network: NetworkId
  readonly transaction: Hex
  readonly blockHash: Hex
  readonly logIndex: number
  readonly from: Hex
  readonly value: bigint
  /** Nonce of the authorization that made it; null for a plain transfer. */
  readonly nonce: Hex | null
}

interface NodeLog {
  readonly topics: readonly Hex[]
  readonly data: Hex
  readonly transactionHash: Hex
  readonly blockHash: Hex
  readonly logIndex: Hex
}

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const usedTopic = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'
const blocksAtOnce = 200

/** Every transfer to the world's `payTo`, on all of its chains. */
export async function readAllChainBooks({ chains, world }: FaultyWorld): Promise<ChainTransfer[]> {
  return (await Promise.all(chains.map((chain) => readChainBooks(chain, world.payTo)))).flat()
}

/** Every transfer to `payTo`, read from the token's logs at the node itself, not through a proxy. */
async function readChainBooks({ network, node }: FaultyChain, payTo: Hex): Promise<ChainTransfer[]> {
  const head = Number(await node.call<Hex>('eth_blockNumber'))
  const transfers: ChainTransfer[] = []
  for (let from = 0; from <= head; from += blocksAtOnce) {
    const range = { fromBlock: quantity(from), toBlock: quantity(Math.min(head, from + blocksAtOnce - 1)) }
    const logs = await node.call<NodeLog[]>('eth_getLogs', { address: network.usdc, topics: [[transferTopic, usedTopic]], ...range })
    transfers.push(...transfersIn(logs, network.id, payTo))
  }
  return transfers
}

/** A transfer by authorization follows the AuthorizationUsed event of the same account in the same transaction. */
function transfersIn(logs: readonly NodeLog[], network: NetworkId, payTo: Hex): ChainTransfer[] {
  const used = new Map<string, Hex>()
  return logs.flatMap((log) => {
    const from = addressIn(log.topics[1]!)
    const key = `${log.transactionHash} ${from}`
    if (log.topics[0] === usedTopic) {
      used.set(key, log.topics[2]!)
      return []
    }
    const nonce = used.get(key) ?? null
    used.delete(key)
    if (addressIn(log.topics[2]!) !== payTo.toLowerCase()) return []
    const { transactionHash: transaction, blockHash } = log
    return [{ network, transaction, blockHash, logIndex: Number(log.logIndex), from, value: BigInt(log.data), nonce }]
  })
}

function addressIn(topic: Hex): Hex {
  return `0x${topic.slice(-40)}`
}

function quantity(value: number): Hex {
  return `0x${value.toString(16)}`
}
