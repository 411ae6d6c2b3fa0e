import type { Hex } from '../../../src/shared/bytes.ts'
import type { ContractKind } from './contract-kind.ts'
import { absorb, bottomLayer, type Layer, layerOver, nextLayer, readLayer } from './layer.ts'

export type AuthorizationState = 'unused' | 'used' | 'cancelled'

/** Accounts and the storage of the token after one block. Addresses and nonces are lower case. */
export interface WorldState {
  /** USDC base units. */
  usdc(account: Hex): bigint
  addUsdc(account: Hex, units: bigint): void
  /** Wei of the gas coin. */
  coins(account: Hex): bigint
  addCoins(account: Hex, wei: bigint): void
  accountNonce(account: Hex): number
  setAccountNonce(account: Hex, nonce: number): void
  authorization(payer: Hex, nonce: Hex): AuthorizationState
  setAuthorization(payer: Hex, nonce: Hex, state: AuthorizationState): void
  code(account: Hex): ContractKind | null
  setCode(account: Hex, code: ContractKind | null): void
  blacklisted(account: Hex): boolean
  setBlacklisted(account: Hex, blacklisted: boolean): void
  /** The state of the next block, which begins with this one. This state must not change afterwards. */
  next(): WorldState
  /** A state over this one, which does not change before `take`. */
  over(): WorldState
  /** Copies what was written to a state made by `over` into this one. */
  take(above: WorldState): void
}

/** What accounts got outside of any block. It counts on every branch and at any height. */
export interface Grants {
  readonly usdc: Map<Hex, bigint>
  readonly coins: Map<Hex, bigint>
}

type Value = bigint | number | boolean | AuthorizationState | { readonly code: ContractKind | null }

const layers = new WeakMap<WorldState, Layer<Value>>()

export function emptyState(grants: Grants): WorldState {
  return stateOn(bottomLayer(), grants)
}

function stateOn(layer: Layer<Value>, grants: Grants): WorldState {
  const read = <V extends Value>(key: string, otherwise: V): V => (readLayer(layer, key) as V | undefined) ?? otherwise
  const { own } = layer
  const state: WorldState = {
    usdc: (account) => read(`usdc ${account}`, 0n) + (grants.usdc.get(account) ?? 0n),
    addUsdc: (account, units) => void own.set(`usdc ${account}`, read(`usdc ${account}`, 0n) + units),
    coins: (account) => read(`coins ${account}`, 0n) + (grants.coins.get(account) ?? 0n),
    addCoins: (account, wei) => void own.set(`coins ${account}`, read(`coins ${account}`, 0n) + wei),
    accountNonce: (account) => read(`nonce ${account}`, 0),
    setAccountNonce: (account, nonce) => void own.set(`nonce ${account}`, nonce),
    authorization: (payer, nonce) => read<AuthorizationState>(`authorization ${payer} ${nonce}`, 'unused'),
    setAuthorization: (payer, nonce, value) => void own.set(`authorization ${payer} ${nonce}`, value),
    code: (account) => read<{ readonly code: ContractKind | null }>(`code ${account}`, { code: null }).code,
    setCode: (account, code) => void own.set(`code ${account}`, { code }),
    blacklisted: (account) => read<boolean>(`blacklisted ${account}`, false),
    setBlacklisted: (account, blacklisted) => void own.set(`blacklisted ${account}`, blacklisted),
    next: () => stateOn(nextLayer(layer), grants),
    over: () => stateOn(layerOver(layer), grants),
    take: (above) => absorb(layer, layers.get(above)!),
  }
  layers.set(state, layer)
  return state
}
