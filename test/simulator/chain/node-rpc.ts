import { type EventLog, type Network, type Rpc, RpcRejected } from '../../../src/chain/chain.ts'
import { quantity } from '../../../src/chain/node-answers.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import type { BlockRecord, Blocks, MinedTransaction } from './blocks.ts'
import type { Execution } from './execute.ts'

export interface NodeView {
  readonly network: Network
  readonly blocks: Blocks
  readonly execution: Execution
  /** The newest block that this node has. */
  readonly tip: BlockRecord
  /** Unix seconds that a block made now would have. */
  readonly pendingTimestamp: bigint
}

interface CallRequest {
  readonly from?: Hex
  readonly to: Hex
  readonly data: Hex
  readonly gas?: Hex
  readonly gasPrice?: Hex
  readonly maxFeePerGas?: Hex
  readonly maxPriorityFeePerGas?: Hex
}

const zero: Hex = `0x${'0'.repeat(40)}`
const callGas = 50_000_000n

/**
 * The JSON-RPC methods that the service uses for answers made of several requests. So that code runs here unchanged. All requests of
 * one object are answered for the same block.
 */
export function nodeRpc(view: NodeView): Rpc {
  const { blocks, tip } = view
  function answer(method: string, params: readonly unknown[]): unknown {
    switch (method) {
      case 'eth_blockNumber':
        return quantity(tip.header.number)
      case 'eth_getBlockByNumber': {
        const block = blocks.at(BigInt(params[0] as Hex), tip)
        return block && blockAnswer(block)
      }
      case 'eth_getTransactionReceipt': {
        const mined = blocks.mined(params[0] as Hex, tip)
        return mined && receiptAnswer(mined)
      }
      case 'eth_getTransactionByHash': {
        const mined = blocks.mined(params[0] as Hex, tip)
        return mined && transactionAnswer(mined)
      }
      case 'eth_getLogs':
        return logs(view, params[0] as LogFilter).map(logAnswer)
      case 'eth_call':
        return call(view, params[0] as CallRequest, params[1] === 'pending').returned
      case 'eth_estimateGas':
        return quantity(estimate(view, params[0] as CallRequest, params[1] === 'pending'))
      default:
        throw new RpcRejected(-32601, `the method ${method} does not exist`)
    }
  }
  return {
    call<T>(method: string, params: readonly unknown[]): Promise<T> {
      try {
        return Promise.resolve(answer(method, params) as T)
      } catch (error) {
        return Promise.reject(error)
      }
    },
  }
}

interface LogFilter {
  readonly topics: readonly [readonly Hex[], Hex, Hex]
  readonly fromBlock: Hex
  readonly toBlock: Hex
}

/** Logs of one authorization: the service searches for nothing else. */
function logs({ blocks, tip }: NodeView, { topics: [kinds, payer, nonce], fromBlock, toBlock }: LogFilter): EventLog[] {
  const to = toBlock === ('latest' as Hex) ? tip.header.number : BigInt(toBlock)
  return blocks
    .authorizationEvents(`0x${payer.slice(26)}`, nonce, tip)
    .filter(({ topics: [kind], blockNumber }) => kinds.includes(kind!) && blockNumber >= BigInt(fromBlock) && blockNumber <= to)
}

/** @throws RpcRejected in the words of geth */
function call({ execution, tip, pendingTimestamp }: NodeView, request: CallRequest, pending: boolean): { returned: Hex; gasUsed: bigint } {
  const { header, state } = tip
  const { from = zero, to, data, gas } = request
  const lower = (address: Hex) => address.toLowerCase() as Hex
  const gasLimit = gas === undefined ? callGas : BigInt(gas)
  const highest = BigInt(request.maxFeePerGas ?? request.gasPrice ?? 0n)
  if (highest * gasLimit > state.coins(lower(from))) throw new RpcRejected(-32000, 'insufficient funds for gas * price + value')
  const tipped = (header.baseFee ?? 0n) + BigInt(request.maxPriorityFeePerGas ?? highest)
  const surroundings = {
    number: pending ? header.number + 1n : header.number,
    timestamp: pending ? pendingTimestamp : header.timestamp,
    trial: true,
    gasPrice: tipped < highest ? tipped : highest,
  }
  const outcome = execution.run(
    { from: lower(from), to: lower(to), data: lower(data), value: 0n, gas: gasLimit },
    state.over(),
    surroundings,
  )
  if (outcome.success) return outcome
  throw outcome.outOfGas ? new RpcRejected(-32000, 'out of gas') : new RpcRejected(3, 'execution reverted')
}

/** Rounded up to what a caller must give: every call into another contract keeps back a 64th. */
function estimate(view: NodeView, request: CallRequest, pending: boolean): bigint {
  const highest = BigInt(request.maxFeePerGas ?? request.gasPrice ?? 0n)
  const wanted = request.gas === undefined ? callGas : BigInt(request.gas)
  const affordable = highest === 0n ? wanted : view.tip.state.coins((request.from ?? zero).toLowerCase() as Hex) / highest
  const gas = affordable < wanted ? (affordable > 0n ? affordable : 0n) : wanted
  const { gasUsed } = orTooLittle(gas, () => call(view, { ...request, gas: quantity(gas) }, pending))
  return gasUsed + gasUsed / 32n
}

/** The words of geth for a call that fails with all the gas that its sender may use or can pay. */
function orTooLittle<T>(gas: bigint, run: () => T): T {
  try {
    return run()
  } catch (error) {
    if (error instanceof RpcRejected && error.code !== 3) throw new RpcRejected(-32000, `gas required exceeds allowance (${gas})`)
    throw error
  }
}

function blockAnswer({ header: { number, hash, timestamp, baseFee } }: BlockRecord): unknown {
  return { number: quantity(number), hash, timestamp: quantity(timestamp), ...(baseFee !== null && { baseFeePerGas: quantity(baseFee) }) }
}

function receiptAnswer({ receipt }: MinedTransaction): unknown {
  return {
    transactionHash: receipt.hash,
    status: receipt.status === 'success' ? '0x1' : '0x0',
    blockNumber: quantity(receipt.blockNumber),
    blockHash: receipt.blockHash,
    gasUsed: quantity(receipt.gasUsed),
    effectiveGasPrice: quantity(receipt.effectiveGasPrice),
    logs: receipt.logs.map(logAnswer),
  }
}

function transactionAnswer({ transaction: { hash, from, to, data }, receipt: { blockHash } }: MinedTransaction): unknown {
  return { hash, blockHash, from, to, input: data }
}

function logAnswer({ logIndex, blockNumber, ...log }: EventLog): unknown {
  return { ...log, logIndex: quantity(logIndex), blockNumber: quantity(blockNumber) }
}
