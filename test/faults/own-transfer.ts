import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFunctionData, keccak256, parseAbi } from 'viem'
import type { Hex } from '../../src/shared/bytes.ts'
import type { NodeRpc } from '../../sandbox/chains/node-rpc.ts'
import type { Account } from '../stage.ts'
import type { FaultyChain } from './faulty-world.ts'

export interface OwnTransfer {
  readonly hash: Hex
  readonly raw: Hex
  /** Of the wallet's account. */
  readonly nonce: number
  /** Signs a transaction of nothing at an earlier nonce, for when a reorganisation has left it open. */
  fill(nonce: number): Promise<Hex>
}

const erc20 = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])
const fee = 2_000_000_000n
let signed = 0

/** Signs a transfer of USDC from the payer's wallet, with these bytes behind the call. Payers have nodes of their own: no proxy is between. */
export async function signOwnTransfer(
  { network, node, eip1559 }: FaultyChain,
  account: Account,
  { to, amount, memo }: { readonly to: Hex; readonly amount: bigint; readonly memo: Hex | null },
): Promise<OwnTransfer> {
  const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, amount] }) + (memo?.slice(2) ?? '')
  const nonce = await nextNonce(node, account.address)
  const sign = (transaction: { readonly nonce: number; readonly to: Hex; readonly data: Hex; readonly gas: bigint }) =>
    eip1559
      ? account.signTransaction({
          ...transaction,
          chainId: network.chainId,
          type: 'eip1559',
          maxFeePerGas: fee,
          maxPriorityFeePerGas: 1_000_000n,
        })
      : account.signTransaction({ ...transaction, chainId: network.chainId, type: 'legacy', gasPrice: fee })
  // A nonce may be free again after a reorganisation, and two purchases are never paid by one and the same transaction.
  const gas = 120_000n + BigInt(++signed % 50_000)
  const raw = await sign({ nonce, to: network.usdc, data: data as Hex, gas })
  return { raw, hash: keccak256(raw), nonce, fill: (earlier) => sign({ nonce: earlier, to: account.address, data: '0x', gas: 21_000n }) }
}

async function nextNonce(node: NodeRpc, address: Hex): Promise<number> {
  return Number(await node.call<Hex>('eth_getTransactionCount', address, 'latest'))
}

/** Gives it to the network (again); whatever the node says to that, only a receipt tells whether it was made. */
export async function sendOwnTransfer({ node }: FaultyChain, { raw }: OwnTransfer): Promise<void> {
  await node.call('eth_sendRawTransaction', raw).catch(() => {})
}

export async function isMined({ node }: FaultyChain, { hash }: OwnTransfer): Promise<boolean> {
  const receipt = await node.call<{ status: Hex } | null>('eth_getTransactionReceipt', hash).catch(() => null)
  return receipt?.status === '0x1'
}

/** Sends it until it is mined, or until an honest wallet would rather ask the service. */
export async function makeOwnTransfer(chain: FaultyChain, transfer: OwnTransfer, patienceMs = 15_000): Promise<void> {
  const until = performance.now() + patienceMs
  for (let round = 0; performance.now() < until; round += 1) {
    if (round % 10 === 0) await sendOwnTransfer(chain, transfer)
    await sleep(300)
    if (await isMined(chain, transfer)) return
  }
}

/** Sends one again that is not mined, and whatever it waits for. False when it never will be: its nonce is used up. */
export async function nurseOwnTransfer(chain: FaultyChain, transfer: OwnTransfer, wallet: Hex): Promise<boolean> {
  if (await isMined(chain, transfer)) return true
  const next = await nextNonce(chain.node, wallet)
  if (next > transfer.nonce) return isMined(chain, transfer)
  for (let nonce = next; nonce < transfer.nonce; nonce += 1) {
    const raw = await transfer.fill(nonce)
    await chain.node.call('eth_sendRawTransaction', raw).catch(() => {})
  }
  await sendOwnTransfer(chain, transfer)
  return true
}
