import { addressDigits, bytesDigits, selectors, uintDigits } from '../../../src/chain/abi.ts'
import type { Network } from '../../../src/chain/chain.ts'
import { multicall3 } from '../../../src/chain/multicall.ts'
import { fromHex, type Hex } from '../../../src/shared/bytes.ts'
import { decodeAggregate3 } from './calldata.ts'
import { askContract, type ContractKind, type Surroundings } from './contract-kind.ts'
import { gasCosts, handOn, type Heat, intrinsicGas, type Meter, spend } from './gas.ts'
import { createToken, type MovedMoney, type TokenEvent, type Traces } from './token.ts'
import type { WorldState } from './world-state.ts'

/** What an outsider's transaction does where there is no calldata for it. */
export type Effect =
  | { readonly kind: 'cancelAuthorization'; readonly authorizer: Hex; readonly nonce: Hex }
  | { readonly kind: 'setCode'; readonly account: Hex; readonly contract: ContractKind | null }
  | { readonly kind: 'blacklist' | 'unblacklist'; readonly account: Hex }

/** Hex is lower case. */
export interface Call {
  readonly from: Hex
  readonly to: Hex | null
  readonly data: Hex
  readonly value: bigint
  readonly gas: bigint
  readonly effect?: Effect | null
}

export interface Outcome {
  readonly success: boolean
  readonly outOfGas: boolean
  readonly gasUsed: bigint
  readonly returned: Hex
  /** Empty when the call failed. */
  readonly events: readonly TokenEvent[]
  readonly moved: readonly MovedMoney[]
}

export interface Execution {
  /** Runs a call on a state. A failed call leaves the state unchanged. The caller handles account nonces and the price of gas. */
  run(call: Call, state: WorldState, surroundings: Surroundings): Outcome
}

interface Frame {
  readonly state: WorldState
  readonly surroundings: Surroundings
  readonly traces: Traces
}

/** Executes calls of the contracts on the chain: USDC, Multicall3 where the chain has it, and wallets of payers. */
export function createExecution({ network, multicall }: { network: Network; multicall: boolean }): Execution {
  const token = createToken(network)
  const asset = network.asset.toLowerCase() as Hex
  const aggregator = multicall3.toLowerCase() as Hex

  function enter(call: Omit<Call, 'gas'>, frame: Frame, meter: Meter, heat: Heat): { success: boolean; returned: Hex } {
    const { from, to, data, effect } = call
    const { state, surroundings } = frame
    if (effect) return { success: take(effect, frame, meter), returned: '0x' }
    if (to === asset) {
      const view = data.length > 2 ? viewToken(data, state) : null
      if (view !== null) return { success: true, returned: view }
      return { success: token.call(from, data, { ...frame, meter, heat }), returned: '0x' }
    }
    if (to === aggregator && multicall && data.length > 2) return aggregate(data, frame, meter)
    const contract = to === null ? null : state.code(to)
    return contract === null || !data.startsWith(selectors.isValidSignature)
      ? { success: true, returned: '0x' }
      : checkSignature(contract, data, surroundings, meter)
  }

  function aggregate(data: Hex, frame: Frame, meter: Meter): { success: boolean; returned: Hex } {
    const failed = { success: false, returned: '0x' as Hex }
    const calls = decodeAggregate3(data)
    if (calls === null || !spend(meter, gasCosts.aggregate)) return failed
    const successes: boolean[] = []
    let heat: Heat = 'cold'
    for (const { target, allowFailure, data } of calls) {
      if (!spend(meter, gasCosts.innerCall)) return failed
      const inner = { from: aggregator, to: target, data, value: 0n }
      const success = handOn(meter, (handed) => enter(inner, frame, handed, heat).success)
      if (!success && !allowFailure) return failed
      // What a failed call has touched is cold again.
      if (success) heat = 'warm'
      successes.push(success)
    }
    if (!spend(meter, gasCosts.innerResult * BigInt(successes.length))) return failed
    return { success: true, returned: encodeResults(successes) }
  }

  function take(effect: Effect, frame: Frame, meter: Meter): boolean {
    const { state } = frame
    switch (effect.kind) {
      case 'cancelAuthorization':
        return token.cancel(effect.authorizer, effect.nonce, { ...frame, meter, heat: 'cold' })
      case 'setCode':
        state.setCode(effect.account, effect.contract)
        return true
      case 'blacklist':
      case 'unblacklist':
        state.setBlacklisted(effect.account, effect.kind === 'blacklist')
        return true
    }
  }

  function checkSignature(
    contract: ContractKind,
    data: Hex,
    surroundings: Surroundings,
    meter: Meter,
  ): { success: boolean; returned: Hex } {
    const digest = fromHex(`0x${data.slice(10, 74)}`)
    const length = Number.parseInt(data.slice(138, 202), 16)
    const signature: Hex = `0x${data.slice(202, 202 + length * 2)}`
    const answer = askContract(contract, surroundings, (owner) => token.signerOf(digest, signature) === owner)
    if (answer === 'burns') meter.left = 0n
    return answer === 'yes' || (answer === 'yes-dear' && spend(meter, gasCosts.dearCheck))
      ? { success: true, returned: `${selectors.isValidSignature}${'0'.repeat(56)}` }
      : { success: answer === 'no', returned: `0x${'0'.repeat(64)}` }
  }

  return {
    run(call, state, surroundings) {
      const above = state.over()
      const traces: Traces = { events: [], moved: [] }
      const meter: Meter = { left: call.gas }
      const enough = spend(meter, intrinsicGas(call.data, call.to === null))
      const { success, returned } = enough
        ? enter(call, { state: above, surroundings, traces }, meter, 'cold')
        : { success: false, returned: '0x' as Hex }
      const gasUsed = call.gas - meter.left
      if (!success) return { success, outOfGas: meter.left === 0n, gasUsed, returned: '0x', events: [], moved: [] }
      if (call.value > 0n && call.to !== null) {
        above.addCoins(call.from, -call.value)
        above.addCoins(call.to, call.value)
      }
      state.take(above)
      return { success, outOfGas: false, gasUsed, returned, ...traces }
    },
  }
}

/** What the token's view functions return, null for other functions. */
function viewToken(data: Hex, state: WorldState): Hex | null {
  const account: Hex = `0x${data.slice(34, 74)}`
  switch (data.slice(0, 10)) {
    case selectors.balanceOf:
      return `0x${uintDigits(state.usdc(account))}`
    case selectors.authorizationState:
      return `0x${uintDigits(state.authorization(account, `0x${data.slice(74, 138)}`) === 'unused' ? 0n : 1n)}`
    default:
      return null
  }
}

/** (bool success, bytes returnData)[] with nothing returned. */
function encodeResults(successes: readonly boolean[]): Hex {
  const itemDigits = (success: boolean) => uintDigits(success ? 1n : 0n) + uintDigits(64n) + bytesDigits('0x')
  const offsets = successes.map((_, index) => uintDigits(BigInt(successes.length * 32 + index * 96)))
  return `0x${uintDigits(32n)}${uintDigits(BigInt(successes.length))}${offsets.join('')}${successes.map(itemDigits).join('')}`
}

/** Calldata of an outsider's plain transfer, followed by `tail`. */
export function transferData(to: Hex, value: bigint, tail: Hex = '0x'): Hex {
  return `${selectors.transfer}${addressDigits(to)}${uintDigits(value)}${tail.slice(2).toLowerCase()}`
}
