import type { FacilitatorEvmSigner } from '@x402/evm'
import { addressTopic, topics } from '../../src/chain/abi.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { networkOf, paidOn } from '../harness/x402-payments.ts'

/**
 * A signer for the official facilitator without any client: it encodes, signs and asks nothing. Only the facilitator's own checks
 * remain, which is less than any real set-up costs.
 */
export function idleSigner(): FacilitatorEvmSigner {
  const usdc = networkOf(paidOn).asset.toLowerCase()
  const transfers = new Map<Hex, { readonly asset: Hex; readonly from: Hex; readonly to: Hex; readonly value: bigint }>()
  let sent = 0
  return {
    getAddresses: () => [`0x${'5e'.repeat(20)}`],
    // The token has code, payers have none.
    getCode: async ({ address }) => (address.toLowerCase() === usdc ? '0x60' : '0x'),
    readContract: async () => undefined,
    verifyTypedData: async () => {
      throw new Error('plain accounts are not asked for through the signer')
    },
    async writeContract({ address, args }) {
      const [from, to, value] = args as [Hex, Hex, bigint]
      const hash: Hex = `0x${(++sent).toString(16).padStart(64, '0')}`
      transfers.set(hash, { asset: address, from, to, value })
      return hash
    },
    sendTransaction: () => Promise.reject(new Error('nothing is deployed')),
    async waitForTransactionReceipt({ hash }) {
      const { asset, from, to, value } = transfers.get(hash)!
      transfers.delete(hash)
      const data: Hex = `0x${value.toString(16).padStart(64, '0')}`
      const log = {
        address: asset,
        topics: [topics.transfer, addressTopic(from), addressTopic(to)] as [Hex, Hex, Hex],
        data,
        blockHash: hash,
        blockNumber: 1n,
        blockTimestamp: 1n,
        logIndex: 0,
        transactionHash: hash,
        transactionIndex: 0,
        removed: false,
      }
      return { status: 'success', logs: [log] }
    },
  }
}
