import type { Hex } from '../shared/bytes.ts'
import { hexAnswer } from './abi.ts'
import { type Authorization, type Fees, type Rpc, RpcRejected } from './chain.ts'
import { decodeAggregate3Successes } from './multicall.ts'
import { asUnreachable, isExecutionFailure } from './node-errors.ts'
import { quantity, readQuantity } from './node-answers.ts'
import { transferCall } from './transfer-call.ts'

/** Nodes limit the gas of a call, some to the limit of a transaction (EIP-7825). */
const maxCallGas = 16_000_000n

export interface Simulation {
  readonly rpc: Rpc
  readonly asset: Hex
  readonly multicall: boolean
  readonly sender: Hex
  readonly authorizations: readonly Authorization[]
  readonly gasCap: bigint
  /** Without these, contracts see that gas costs nothing. */
  readonly fees?: Fees
}

/**
 * Which transfers would succeed in the next block. With Multicall3 in one `aggregate3`, so that a payer's second transfer sees
 * the balance after the first one. Without it, or if that whole call fails, one by one.
 */
export async function simulateTransfers(simulation: Simulation): Promise<boolean[]> {
  const { multicall, authorizations } = simulation
  if (authorizations.length > 1 && multicall) {
    const together = await simulateTogether(simulation)
    if (together !== null) return together
  }
  return Promise.all(authorizations.map((authorization) => simulateOne(simulation, authorization)))
}

async function simulateTogether({ rpc, asset, sender, authorizations, gasCap, fees }: Simulation): Promise<boolean[] | null> {
  const gas = gasCap * BigInt(authorizations.length)
  const answer = await tryCall(rpc, {
    from: sender,
    ...transferCall(asset, authorizations),
    gas: quantity(gas < maxCallGas ? gas : maxCallGas),
    ...feeFields(fees),
  })
  return answer === null ? null : decodeAggregate3Successes(hexAnswer(answer, 'aggregate3()'), authorizations.length)
}

async function simulateOne({ rpc, asset, sender, gasCap, fees }: Simulation, authorization: Authorization): Promise<boolean> {
  return (await tryCall(rpc, { from: sender, ...transferCall(asset, [authorization]), gas: quantity(gasCap), ...feeFields(fees) })) !== null
}

/**
 * The gas of one transfer in the next block, at these fees. Null where it fails or needs more than `gasCap`.
 * @throws RpcUnreachable
 */
export async function estimateTransfer(
  simulation: Omit<Simulation, 'authorizations' | 'multicall'> & { readonly authorization: Authorization },
): Promise<bigint | null> {
  const { rpc, asset, sender, authorization, gasCap, fees } = simulation
  const call = { from: sender, ...transferCall(asset, [authorization]), gas: quantity(gasCap), ...feeFields(fees) }
  const answer = await tryCall(rpc, call, 'eth_estimateGas')
  return answer === null ? null : readQuantity(answer, 'gas of a transfer')
}

function feeFields(fees: Fees | undefined): object {
  if (fees === undefined) return {}
  if (fees.kind === 'legacy') return { gasPrice: quantity(fees.gasPrice) }
  return { maxFeePerGas: quantity(fees.maxFeePerGas), maxPriorityFeePerGas: quantity(fees.maxPriorityFeePerGas) }
}

/** The sender can't pay for the gas that was asked for, so the node tried with less: that says nothing about the contract. */
function lacksMoney({ message }: RpcRejected, gas: Hex): boolean {
  const allowance = /exceeds allowance \((\d+)\)/.exec(message)?.[1]
  return allowance !== undefined && BigInt(allowance) < BigInt(gas)
}

/**
 * Null when the contract refused. It runs on `pending`, because the newest block of an idle chain has an old timestamp, which
 * would decide about the window of an authorization. On `latest` when the node has no pending block.
 */
async function tryCall(
  rpc: Rpc,
  call: { readonly gas: Hex; readonly [field: string]: unknown },
  method: 'eth_call' | 'eth_estimateGas' = 'eth_call',
  block: 'pending' | 'latest' = 'pending',
): Promise<unknown> {
  try {
    return await rpc.call(method, [call, block])
  } catch (error) {
    if (isExecutionFailure(error) && !lacksMoney(error, call.gas)) return null
    if (block === 'pending' && error instanceof RpcRejected && /pending/i.test(error.message)) return tryCall(rpc, call, method, 'latest')
    throw asUnreachable(error)
  }
}
