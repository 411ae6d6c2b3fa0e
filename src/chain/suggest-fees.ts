import { type Fees, type Network, type Rpc, RpcRejected } from './chain.ts'
import { asUnreachable } from './node-errors.ts'
import { readBlock, readQuantity } from './node-answers.ts'

const gwei = 1_000_000_000n

/** Fees that should get a transaction into one of the next blocks: twice the base fee plus the node's suggested tip. */
export async function suggestFees(rpc: Rpc, network: Network): Promise<Fees> {
  try {
    if (network.transactions === 'legacy')
      return { kind: 'legacy', gasPrice: readQuantity(await rpc.call('eth_gasPrice', []), 'gas price') }
    const [block, tip] = await Promise.all([rpc.call('eth_getBlockByNumber', ['latest', false]), suggestedTip(rpc)])
    const { baseFee } = readBlock(block)
    return { kind: 'eip1559', maxFeePerGas: (baseFee ?? gwei) * 2n + tip, maxPriorityFeePerGas: tip }
  } catch (error) {
    throw asUnreachable(error)
  }
}

async function suggestedTip(rpc: Rpc): Promise<bigint> {
  try {
    return readQuantity(await rpc.call('eth_maxPriorityFeePerGas', []), 'priority fee')
  } catch (error) {
    if (error instanceof RpcRejected) return gwei
    throw error
  }
}
