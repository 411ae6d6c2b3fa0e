import type { FacilitatorClient } from '@x402/core/server'
import { x402Facilitator } from '@x402/core/facilitator'
import { registerExactEvmScheme } from '@x402/evm/exact/facilitator'
import type { FacilitatorEvmSigner } from '@x402/evm'
import type { Hex } from '../../src/shared/bytes.ts'
import { addressTopic, topics } from '../../src/chain/abi.ts'
import { paidOn } from '../harness/x402-payments.ts'

/** The official facilitator in this process: all its code is real, and its chain answers and mines at once. */
export function zeroLatencyFacilitator(): FacilitatorClient {
  const facilitator = new x402Facilitator()
  registerExactEvmScheme(facilitator, { signer: zeroLatencySigner(), networks: [paidOn] })
  return inProcess(facilitator)
}

export function inProcess(facilitator: x402Facilitator): FacilitatorClient {
  return {
    verify: (payload, requirements) => facilitator.verify(payload, requirements),
    settle: (payload, requirements) => facilitator.settle(payload, requirements),
    getSupported: async () => facilitator.getSupported() as Awaited<ReturnType<FacilitatorClient['getSupported']>>,
  }
}

/** Signs and encodes nothing, which a real one must: all of its cost is left out. */
function zeroLatencySigner(): FacilitatorEvmSigner {
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

const usdc = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
