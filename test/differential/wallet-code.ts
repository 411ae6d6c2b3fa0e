import { concatHex, encodeAbiParameters, getContractAddress, numberToHex, size } from 'viem'
import { compiledContract } from '../../sandbox/contracts/compiled-contract.ts'
import type { Hex } from '../../src/shared/bytes.ts'

/** Runtime code of contract accounts that answer `isValidSignature` (ERC-1271) in different ways. */

const owned = compiledContract('owned-wallet').runtimeCode
/** Pushes the value that means yes, as a whole word, and returns it. */
const yes: Hex = '0x631626ba7e60e01b60005260206000f3'

/** Accepts when this code leaves 1 on the stack. */
const yesIf = (condition: Hex): Hex => concatHex([condition, '0x631626ba7e0260e01b60005260206000f3'])

/** Accepts after this many rounds of 26 gas. The jump's target is byte 4. */
export function yesAfter(rounds: number): Hex {
  return concatHex(['0x62', numberToHex(rounds, { size: 3 }), '0x5b6001900380600457', yes])
}

export const walletCode = {
  /** Accepts signatures of the account in its slot 0. */
  owned,
  /** Accepts everything. */
  agreeable: yes,
  /** Accepts a signature of 65 bytes that ends in 0 or 1. */
  plainParity: yesIf('0x60a43560f81c600211'),
  /** Accepts signatures of less than 65 bytes. */
  brief: yesIf('0x604435604111'),
  /** Accepts signatures of more than 65 bytes. */
  lengthy: yesIf('0x604435604110'),
  /** Accepts while gas costs nothing, as in a call, and refuses in a block. */
  twoFaced: yesIf('0x3a15'),
  /** Answers 0xffffffff. */
  refusing: '0x63ffffffff60e01b60005260206000f3',
  reverting: '0x60006000fd',
  /** Ends at once, without an answer. */
  silent: '0x00',
  /** Answers yes in four bytes instead of a word. */
  short: '0x631626ba7e60e01b60005260046000f3',
  /** Answers yes with a bit set at the end of the word. */
  sloppy: '0x631626ba7e60e01b60011760005260206000f3',
  /** Answers yes, followed by 4,000 bytes. */
  wordy: '0x631626ba7e60e01b600052610fa06000f3',
  burning: '0x5b600056',
  /** Accepts after about 340,000 gas, what a check of a P-256 signature in Solidity takes. */
  gasHungry: yesAfter(13_000),
  /** Accepts after about 430,000 gas. */
  greedy: yesAfter(16_500),
  /** Accepts after about a million gas. */
  glutton: yesAfter(38_500),
} as const satisfies Record<string, Hex>

/** Deploys its calldata as init code, by CREATE2 with salt 0, and returns the address. Reverts when it can't. */
export const factoryCode: Hex = '0x36600060003760003660006000f58060175760006000fd5b60005260206000f3'

/** Init code of an owned wallet: writes the owner into slot 0 and returns the code that follows these 36 bytes. */
export function ownedWalletInit(owner: Hex): Hex {
  const length = numberToHex(size(owned), { size: 2 })
  return concatHex(['0x73', owner, '0x600055', '0x61', length, '0x8060246000396000f3', owned])
}

export function deployedBy(factory: Hex, init: Hex): Hex {
  return getContractAddress({ opcode: 'CREATE2', from: factory, salt: encodeAbiParameters([{ type: 'uint256' }], [0n]), bytecode: init })
}
