import { addressDigits, selectors, uintDigits } from '../../chain/abi.ts'
import { keccak256 } from '../../chain/keccak.ts'
import { fromHex, toHex } from '../../shared/bytes.ts'
import type { Hex } from '../../shared/bytes.ts'
import { decodeUint } from './decode-result.ts'
import type { NodeReader } from './node-reader.ts'

/** What an account is given for a trial: a quadrillion base units, and a little more in each slot, so that they can be told apart. */
const given = 10n ** 15n
/** The variables of most contracts end before that. */
const mostPositions = 21

/** keccak256 of the namespace `openzeppelin.storage.ERC20`, as ERC-7201 has it: upgradeable tokens of OpenZeppelin 5 keep balances there. */
const openZeppelin5 = 0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00n

/** Slots in which tokens keep the balance of an account: Solidity's mappings and Vyper's, OpenZeppelin's newer one, and Solady's. */
export function balanceSlots(account: Hex): Hex[] {
  const hash = (digits: string) => toHex(keccak256(fromHex(`0x${digits}`)))
  const positions = Array.from({ length: mostPositions }, (_, position) => BigInt(position))
  return [
    ...[...positions, openZeppelin5].map((position) => hash(addressDigits(account) + uintDigits(position))),
    ...positions.map((position) => hash(uintDigits(position) + addressDigits(account))),
    hash(`${account.slice(2)}${'0'.repeat(16)}87a211a2`),
  ]
}

/**
 * The state of a token in which an account holds some of it, found out by one call that takes every likely slot to be
 * filled. Null where none of them is what the token reads. @throws as NodeReader
 */
export async function giveBalance(node: NodeReader, token: Hex, account: Hex): Promise<Readonly<Record<Hex, Hex>> | null> {
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
