import type { Hex } from '../../../src/shared/bytes.ts'

/**
 * How a contract at a payer's address answers when it is asked about a signature (ERC-1271).
 *
 * - `accepts`, `refuses`: always.
 * - `owned-by`: accepts signatures by the key of the owner, as wallets do.
 * - `accepts-until`: accepts before the block of this number, refuses from it on.
 * - `burns-gas`: uses up all gas that it gets, in simulations and in blocks.
 * - `two-faced`: accepts while gas costs nothing (GASPRICE), as in a simulation without fees, and burns all gas otherwise.
 * - `burns-gas-in-blocks`: accepts when a node simulates a call, with fees or without, and burns all gas in a block.
 * - `dear`: accepts, after a check that takes much gas.
 */
export type ContractKind =
  | 'accepts'
  | 'refuses'
  | 'burns-gas'
  | 'two-faced'
  | 'burns-gas-in-blocks'
  | 'dear'
  | { readonly kind: 'owned-by'; readonly owner: Hex }
  | { readonly kind: 'accepts-until'; readonly block: bigint }

/** Where a call runs. */
export interface Surroundings {
  readonly number: bigint
  /** Unix seconds. */
  readonly timestamp: bigint
  /** A node only simulates the call; no block will contain it. */
  readonly trial: boolean
  /** What the call pays for gas, in wei: zero in a simulation that names no fees. */
  readonly gasPrice: bigint
}

export type ContractAnswer = 'yes' | 'no' | 'burns' | 'yes-dear'

/** @param signedBy tells whether this account's key made the signature in question. */
export function askContract(
  contract: ContractKind,
  { number, trial, gasPrice }: Surroundings,
  signedBy: (owner: Hex) => boolean,
): ContractAnswer {
  switch (contract) {
    case 'accepts':
      return 'yes'
    case 'refuses':
      return 'no'
    case 'burns-gas':
      return 'burns'
    case 'two-faced':
      return gasPrice === 0n ? 'yes' : 'burns'
    case 'dear':
      return 'yes-dear'
    case 'burns-gas-in-blocks':
      return trial ? 'yes' : 'burns'
  }
  switch (contract.kind) {
    case 'owned-by':
      return signedBy(contract.owner.toLowerCase() as Hex) ? 'yes' : 'no'
    case 'accepts-until':
      return number < contract.block ? 'yes' : 'no'
  }
}

/** Code as a node returns it: an account that delegates to a contract (EIP-7702). All accounts of one kind delegate to the same one. */
export function codeOf(contract: ContractKind | null): Hex {
  if (contract === null) return '0x'
  const name = typeof contract === 'string' ? contract : contract.kind
  return `0xef0100${Buffer.from(name.padEnd(20, '.')).subarray(0, 20).toString('hex')}`
}
