import { uintDigits } from './abi.ts'
import type { Network, Rpc } from './chain.ts'
import { isExecutionFailure } from './node-errors.ts'

/** Where networks of the OP stack have their GasPriceOracle. */
const gasPriceOracle = '0x420000000000000000000000000000000000000F'
/** `getL1FeeUpperBound(uint256)`, since the Fjord upgrade. */
const upperBound = '0xf1c7a58b'

/**
 * What a rollup of the OP stack takes, beside gas, for the data of a transaction of this many bytes on Ethereum, in wei: an upper
 * bound. 0 on other networks; Arbitrum counts it as gas.
 * @throws RpcUnreachable
 */
export async function dataFee({ network, rpc }: { network: Network; rpc: Rpc }, bytes: number): Promise<bigint> {
  if (!network.dataFee) return 0n
  try {
    const answer = await rpc.call('eth_call', [{ to: gasPriceOracle, data: `${upperBound}${uintDigits(BigInt(bytes))}` }, 'latest'])
    // A local chain has no such contract, and takes no such fee.
    return typeof answer === 'string' && /^0x[0-9a-fA-F]{64}$/.test(answer) ? BigInt(answer) : 0n
  } catch (error) {
    if (isExecutionFailure(error)) return 0n
    throw error
  }
}
