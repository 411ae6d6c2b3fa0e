import type { Chain, Hex } from '../../../src/goods/kit/evm.ts'
import { type Block, fromHex, isExecutionFailure, isHex, quantity, readBlock, RpcUnreachable, topics } from '../../../src/goods/kit/rpc.ts'
import { readTransferLogs, type TransferLogs } from './transfer-logs.ts'

/** Code and storage that accounts have for the length of one call. */
export type Overrides = Readonly<Record<Hex, { readonly code?: Hex; readonly stateDiff?: Readonly<Record<Hex, Hex>> }>>

export interface ContractCall {
  readonly to: Hex
  readonly data: Hex
  readonly from?: Hex
  /** A million if not given. */
  readonly gas?: number
}

/**
 * Reads contracts of one network, all at one block. Calls of contracts are not batched with other questions, because a contract may
 * return a huge answer.
 * @throws RpcUnreachable, RpcRejected, OutOfTime from every method
 */
export interface ContractReader {
  /** Everything is read at this block. */
  readonly block: Block
  code(address: Hex): Promise<Uint8Array>
  slot(address: Hex, slot: Hex): Promise<string>
  /** What a call returns; null when it reverts (as a call of a missing function does) or returns far too much. */
  call(call: ContractCall, overrides?: Overrides): Promise<Hex | null>
  /** The same for a function without arguments. */
  view(address: Hex, selector: Hex): Promise<Hex | null>
  /** Transfer events of a token from one block to another, both included. */
  transfers(token: Hex, from: bigint, to: bigint): Promise<TransferLogs>
  blockAt(number: bigint): Promise<Block>
}

/** Enough for any honest getter behind proxies, and little enough to bound the load that a hostile one puts on the node. */
const gasForGetter = 1_000_000
/** In characters of hex. Honest getters return far less. */
const maxReturnLength = 16_384
/** More than the largest code on any supported network (EIP-170 allows 24,576 bytes; some chains allow a few times that). */
const maxCodeBytes = 1 << 20
/** For one answer of one node. */
const nodeMs = 1_500

/** The newest block. `signal` aborts with `OutOfTime`. @throws RpcUnreachable, RpcRejected, OutOfTime */
export async function newestBlock({ rpc }: Pick<Chain, 'rpc'>, signal: AbortSignal): Promise<Block> {
  return readBlock(await rpc.call('eth_getBlockByNumber', ['latest', false], { signal, timeoutMs: nodeMs }))
}

/** A reader whose questions end when `signal` aborts with `OutOfTime`. */
export function createContractReader(chain: Pick<Chain, 'rpc'>, block: Block, signal: AbortSignal): ContractReader {
  const ask = (method: string, params: readonly unknown[], alone = false) =>
    chain.rpc.call(method, params, { signal, alone, timeoutMs: nodeMs })
  const at = quantity(block.number)

  const call: ContractReader['call'] = async ({ gas = gasForGetter, ...rest }, overrides) => {
    const asked = [{ ...rest, gas: quantity(gas) }, at, ...(overrides ? [overrides] : [])]
    try {
      const returned = await ask('eth_call', asked, true)
      return typeof returned === 'string' && returned.length <= maxReturnLength && isHex(returned) ? returned : null
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
      if (typeof code !== 'string' || !isHex(code) || code.length > 2 * maxCodeBytes) throw invalidAnswer('code')
      return fromHex(code)
    },
    async slot(address, slot) {
      const word = await ask('eth_getStorageAt', [address, slot, at])
      if (typeof word !== 'string') throw invalidAnswer('storage')
      return word
    },
    async transfers(token, from, to) {
      const filter = { address: token, topics: [topics.transfer], fromBlock: quantity(from), toBlock: quantity(to) }
      return readTransferLogs(await ask('eth_getLogs', [filter], true), token)
    },
    blockAt: async (number) => readBlock(await ask('eth_getBlockByNumber', [quantity(number), false])),
  }
}

function invalidAnswer(what: string): RpcUnreachable {
  return new RpcUnreachable(`the node's answer for ${what} makes no sense`)
}
