import { randomBytes } from 'node:crypto'
import { encodeFunctionData, parseAbi } from 'viem'
import { nodeRpc, type NodeRpc } from '../../sandbox/chains/node-rpc.ts'
import type { WorldNetwork } from '../../sandbox/world.ts'
import { toHex, type Hex } from '../../src/shared/bytes.ts'

/** A local chain that a test prepares. */
export interface LocalChain {
  readonly node: NodeRpc
  /** Sends calls from any account, without its key. Resolves when all are mined. @throws when one fails. */
  act(from: Hex, calls: readonly { readonly to: Hex; readonly data: Hex }[]): Promise<void>
  /** Makes a block each second, as real chains do: windows are checked against the newest block, and viem waits for the next one. */
  tick(): void
  stop(): void
  /** Puts code at an address, by default a new one. */
  place(code: Hex, address?: Hex): Promise<Hex>
  /** USDC base units. */
  balance(holder: Hex): Promise<bigint>
}

const abi = parseAbi(['function balanceOf(address) view returns (uint256)'])
const hex = (value: number): Hex => `0x${value.toString(16)}`
const gas = { gas: hex(300_000), gasPrice: hex(2_000_000_000) }

export function openLocalChain({ rpcUrl, usdc }: WorldNetwork): LocalChain {
  const node = nodeRpc(rpcUrl)
  const mine = async () => void (await node.call('evm_mine'))
  let timer: NodeJS.Timeout | undefined

  return {
    node,
    tick: () => void (timer = setInterval(() => void mine().catch(() => {}), 1_000).unref()),
    stop: () => clearInterval(timer),
    async act(from, calls) {
      await node.batch([
        ['anvil_impersonateAccount', from],
        ['anvil_setBalance', from, hex(1e18)],
      ])
      const first = Number(await node.call<Hex>('eth_getTransactionCount', from, 'pending'))
      const hashes = (await node.batch(
        calls.map(({ to, data }, index) => ['eth_sendTransaction', { from, to, data, nonce: hex(first + index), ...gas }]),
      )) as Hex[]
      for (let block = 0; block < 10; block++) {
        await mine()
        const receipts = (await node.batch(hashes.map((hash) => ['eth_getTransactionReceipt', hash]))) as ({ status: Hex } | null)[]
        if (receipts.some((receipt) => receipt?.status === '0x0')) throw new Error('a preparing call failed')
        if (receipts.every((receipt) => receipt !== null)) return
      }
      throw new Error('a preparing call was not mined')
    },
    async place(code, address = toHex(randomBytes(20))) {
      await node.call('anvil_setCode', address, code)
      return address
    },
    async balance(holder) {
      const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [holder] })
      return BigInt(await node.call<Hex>('eth_call', { to: usdc, data }, 'latest'))
    },
  }
}
