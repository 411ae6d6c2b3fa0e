import { encodeFunctionData, parseAbi } from 'viem'
import type { Hex } from '../src/shared/bytes.ts'
import { formatUnits, formatUsd } from '../src/shared/money.ts'
import type { RunningChain } from './chains/start-chains.ts'

/** Balances of an address on one network, as decimal strings. */
export interface Holding {
  readonly network: string
  readonly usdc: string
  /** Gas coin. */
  readonly gas: string
}

const abi = parseAbi(['function balanceOf(address account) view returns (uint256)'])

export async function readBalances(chains: readonly RunningChain[], address: Hex): Promise<Holding[]> {
  const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [address] })
  return await Promise.all(
    chains.map(async ({ id, asset, rpc }) => {
      const [usdc, gas] = (await rpc.batch([
        ['eth_call', { to: asset, data }, 'latest'],
        ['eth_getBalance', address, 'latest'],
      ])) as [Hex, Hex]
      return { network: id, usdc: formatUsd(BigInt(usdc)), gas: formatUnits(BigInt(gas), 18) }
    }),
  )
}
