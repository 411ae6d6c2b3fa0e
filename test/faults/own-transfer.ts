import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFunctionData, keccak256, parseAbi } from 'viem'
import type { Hex } from '../../src/shared/bytes.ts'
import type { NodeRpc } from '../../sandbox/chains/node-rpc.ts'
import type { Account } from '../signed-payments.ts'
import type { FaultyChain } from './faulty-world.ts'

export interface OwnTransfer {
  readonly hash: Hex
  readonly raw: Hex
  /** Account nonce of the wallet. */
  readonly nonce: number
  /** Signs an empty transaction for an earlier nonce that a reorganisation has left open. */
  fill(nonce: number): Promise<Hex>
}

const erc20 = parseAbi(['function transfer(address to, uint256 value) returns (bool)'])
const fee = 2_000_000_000n
let signed = 0

/** Signs a transfer of USDC from the payer's wallet, with the memo after the calldata. Payers use the node directly, not through a proxy. */
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
  // A reorganisation may free a nonce again. Different gas limits keep two purchases from having the same transaction.
  const gas = 120_000n + BigInt(++signed % 50_000)
  const raw = await sign({ nonce, to: network.usdc, data: data as Hex, gas })
  return { raw, hash: keccak256(raw), nonce, fill: (earlier) => sign({ nonce: earlier, to: account.address, data: '0x', gas: 21_000n }) }
}

async function nextNonce(node: NodeRpc, address: Hex): Promise<number> {
  return Number(await node.call<Hex>('eth_getTransactionCount', address, 'latest'))
}

/** Sends the transfer (again). The node's answer is ignored: only a receipt proves the transfer. */
export async function sendOwnTransfer({ node }: FaultyChain, { raw }: OwnTransfer): Promise<void> {
  await node.call('eth_sendRawTransaction', raw).catch(() => {})
}

export async function isMined({ node }: FaultyChain, { hash }: OwnTransfer): Promise<boolean> {
  const receipt = await node.call<{ status: Hex } | null>('eth_getTransactionReceipt', hash).catch(() => null)
  return receipt?.status === '0x1'
}

/** Sends the transfer until it is mined, or until the wallet's patience ends. */
export async function makeOwnTransfer(chain: FaultyChain, transfer: OwnTransfer, patienceMs = 15_000): Promise<void> {
  const until = performance.now() + patienceMs
  for (let round = 0; performance.now() < until; round += 1) {
    if (round % 10 === 0) await sendOwnTransfer(chain, transfer)
    await sleep(300)
    if (await isMined(chain, transfer)) return
  }
}

/** Sends a transfer again that is not mined, and fills the nonces before it. False when it can't be mined because its nonce is used. */
export async function resendOwnTransfer(chain: FaultyChain, transfer: OwnTransfer, wallet: Hex): Promise<boolean> {
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
