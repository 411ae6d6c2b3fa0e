import { addressDigits, addressTopic, boolAnswer } from './abi.ts'
import { type Chain, type NetworkId, RpcRejected } from './chain.ts'
import { quantity, readBlock, readLogs } from './node-answers.ts'
import type { Hex } from '../shared/bytes.ts'

type Asked = Pick<Chain, 'rpc'> & { readonly network: Pick<Chain['network'], 'id' | 'asset'> }
type Limits = { readonly signal?: AbortSignal; readonly timeoutMs: number }

const isBlacklistedSelector = '0xfe575a87'
const isSanctionedSelector = '0xdf592f7d'
const oracleOfMostNetworks: Hex = '0x40C57923924B5c5c5455c48D93317139ADDaC8fb'
/** Chainalysis's oracle of sanctioned addresses; SKALE has none. */
const oracles: Readonly<Partial<Record<NetworkId, Hex>>> = {
  'eip155:8453': '0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B',
  'eip155:1': oracleOfMostNetworks,
  'eip155:137': oracleOfMostNetworks,
  'eip155:42161': oracleOfMostNetworks,
  'eip155:10': oracleOfMostNetworks,
}

/** Whether a network has a sanctions oracle. */
export function hasOracle(network: NetworkId): boolean {
  return oracles[network] !== undefined
}

/** Whether the issuer of USDC has blacklisted an address. @throws RpcUnreachable, RpcRejected */
export async function isBlacklisted({ rpc, network }: Asked, address: Hex, limits: Limits): Promise<boolean> {
  const data = isBlacklistedSelector + addressDigits(address)
  return boolAnswer(await rpc.call('eth_call', [{ to: network.asset, data }, 'latest'], limits), 'isBlacklisted')
}

/** `Blacklisted(address)` of the USDC contract. */
const blacklistedTopic = '0xffa4e6181777692565cf28528fc88fd1516ea86b56da075235fa575af6a4b855'

/** When and by which transaction the issuer of USDC blacklisted an address. */
export interface Blacklisting {
  /** Unix seconds. */
  readonly at: number
  readonly transaction: Hex
}

/** The newest event by which an address was blacklisted; null where the node does not give it. @throws RpcUnreachable */
export async function readBlacklisting({ rpc, network }: Asked, address: Hex, limits: Limits): Promise<Blacklisting | null> {
  const filter = { address: network.asset, topics: [blacklistedTopic, addressTopic(address)], fromBlock: '0x0', toBlock: 'latest' }
  try {
    const newest = readLogs(await rpc.call('eth_getLogs', [filter], { ...limits, alone: true })).at(-1)
    if (!newest) return null
    const block = readBlock(await rpc.call('eth_getBlockByNumber', [quantity(newest.blockNumber), false], limits))
    return { at: Number(block.timestamp), transaction: newest.transactionHash }
  } catch (error) {
    // The node refuses to search so many blocks at once. The address is blacklisted all the same.
    if (error instanceof RpcRejected) return null
    throw error
  }
}

/** Whether the network's oracle names an address. Only where `hasOracle`. @throws RpcUnreachable, RpcRejected */
export async function isNamedByOracle({ rpc, network }: Asked, address: Hex, limits: Limits): Promise<boolean> {
  const data = isSanctionedSelector + addressDigits(address)
  return boolAnswer(await rpc.call('eth_call', [{ to: oracles[network.id], data }, 'latest'], limits), 'isSanctioned')
}
