import type { Hex } from '../shared/bytes.ts'
import { addressDigits, uintDigits } from './abi.ts'
import type { Authorization } from './chain.ts'

/**
 * The authorization with which a transaction moved this transfer, as its calldata has it: called on the token itself, in a batch, or through
 * any other contract. Null where the calldata does not contain it in the clear.
 */
export function authorizationInCalldata(
  input: Hex,
  { from, to, value, nonce }: Pick<Authorization, 'from' | 'to' | 'value' | 'nonce'>,
): Authorization | null {
  const digits = input.slice(2).toLowerCase()
  const head = addressDigits(from) + addressDigits(to) + uintDigits(value)
  for (let at = digits.indexOf(head); at >= 0; at = digits.indexOf(head, at + 2)) {
    const word = (index: number) => digits.slice(at + 64 * index, at + 64 * (index + 1))
    const [validAfter, validBefore] = [word(3), word(4)]
    if (word(5) !== nonce.slice(2).toLowerCase() || validBefore.length < 64) continue
    const signature = signatureBehind(digits, at)
    if (signature === null) continue
    return { from, to, value, nonce, validAfter: BigInt(`0x${validAfter}`), validBefore: BigInt(`0x${validBefore}`), signature }
  }
  return null
}

/** Either v, r and s as words, or the offset of bytes, counted from the first argument at `start`. */
function signatureBehind(digits: string, start: number): Hex | null {
  const word = (index: number) => digits.slice(start + 64 * index, start + 64 * (index + 1))
  if (word(6).length < 64) return null
  const seventh = BigInt(`0x${word(6)}`)
  if (seventh < 32n) {
    const [r, s] = [word(7), word(8)]
    const v = seventh < 27n ? seventh + 27n : seventh
    return s.length === 64 ? `0x${r}${s}${v.toString(16).padStart(2, '0')}` : null
  }
  const at = start + Number(seventh) * 2
  if (seventh % 32n !== 0n || at + 64 > digits.length) return null
  const bytes = BigInt(`0x${digits.slice(at, at + 64)}`)
  const end = at + 64 + Number(bytes) * 2
  return bytes > 0n && bytes <= 65_536n && end <= digits.length ? `0x${digits.slice(at + 64, end)}` : null
}
