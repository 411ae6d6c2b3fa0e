import type { Hex } from '../shared/bytes.ts'
import { hexAnswer } from './abi.ts'
import { type Authorization, type Rpc, RpcRejected } from './chain.ts'
import { decodeAggregate3Successes } from './multicall.ts'
import { asUnreachable, isExecutionFailure } from './node-errors.ts'
import { quantity } from './node-answers.ts'
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

async function simulateTogether({ rpc, asset, sender, authorizations, gasCap }: Simulation): Promise<boolean[] | null> {
  const gas = gasCap * BigInt(authorizations.length)
  const answer = await tryCall(rpc, {
    from: sender,
    ...transferCall(asset, authorizations),
    gas: quantity(gas < maxCallGas ? gas : maxCallGas),
  })
  return answer === null ? null : decodeAggregate3Successes(hexAnswer(answer, 'aggregate3()'), authorizations.length)
}

async function simulateOne({ rpc, asset, sender, gasCap }: Simulation, authorization: Authorization): Promise<boolean> {
  return (await tryCall(rpc, { from: sender, ...transferCall(asset, [authorization]), gas: quantity(gasCap) })) !== null
}

/**
 * Null when the contract refused. It runs on `pending`, because the newest block of an idle chain has an old timestamp, which
 * would decide about the window of an authorization. On `latest` when the node has no pending block.
 */
async function tryCall(rpc: Rpc, call: object, block: 'pending' | 'latest' = 'pending'): Promise<unknown> {
  try {
    return await rpc.call('eth_call', [call, block])
  } catch (error) {
    if (isExecutionFailure(error)) return null
    if (block === 'pending' && error instanceof RpcRejected && /pending/i.test(error.message)) return tryCall(rpc, call, 'latest')
    throw asUnreachable(error)
  }
}
