import { addressTopic, topics, uintDigits } from '../../../src/chain/abi.ts'
import type { Authorization, Network } from '../../../src/chain/chain.ts'
import { authorizationDigest } from '../../../src/chain/eip3009.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { decodeTokenCall, type TokenCall } from './calldata.ts'
import { askContract, type ContractKind, type Surroundings } from './contract-kind.ts'
import { gasCosts, handOn, type Heat, type Meter, spend } from './gas.ts'
import { recoverAtOnce } from './recover-signer.ts'
import type { WorldState } from './world-state.ts'

/** A log of the token before it has a place in a block. */
export interface TokenEvent {
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** USDC that moved. Addresses are lower case. */
export interface MovedMoney {
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
  /** Of the authorization that moved it, null for a plain transfer. */
  readonly nonce: Hex | null
}

/** Events and transfers that a transaction leaves behind. */
export interface Traces {
  readonly events: TokenEvent[]
  readonly moved: MovedMoney[]
}

export interface Token {
  /** Runs a call of the token's contract. True when it succeeded; otherwise it changed nothing. */
  call(sender: Hex, data: Hex, run: Run): boolean
  /** Marks an authorization as cancelled, as if its payer had signed that. False when it was already used or cancelled. */
  cancel(payer: Hex, nonce: Hex, run: Run): boolean
  /** The account that signed this digest, lower case; null when there is none. */
  signerOf(digest: Uint8Array, signature: Hex): Hex | null
}

export interface Run {
  readonly state: WorldState
  readonly surroundings: Surroundings
  readonly meter: Meter
  readonly traces: Traces
  readonly heat: Heat
}

interface KnownCall {
  readonly call: TokenCall | null
  /** Of an authorization. */
  readonly digest: Uint8Array | null
}

/** USDC of one network with the checks of FiatTokenV2_2, in their order. */
export function createToken(network: Network): Token {
  // Cached, because the same call is simulated, mined, and mined again after a reorganisation.
  const calls = new Map<Hex, KnownCall>()
  const signers = new Map<string, Hex | null>()

  function read(data: Hex): KnownCall {
    const known = calls.get(data)
    if (known !== undefined) return known
    const call = decodeTokenCall(data)
    const digest = call?.kind === 'transferWithAuthorization' ? authorizationDigest(network, call.authorization) : null
    const read = { call, digest }
    calls.set(data, read)
    return read
  }

  function signerOf(digest: Uint8Array, signature: Hex): Hex | null {
    const key = `${Buffer.from(digest).toString('latin1')}${signature}`
    const known = signers.get(key)
    if (known !== undefined) return known
    const signer = recoverAtOnce(digest, signature)
    signers.set(key, signer)
    return signer
  }

  function authorized(authorization: Authorization, digest: Uint8Array, run: Run, meter: Meter): boolean {
    const { from, to, value, validAfter, validBefore, nonce, signature } = authorization
    const { state, surroundings, traces, heat } = run
    const { timestamp } = surroundings
    if (!spend(meter, gasCosts.window[heat])) return false
    if (state.blacklisted(from) || state.blacklisted(to) || timestamp <= validAfter || timestamp >= validBefore) return false
    if (!spend(meter, gasCosts.authorizationState[heat]) || state.authorization(from, nonce) !== 'unused') return false
    if (!spend(meter, gasCosts.signature[heat])) return false
    const code = state.code(from)
    if (code === null ? signerOf(digest, signature) !== from : !contractAgrees(code, digest, signature, run, meter)) return false
    if (!spend(meter, gasCosts.mark[heat]) || !canMove(state, from, to, value)) return false
    if (!spend(meter, gasCosts.move[heat] + firstBalance(state, to, value))) return false
    state.setAuthorization(from, nonce, 'used')
    traces.events.push({ topics: [topics.authorizationUsed, addressTopic(from), nonce], data: '0x' })
    move(state, traces, { from, to, value, nonce })
    return true
  }

  function contractAgrees(code: ContractKind, digest: Uint8Array, signature: Hex, { surroundings, heat }: Run, meter: Meter): boolean {
    if (!spend(meter, gasCosts.contractCheck[heat])) return false
    const answer = askContract(code, surroundings, (owner) => signerOf(digest, signature) === owner)
    // The library and the token that called it keep a 64th of the gas each, which is enough to refuse.
    if (answer === 'burns') handOn(meter, (library) => handOn(library, (contract) => void (contract.left = 0n)))
    if (answer === 'yes-dear') return handOn(meter, (contract) => spend(contract, gasCosts.dearCheck))
    return answer === 'yes'
  }

  return {
    signerOf,
    call(sender, data, run) {
      const { state, traces, heat } = run
      const { call, digest } = read(data)
      // Through the proxy.
      return handOn(run.meter, (meter) => {
        if (call === null) return spend(meter, gasCosts.unknownFunction[heat]) && false
        if (call.kind === 'transferWithAuthorization') return authorized(call.authorization, digest!, run, meter)
        const { to, value } = call
        if (!spend(meter, gasCosts.transfer[heat] + firstBalance(state, to, value))) return false
        if (state.blacklisted(sender) || state.blacklisted(to) || !canMove(state, sender, to, value)) return false
        move(state, traces, { from: sender, to, value, nonce: null })
        return true
      })
    },
    cancel(payer, nonce, { state, meter, traces, heat }) {
      if (!spend(meter, gasCosts.cancel[heat]) || state.authorization(payer, nonce) !== 'unused') return false
      state.setAuthorization(payer, nonce, 'cancelled')
      traces.events.push({ topics: [topics.authorizationCanceled, addressTopic(payer), nonce], data: '0x' })
      return true
    },
  }
}

const nobody: Hex = '0x0000000000000000000000000000000000000000'

function canMove(state: WorldState, from: Hex, to: Hex, value: bigint): boolean {
  return from !== nobody && to !== nobody && state.usdc(from) >= value
}

function firstBalance(state: WorldState, to: Hex, value: bigint): bigint {
  return value > 0n && state.usdc(to) === 0n ? gasCosts.firstBalance : 0n
}

function move(state: WorldState, traces: Traces, moved: MovedMoney): void {
  const { from, to, value } = moved
  state.addUsdc(from, -value)
  state.addUsdc(to, value)
  traces.events.push({ topics: [topics.transfer, addressTopic(from), addressTopic(to)], data: `0x${uintDigits(value)}` })
  traces.moved.push(moved)
}
