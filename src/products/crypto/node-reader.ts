import { RpcUnreachable } from '../../chain/chain.ts'
import type { Block, Chain } from '../../chain/chain.ts'
import { topics } from '../../chain/abi.ts'
import { quantity, readBlock } from '../../chain/node-answers.ts'
import { isExecutionFailure } from '../../chain/node-errors.ts'
import { fromHex, isHex } from '../../shared/bytes.ts'
import type { Hex } from '../../shared/bytes.ts'
import { readTransferLogs, type TransferLogs } from './transfer-logs.ts'

/** What an account is taken to have for the length of one call. */
export type Overrides = Readonly<Record<Hex, { readonly code?: Hex; readonly stateDiff?: Readonly<Record<Hex, Hex>> }>>

export interface ContractCall {
  readonly to: Hex
  readonly data: Hex
  readonly from?: Hex
  /** A million if not given. */
  readonly gas?: number
}

/**
 * Reads contracts of one network, all at one block. What a contract itself answers travels alone: it may be huge.
 * @throws RpcUnreachable, RpcRejected, OutOfTime from every method.
 */
export interface NodeReader {
  /** Everything is read at this one. */
  readonly block: Block
  code(address: Hex): Promise<Uint8Array>
  slot(address: Hex, slot: Hex): Promise<string>
  /** What a call returns; null when it reverts, as one of a function that isn't there does, or returns far too much. */
  call(call: ContractCall, overrides?: Overrides): Promise<Hex | null>
  /** The same for a function without arguments. */
  view(address: Hex, selector: Hex): Promise<Hex | null>
  /** Transfer events of a token from one block to another, both included. */
  transfers(token: Hex, from: bigint, to: bigint): Promise<TransferLogs>
  blockAt(number: bigint): Promise<Block>
}

/** Enough for any honest getter behind proxies, little enough to bound what a hostile one does to the node. */
const gasForGetter = 1_000_000
/** In characters of hex; no honest getter returns a fraction of that. */
const longestReturn = 16_384
/** The largest code a chain of ours may hold (EIP-170 has 24,576 bytes; some chains allow a few times that). */
const largestCode = 1 << 20
/** For one answer of one node. */
const nodeMs = 1_500

/** The newest block. `signal` ends with OutOfTime. @throws RpcUnreachable, RpcRejected, OutOfTime */
export async function newestBlock({ rpc }: Pick<Chain, 'rpc'>, signal: AbortSignal): Promise<Block> {
  return readBlock(await rpc.call('eth_getBlockByNumber', ['latest', false], { signal, timeoutMs: nodeMs }))
}

/** What was not read when `signal` ends with OutOfTime is not read. */
export function createNodeReader(chain: Pick<Chain, 'rpc'>, block: Block, signal: AbortSignal): NodeReader {
  const ask = (method: string, params: readonly unknown[], alone = false) =>
    chain.rpc.call(method, params, { signal, alone, timeoutMs: nodeMs })
  const at = quantity(block.number)

  const call: NodeReader['call'] = async ({ gas = gasForGetter, ...rest }, overrides) => {
    const asked = [{ ...rest, gas: quantity(gas) }, at, ...(overrides ? [overrides] : [])]
    try {
      const returned = await ask('eth_call', asked, true)
      return typeof returned === 'string' && returned.length <= longestReturn && isHex(returned) ? returned : null
    } catch (error) {
      if (isExecutionFailure(error)) return null
      throw error
    }
  }

  return {
    block,
    call,
    view: (address, selector) => call({ to: address, data: selector }),
    async code(address) {
      const code = await ask('eth_getCode', [address, at])
      if (typeof code !== 'string' || !isHex(code) || code.length > 2 * largestCode) throw noSense('code')
      return fromHex(code)
    },
    async slot(address, slot) {
      const word = await ask('eth_getStorageAt', [address, slot, at])
      if (typeof word !== 'string') throw noSense('storage')
      return word
    },
    async transfers(token, from, to) {
      const filter = { address: token, topics: [topics.transfer], fromBlock: quantity(from), toBlock: quantity(to) }
      return readTransferLogs(await ask('eth_getLogs', [filter], true), token)
    },
    blockAt: async (number) => readBlock(await ask('eth_getBlockByNumber', [quantity(number), false])),
  }
}

function noSense(what: string): RpcUnreachable {
  return new RpcUnreachable(`the node's answer for ${what} makes no sense`)
}
