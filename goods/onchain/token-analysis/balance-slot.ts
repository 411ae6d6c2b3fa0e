import type { Hex } from '../../../src/goods/kit/evm.ts'
import { addressDigits, fromHex, keccak256, selectors, toHex, uintDigits } from '../../../src/goods/kit/rpc.ts'
import { decodeUint } from '../contracts/decode-result.ts'
import type { ContractReader } from '../contracts/contract-reader.ts'

/** The balance that a trial gives an account: a quadrillion base units, plus the index of the slot, so that the slot can be recognised. */
const given = 10n ** 15n
/** Most contracts have fewer variables than that. */
const maxPositions = 21

/** keccak256 of the namespace `openzeppelin.storage.ERC20`, as ERC-7201 has it: upgradeable tokens of OpenZeppelin 5 keep balances there. */
const openZeppelin5 = 0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00n

/** Slots in which tokens keep the balance of an account: Solidity's mappings and Vyper's, OpenZeppelin's newer one, and Solady's. */
export function balanceSlots(account: Hex): Hex[] {
  const hash = (digits: string) => toHex(keccak256(fromHex(`0x${digits}`)))
  const positions = Array.from({ length: maxPositions }, (_, position) => BigInt(position))
  return [
    ...[...positions, openZeppelin5].map((position) => hash(addressDigits(account) + uintDigits(position))),
    ...positions.map((position) => hash(uintDigits(position) + addressDigits(account))),
    hash(`${account.slice(2)}${'0'.repeat(16)}87a211a2`),
  ]
}

/**
 * The state override that gives an account a balance of a token. One call with a different value in every likely slot shows which
 * slot the token reads. Null where it reads none of them. @throws as ContractReader
 */
export async function giveBalance(node: ContractReader, token: Hex, account: Hex): Promise<Readonly<Record<Hex, Hex>> | null> {
  const slots = balanceSlots(account)
  const valueOf = (index: number): Hex => `0x${uintDigits(given + BigInt(index))}`
  const stateDiff = Object.fromEntries(slots.map((slot, index) => [slot, valueOf(index)] as const))
  const data: Hex = `0x${selectors.balanceOf.slice(2)}${addressDigits(account)}`
  const returned = await node.call({ to: token, data }, { [token]: { stateDiff } })
  const read = returned && decodeUint(returned)
  const found = slots.findIndex((_, index) => read === given + BigInt(index))
  const slot = slots[found]
  return slot === undefined ? null : { [slot]: valueOf(found) }
}
