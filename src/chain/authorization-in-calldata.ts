import type { Hex } from '../shared/bytes.ts'
import { addressDigits, uintDigits } from './abi.ts'
import type { Authorization } from './chain.ts'

type AuthorizedTransfer = Pick<Authorization, 'from' | 'to' | 'value' | 'nonce'>

/**
 * The authorizations with which a transaction moved transfers, as its calldata has them: called on the token itself, in a batch, or through
 * any other contract. Null for one that the calldata does not contain in the clear.
 */
export function authorizationsIn(input: Hex): (transfer: AuthorizedTransfer) => Authorization | null {
  const digits = input.slice(2).toLowerCase()
  return ({ from, to, value, nonce }) => {
    const head = addressDigits(from) + addressDigits(to) + uintDigits(value)
    const sought = nonce.slice(2).toLowerCase()
    // Of a batch by one payer all heads are the same; its nonces are not.
    for (let found = digits.indexOf(sought, nonceAt); found >= 0; found = digits.indexOf(sought, found + 2)) {
      const at = found - nonceAt
      if (!digits.startsWith(head, at)) continue
      const word = (index: number) => digits.slice(at + 64 * index, at + 64 * (index + 1))
      const signature = signatureBehind(digits, at)
      if (signature === null) continue
      return { from, to, value, nonce, validAfter: BigInt(`0x${word(3)}`), validBefore: BigInt(`0x${word(4)}`), signature }
    }
    return null
  }
}

/** Behind payer, payee, amount and the two times. */
const nonceAt = 5 * 64

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
