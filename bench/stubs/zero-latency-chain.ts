import { topics } from '../../src/chain/abi.ts'
import type { Authorization, Block, Chain, Log, Network, TransactionReceipt } from '../../src/chain/chain.ts'
import { addressTopic } from '../../src/chain/abi.ts'
import { keccak256 } from '../../src/chain/keccak.ts'
import { transferCall } from '../../src/chain/transfer-call.ts'
import { fromHex, toHex, type Hex } from '../../src/shared/bytes.ts'

/** Receipts are asked for at half a block's time. */
const blockMs = 100
const gwei = 1_000_000_000n
const richBalance = 10n ** 15n

/**
 * A network that answers at once and mines at once: what remains is what the service itself costs. It does what a node
 * must for the service to go its whole way (hash a transaction, give receipts with the token's logs), and nothing else.
 * One signer per network: transactions are told apart by the order in which they were made.
 */
export function zeroLatencyChain(declared: Network): Chain {
  const network: Network = { ...declared, blockMs }
  const made: (readonly Authorization[])[] = []
  const mined = new Map<Hex, TransactionReceipt>()
  let nonce = 0

  const headNumber = () => BigInt(Math.floor(Date.now() / blockMs))
  const blockAt = (number: bigint): Block => ({ number, hash: blockHash(number), timestamp: number / 10n, baseFee: gwei })

  return {
    network,
    rpc: { call: () => Promise.reject(new Error('a stub: nothing is asked by JSON-RPC')) },
    multicall: true,
    payerState: async () => ({ block: headNumber(), balance: richBalance, authorizationUsed: false, code: '0x' }),
    contractAccepts: async () => false,
    transaction: async () => null,
    head: async () => blockAt(headNumber()),
    block: async (number) => blockAt(number),
    finalBlock: async () => headNumber(),
    codes: async (addresses) => addresses.map(() => '0x'),
    simulateTransfers: async (_, authorizations) => authorizations.map(() => true),
    transferCall(authorizations) {
      made.push(authorizations)
      return transferCall(network.asset, authorizations)
    },
    suggestFees: async () =>
      network.transactions === 'legacy'
        ? { kind: 'legacy', gasPrice: gwei }
        : { kind: 'eip1559', maxFeePerGas: 2n * gwei, maxPriorityFeePerGas: gwei },
    accountNonce: async () => nonce,
    accountBalance: async () => richBalance,
    async send(raw) {
      const hash = toHex(keccak256(fromHex(raw)))
      mined.set(hash, receiptOf(network, hash, headNumber(), made.shift() ?? []))
      nonce += 1
      return 'accepted'
    },
    async receipt(hash) {
      const receipt = mined.get(hash) ?? null
      // Asked for once, it is settled.
      mined.delete(hash)
      return receipt
    },
    authorizationFate: async () => ({ kind: 'unused' }),
  }
}

function receiptOf({ asset }: Network, hash: Hex, blockNumber: bigint, authorizations: readonly Authorization[]): TransactionReceipt {
  const place = { address: asset, transactionHash: hash, blockNumber, blockHash: blockHash(blockNumber) }
  const logs = authorizations.flatMap(({ from, to, value, nonce }, index): Log[] => [
    { ...place, topics: [topics.authorizationUsed, addressTopic(from), nonce], data: '0x', logIndex: 2 * index },
    {
      ...place,
      topics: [topics.transfer, addressTopic(from), addressTopic(to)],
      data: `0x${value.toString(16).padStart(64, '0')}`,
      logIndex: 2 * index + 1,
    },
  ])
  const gasUsed = 50_000n * BigInt(Math.max(1, authorizations.length))
  return { hash, status: 'success', blockNumber, blockHash: place.blockHash, gasUsed, effectiveGasPrice: 1n, logs }
}

function blockHash(number: bigint): Hex {
  return `0x${number.toString(16).padStart(64, '0')}`
}
