import { addressDigits, selectors, uintAnswer, uintDigits } from '../chain/abi.ts'
import { type Chain, type Fees, type Network, RpcRejected, RpcUnreachable } from '../chain/chain.ts'
import { connectChain } from '../chain/connect/connect-chain.ts'
import { keccak256 } from '../chain/keccak.ts'
import { readQuantity } from '../chain/node-answers.ts'
import { createRpc } from '../chain/rpc/create-rpc.ts'
import { NetworkRefused } from '../chain/token-check.ts'
import { fromHex, toHex, type Hex } from '../shared/bytes.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import { silentLog } from '../shared/log.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { formatUnits, formatUsd } from '../shared/money.ts'
import type { PayingAccount } from './account.ts'
import { deliverTransaction } from './deliver-transaction.ts'
import { PaymentDeclined } from './payment-declined.ts'
import type { OwnTransaction } from './way-of-paying.ts'

export interface TransferWish {
  readonly account: PayingAccount
  readonly network: Network
  readonly to: Hex
  /** USDC base units. */
  readonly amount: bigint
  /** Bytes after the call's arguments, which the token does not read. */
  readonly memo: Hex
  readonly rpcUrl: string
}

interface TransferParts {
  readonly clock: Clock
  readonly timers: Timers
}

/**
 * Signs one transfer of USDC and returns its hash; nothing is sent before `pay`. First checks that the node belongs to the
 * network, and tries the transfer out on it.
 * @throws PaymentDeclined `no_chain` when the node can't be used, `not_payable` when the transfer would fail
 */
export async function signTransfer(wish: TransferWish, parts: TransferParts): Promise<OwnTransaction> {
  const { network } = wish
  const rpc = createRpc({ ...parts, urls: [wish.rpcUrl], log: silentLog, metrics: silentMetrics, timeoutMs: 15_000 })
  try {
    const chain = await connectChain({ ...parts, network, rpc, log: silentLog })
    const raw = await sign(chain, wish)
    const hash = toHex(keccak256(fromHex(raw)))
    return {
      hash,
      async pay() {
        const failure = await deliverTransaction(chain, { raw, hash }, parts)
        await rpc.close()
        return failure
      },
    }
  } catch (error) {
    await rpc.close()
    if (error instanceof NetworkRefused) throw new PaymentDeclined('no_chain', `the node can't be used: ${error.message}`)
    if (error instanceof RpcUnreachable)
      throw new PaymentDeclined('no_chain', `the node of ${network.name} does not answer: ${error.message}`)
    throw error
  }
}

async function sign(chain: Chain, { account, network, to, amount, memo }: TransferWish): Promise<Hex> {
  const data: Hex = `${selectors.transfer}${addressDigits(to)}${uintDigits(amount)}${memo.slice(2)}`
  await checkBalance(chain, account.address, amount)
  const [gas, fees, nonce, coins] = await Promise.all([
    estimateGas(chain, { from: account.address, to: network.asset, data }),
    chain.suggestFees(),
    chain.accountNonce(account.address, 'pending'),
    chain.accountBalance(account.address),
  ])
  const cost = gas * (fees.kind === 'legacy' ? fees.gasPrice : fees.maxFeePerGas)
  if (coins < cost) {
    const needed = `${formatUnits(cost, 18)} ${network.gasCoin}`
    throw new PaymentDeclined('not_payable', `gas may cost up to ${needed} on ${network.name}, more than the wallet holds`)
  }
  return account.signTransaction({ chainId: network.chainId, nonce, to: network.asset, data, value: 0n, gas, ...feeFields(fees) })
}

async function checkBalance(chain: Chain, holder: Hex, amount: bigint): Promise<void> {
  const call = { to: chain.network.asset, data: `${selectors.balanceOf}${addressDigits(holder)}` }
  const balance = uintAnswer(await rejectedAsUnreachable(chain.rpc.call('eth_call', [call, 'latest'])), 'balanceOf()')
  if (balance >= amount) return
  const [held, price] = [formatUsd(balance), formatUsd(amount)]
  throw new PaymentDeclined('not_payable', `the wallet holds ${held} USDC on ${chain.network.name}, less than the price of ${price}`)
}

/** The estimate plus a fifth, since the state may change until the transaction is mined. */
async function estimateGas({ rpc, network }: Chain, call: { from: Hex; to: Hex; data: Hex }): Promise<bigint> {
  try {
    return (readQuantity(await rpc.call('eth_estimateGas', [call]), 'gas') * 6n) / 5n
  } catch (error) {
    if (error instanceof RpcRejected)
      throw new PaymentDeclined('not_payable', `the transfer would fail on ${network.name}: ${error.message}`)
    throw error
  }
}

function rejectedAsUnreachable(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((error: unknown) => {
    throw error instanceof RpcRejected ? new RpcUnreachable(error.message) : error
  })
}

function feeFields(fees: Fees) {
  return fees.kind === 'legacy'
    ? ({ type: 'legacy', gasPrice: fees.gasPrice } as const)
    : ({ type: 'eip1559', maxFeePerGas: fees.maxFeePerGas, maxPriorityFeePerGas: fees.maxPriorityFeePerGas } as const)
}
