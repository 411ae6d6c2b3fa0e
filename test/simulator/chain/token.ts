import { addressTopic, topics, uintDigits } from '../../../src/chain/abi.ts'
import type { Authorization, Network } from '../../../src/chain/chain.ts'
import { authorizationDigest } from '../../../src/chain/eip3009.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { decodeTokenCall, type TokenCall } from './calldata.ts'
import { askContract, type Surroundings } from './contract-kind.ts'
import { gasCosts, handOn, type Meter, spend } from './gas.ts'
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

/** What a transaction does besides changing balances and storage. */
export interface Traces {
  readonly events: TokenEvent[]
  readonly moved: MovedMoney[]
}

export interface Token {
  /** Runs a call of the token's contract. True when it succeeded; otherwise it changed nothing. */
  call(sender: Hex, data: Hex, run: Run): boolean
  /** Marks an authorization as cancelled, as if its payer had signed for that. False where it is used up already. */
  cancel(payer: Hex, nonce: Hex, run: Run): boolean
  /** The account that signed this digest, lower case, null where none did. */
  signerOf(digest: Uint8Array, signature: Hex): Hex | null
}

export interface Run {
  readonly state: WorldState
  readonly surroundings: Surroundings
  readonly meter: Meter
  readonly traces: Traces
  /** Whether something in this transaction has called the token before. */
  readonly warm: boolean
}

interface KnownCall {
  readonly call: TokenCall | null
  /** Of an authorization. */
  readonly digest: Uint8Array | null
}

/** USDC of one network as FiatTokenV2_2 has it, in the order of its checks. */
export function createToken(network: Network): Token {
  // The same calls are tried out, mined and mined again after a reorganisation.
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

  function authorized(
    { from, to, value, validAfter, validBefore, nonce, signature }: Authorization,
    digest: Uint8Array,
    run: Run,
  ): boolean {
    const { state, surroundings, meter, traces, warm } = run
    const { timestamp } = surroundings
    const heat = warm ? 'warm' : 'cold'
    const early =
      state.blacklisted(from) ||
      state.blacklisted(to) ||
      timestamp <= validAfter ||
      timestamp >= validBefore ||
      state.authorization(from, nonce) !== 'unused'
    if (early) {
      spend(meter, gasCosts.refusedEarly[heat])
      return false
    }
    const code = state.code(from)
    if (code === null) {
      if (signerOf(digest, signature) !== from) {
        spend(meter, gasCosts.refusedLate[heat])
        return false
      }
    } else {
      const answer = askContract(code, surroundings, (owner) => signerOf(digest, signature) === owner)
      if (answer === 'burns') burn(meter)
      if (answer !== 'yes' || !spend(meter, gasCosts.contractCheck)) {
        spend(meter, gasCosts.refusedLate[heat])
        return false
      }
    }
    if (!canMove(state, from, to, value)) {
      spend(meter, gasCosts.refusedLate[heat])
      return false
    }
    if (!spend(meter, gasCosts.authorizedTransfer[heat] + firstBalance(state, to, value))) return false
    state.setAuthorization(from, nonce, 'used')
    traces.events.push({ topics: [topics.authorizationUsed, addressTopic(from), nonce], data: '0x' })
    move(state, traces, { from, to, value, nonce })
    return true
  }

  return {
    signerOf,
    call(sender, data, run) {
      const { state, meter, traces, warm } = run
      const { call, digest } = read(data)
      if (call?.kind === 'transferWithAuthorization') return authorized(call.authorization, digest!, run)
      if (call === null || state.blacklisted(sender) || state.blacklisted(call.to) || !canMove(state, sender, call.to, call.value)) {
        spend(meter, gasCosts.refusedEarly[warm ? 'warm' : 'cold'])
        return false
      }
      if (!spend(meter, gasCosts.transfer[warm ? 'warm' : 'cold'] + firstBalance(state, call.to, call.value))) return false
      move(state, traces, { from: sender, to: call.to, value: call.value, nonce: null })
      return true
    },
    cancel(payer, nonce, { state, meter, traces }) {
      if (state.authorization(payer, nonce) !== 'unused' || !spend(meter, gasCosts.authorizedTransfer.cold)) return false
      state.setAuthorization(payer, nonce, 'cancelled')
      traces.events.push({ topics: [topics.authorizationCanceled, addressTopic(payer), nonce], data: '0x' })
      return true
    },
  }
}

/** The proxy, the implementation behind it and its library hand on what they have, each but a 64th. */
function burn(meter: Meter): void {
  handOn(meter, (proxied) => handOn(proxied, (library) => handOn(library, (contract) => void (contract.left = 0n))))
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
