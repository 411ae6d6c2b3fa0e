import { checksumAddress, type Hex, type Network } from '../../../src/goods/kit/evm.ts'

/** A request for a transfer of USDC (EIP-681), which wallets read. @param amount base units; null lets the payer choose */
export function usdcTransferUri(network: Pick<Network, 'asset' | 'chainId'>, to: Hex, amount: bigint | null): string {
  const uri = `ethereum:${checksumAddress(network.asset)}@${network.chainId}/transfer?address=${checksumAddress(to)}`
  return amount === null ? uri : `${uri}&uint256=${amount}`
}
