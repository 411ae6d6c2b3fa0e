import type { Hex } from '../../../src/shared/bytes.ts'

/**
 * What a contract at a payer's address does when it is asked about a signature (ERC-1271).
 *
 * - `accepts`, `refuses`: always.
 * - `owned-by`: takes what the key of the owner has signed, as wallets do.
 * - `accepts-until`: says yes before the block of this number, no from it on.
 * - `burns-gas`: uses up all gas that it is given, wherever it is asked.
 * - `burns-gas-in-blocks`: says yes to a node that tries a call out, and burns in a block.
 */
export type ContractKind =
  | 'accepts'
  | 'refuses'
  | 'burns-gas'
  | 'burns-gas-in-blocks'
  | { readonly kind: 'owned-by'; readonly owner: Hex }
  | { readonly kind: 'accepts-until'; readonly block: bigint }

/** Where a call runs. */
export interface Surroundings {
  readonly number: bigint
  /** Unix seconds. */
  readonly timestamp: bigint
  /** A node tries it out, and no block will hold it. */
  readonly trial: boolean
}

export type ContractAnswer = 'yes' | 'no' | 'burns'

/** @param signedBy tells whether this account's key made the signature in question. */
export function askContract(contract: ContractKind, { number, trial }: Surroundings, signedBy: (owner: Hex) => boolean): ContractAnswer {
  switch (contract) {
    case 'accepts':
      return 'yes'
    case 'refuses':
      return 'no'
    case 'burns-gas':
      return 'burns'
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

/** Code as a node shows it: an account that points at a contract (EIP-7702); all of one kind point at the same. */
export function codeOf(contract: ContractKind | null): Hex {
  if (contract === null) return '0x'
  const name = typeof contract === 'string' ? contract : contract.kind
  return `0xef0100${Buffer.from(name.padEnd(20, '.')).subarray(0, 20).toString('hex')}`
}
